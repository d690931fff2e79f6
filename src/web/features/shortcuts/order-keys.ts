import { calledCode } from '#src/web/feedback/called-code.ts';
import { focusedRow } from '#src/web/focus/row-focus.ts';
import type { Order } from '#src/web/tasks/manual-order.ts';
import type { TaskMove } from './move-task.ts';
import type { Tools } from './tools.ts';

/** The code by which tasks are moved. */
export const taskMoves = calledCode(() => import('./move-task.ts'));

/** Moves the task whose row has the focus: within its list, or below the one above it and back. */
export const moveFocused =
  (move: TaskMove) =>
  (tools: Tools): boolean => {
    const focused = document.activeElement;
    const row = focusedRow() ?? focused?.closest<HTMLElement>('li[data-sub-task]');
    const order = row?.closest<HTMLElement>('[data-order]')?.dataset['order'] as Order | undefined;
    const task = tools.replica.lists.task(row?.dataset['task'] ?? row?.dataset['subTask'] ?? '');
    const isLevel = move === 'in' || move === 'out';
    if (!order || (isLevel && order !== 'place') || !task) return false;
    if (task.completedAt !== null && order !== 'under') return false;
    taskMoves.use(({ moveTask }) => moveTask(tools, move, task, order, focused));
    // At the end of its list it goes nowhere; nor does the page, as it would by an arrow with Alt.
    return true;
  };
