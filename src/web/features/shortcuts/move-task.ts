import { flushSync } from 'react-dom';
import type { Task } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { announce } from '#src/web/feedback/announcer.tsx';
import { notifyDone } from '#src/web/feedback/notifications.ts';
import { focusTask } from '#src/web/focus/row-focus.ts';
import {
  indentOperations,
  outdentOperations,
  stepOperations,
  type Order,
} from '#src/web/tasks/manual-order.ts';
import { movedText } from '#src/web/tasks/order-texts.ts';
import type { Tools } from './tools.ts';

// A chunk of its own: it is needed once somebody moves a task by keys.

/** Up or down in its list, below the task above it, or out of that again. */
export type TaskMove = 'up' | 'down' | 'in' | 'out';

/** Moves a task, and with it the focus of its row. */
export function moveTask(
  { replica, mutateTogether }: Tools,
  move: TaskMove,
  task: Task,
  order: Order,
  focused: Element | null,
): void {
  const operations = operationsFor(replica, move, task.id, order);
  if (!operations) {
    if (order === 'day' && task.time !== null)
      notifyDone('Tasks with a time stay in order of time', 'Change the time to move it.', null);
    return;
  }
  flushSync(() => void mutateTogether(operations, null));
  // An element that moves in the document loses the focus.
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
  else focusTask(task.id);
  document.activeElement?.closest('li')?.scrollIntoView({ block: 'nearest' });
  const moved = movedText(replica, task, order);
  if (moved !== null) announce(moved);
}

function operationsFor(replica: Replica, move: TaskMove, id: string, order: Order): Operation[] | null {
  if (move === 'in') return indentOperations(replica, id);
  if (move === 'out') return outdentOperations(replica, id);
  return stepOperations(replica, id, move === 'up' ? -1 : 1, order);
}
