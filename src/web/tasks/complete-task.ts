import { localDueAt } from '#src/domain/repeat/local-due.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { dueOf } from '#src/domain/repeat/task-repeat.ts';
import type { Task } from '#src/domain/task.ts';
import type { MutatorArgs, Operation } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/**
 * Calls `complete` at once, or when all is read if one of these tasks repeats: what is kept of this time says how far its sub-tasks have
 * come, which are not among the first rows (sync rule W18).
 */
export function onceRead(replica: Replica, tasks: readonly Task[], complete: () => void): void {
  if (replica.hasAll || tasks.every(({ repeat }) => repeat === null)) complete();
  else void replica.whenAll().then(complete);
}

/** Calls `complete` with what completes the task now, once it is known (see onceRead). */
export function completeOnceRead(
  replica: Replica,
  task: Task,
  complete: (operation: Operation) => void,
  at = Date.now(),
): void {
  onceRead(replica, [task], () => complete(completionOf(replica, task, at)));
}

/** What completes a task at `at` (ms since 1970 UTC): one that repeats only this time. */
export function completionOf(replica: Replica, task: Task, at: number): Operation {
  const { id } = task;
  const due = task.repeat === null ? null : dueOf(task);
  if (due === null) return { name: 'task.complete', args: { id, at } };
  const steps = stepsOf(replica, task);
  const occurrenceId = occurrenceIdOf(id, due);
  return {
    name: 'task.advance',
    args: { id, due, now: localDueAt(at, task.zone), occurrenceId, ...(steps && { steps }), renews: 1, at },
  };
}

/** What skips a repeating task this time. */
export function skipOf(task: Task, at: number): MutatorArgs<'task.advance'> | null {
  const due = dueOf(task);
  if (due === null) return null;
  return { id: task.id, due, now: localDueAt(at, task.zone), renews: 1, at };
}

/** How far its sub-tasks have come this time, as a list of Markdown. */
function stepsOf(replica: Replica, { id, cycleAt }: Task): string {
  const steps = replica.lists.under(id).flatMap((childId) => {
    const child = replica.lists.task(childId);
    return child ? [`- [${isDoneSince(replica, child, cycleAt ?? 0) ? 'x' : ' '}] ${child.name}`] : [];
  });
  return steps.join('\n');
}

/** Whether a sub-task is completed; one that repeats is open again since, and has left a row of its own. */
function isDoneSince({ lists }: Replica, { id, completedAt, cycleAt }: Task, since: number): boolean {
  if (completedAt !== null) return true;
  if (cycleAt === null || cycleAt < since) return false;
  for (const { seriesId, completedAt: at } of lists.completed.each())
    if (seriesId === id && at !== null && at >= since) return true;
  return false;
}
