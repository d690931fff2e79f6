import { flushSync } from 'react-dom';
import type { Task } from '#src/domain/task.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { MutateTogether } from '#src/web/data/use-mutate.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { focusedRow, focusTask } from '#src/web/focus/row-focus.ts';
import type { Shortcuts } from '#src/web/focus/shortcut-keys.ts';
import { calledCode } from '#src/web/feedback/called-code.ts';
import type { Order } from '#src/web/tasks/manual-order.ts';
import type * as orderCode from '#src/web/tasks/order-code.ts';

/** The code for moving tasks, loaded when first needed. */
export const taskOrder = calledCode(() => import('#src/web/tasks/order-code.ts'));

/** The keys that move the focused task: within its list, below the task above it, or back. */
export function orderKeysOf(replica: Replica, mutateTogether: MutateTogether): Shortcuts {
  const changeFocused = (
    orders: readonly Order[],
    operationsFor: (code: typeof orderCode, id: string, order: Order) => Operation[] | null,
  ) => {
    const move = (code: typeof orderCode, task: Task, order: Order, focused: Element | null) => {
      const operations = operationsFor(code, task.id, order);
      if (!operations) return;
      flushSync(() => void mutateTogether(operations, null));
      // An element that moves in the document loses the focus.
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
      else focusTask(task.id);
      document.activeElement?.closest('li')?.scrollIntoView({ block: 'nearest' });
      const moved = code.movedText(replica, task, order);
      if (moved !== null) announce(moved);
    };
    return () => {
      const focused = document.activeElement;
      const row = focusedRow() ?? focused?.closest<HTMLElement>('li[data-sub-task]');
      const order = row?.closest<HTMLElement>('[data-order]')?.dataset['order'] as Order | undefined;
      const task = replica.lists.task(row?.dataset['task'] ?? row?.dataset['subTask'] ?? '');
      if (!order || !orders.includes(order) || !task) return false;
      if (task.completedAt !== null && order !== 'under') return false;
      taskOrder.use((code) => move(code, task, order, focused));
      // The key counts as handled at the end of a list too: Alt with an arrow would otherwise leave the page.
      return true;
    };
  };
  const moveBy = (step: number) =>
    changeFocused(['day', 'place', 'under'], (code, id, order) =>
      code.stepOperations(replica, id, step, order),
    );
  return {
    'Alt+ArrowUp': moveBy(-1),
    'Alt+ArrowDown': moveBy(1),
    'Alt+ArrowRight': changeFocused(['place'], (code, id) => code.indentOperations(replica, id)),
    'Alt+ArrowLeft': changeFocused(['place'], (code, id) => code.outdentOperations(replica, id)),
  };
}
