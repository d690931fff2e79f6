import type { Task } from '#src/tables/task/task.ts';
import { completeNow } from '#src/tables/task/complete-now.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/**
 * Calls `complete` at once; if one of the tasks repeats, once all rows are read: the kept occurrence contains
 * the progress of its sub-tasks, which are not among the first rows (sync rule W18).
 */
export function onceRead(replica: Replica, tasks: readonly Task[], complete: () => void): void {
  if (replica.hasAll || tasks.every(({ repeat }) => repeat === null)) complete();
  else void replica.whenAll().then(complete);
}

/** Calls `complete` with the operation that completes the task now, as soon as it is known (see onceRead). */
export function completeOnceRead(
  replica: Replica,
  task: Task,
  complete: (operation: Operation) => void,
  at = Date.now(),
): void {
  onceRead(replica, [task], () => complete(completeNow(task, at, replica.lists)));
}
