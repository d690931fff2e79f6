import { localDueAt } from '#src/domain/repeat/local-due.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { stepText, withSteps } from '#src/domain/repeat/steps.ts';
import { dueOf } from './task-repeat.ts';
import { timeAbove, type TimeAbove } from './time-above.ts';
import { MOST_ABOVE } from '#src/tables/kit/row.ts';
import type { PlacedTask, Task } from './task.ts';
import type { MutatorArgs, Operation } from '#src/tables/operations.ts';

/** The tasks that are there, as lists have them (see TaskLists). */
export interface TasksAround {
  readonly task: (id: string) => PlacedTask | undefined;
  /** The ids of the tasks directly below one, in their order. */
  readonly under: (id: string) => readonly string[];
  readonly completed: { readonly each: () => Iterable<Task> };
}

/** Finds the tasks above another one. */
interface FindTask {
  readonly task: (id: string) => Task | undefined;
}

type Completion = Extract<Operation, { name: 'task.complete' }>;

/**
 * The operation that completes a task at `at` (ms since 1970 UTC); a repeating task is completed only for this time.
 * All ways to complete a task use it. `seen` is the time above that its user saw, where that may be over; else it is the time
 * that this device knows.
 */
export function completeNow(
  task: Pick<Task, 'id' | 'parentId' | 'zone' | 'repeat' | 'repeatDue' | 'date' | 'cycleAt'>,
  at: number,
  around: TasksAround,
  seen: TimeAbove | null = timeOf(task, around),
): Operation {
  const { id } = task;
  const due = task.repeat === null ? null : dueOf(task);
  if (due === null) return completionIn(id, seen, at);
  const steps = stepsOf(task, around);
  const occurrenceId = occurrenceIdOf(id, due);
  return {
    name: 'task.advance',
    args: { id, due, now: localDueAt(at, task.zone), occurrenceId, ...(steps && { steps }), renews: 1, at },
  };
}

/** The operation that completes a task at `at` (ms since 1970 UTC), without a further time. */
export function completeForGood(
  task: Pick<Task, 'id' | 'parentId'>,
  at: number,
  tasks: FindTask,
): Completion {
  return completionIn(task.id, timeOf(task, tasks), at);
}

function completionIn(id: string, seen: TimeAbove | null, at: number): Completion {
  return { name: 'task.complete', args: { id, ...seen, at } };
}

/** The arguments that reopen a task at `at` (ms since 1970 UTC) in this collection. */
export function reopenNow(
  task: Pick<Task, 'id' | 'parentId'>,
  collectionId: string,
  at: number,
  tasks: FindTask,
): MutatorArgs<'task.reopen'> {
  return { id: task.id, collectionId, ...timeOf(task, tasks), at };
}

/** The time above as this device knows it. Another device may have moved it on. */
function timeOf({ parentId }: Pick<Task, 'parentId'>, tasks: FindTask): TimeAbove | null {
  const above: Task[] = [];
  const find = (id: string | null) => (id === null ? undefined : tasks.task(id));
  for (let at = find(parentId); at && above.length < MOST_ABOVE; at = find(at.parentId)) above.push(at);
  return timeAbove(above);
}

/** The arguments that skip a repeating task this time; null when it has no due day. */
export function skipNow(task: Task, at: number): MutatorArgs<'task.advance'> | null {
  const due = dueOf(task);
  if (due === null) return null;
  return { id: task.id, due, now: localDueAt(at, task.zone), renews: 1, at };
}

/** The sub-tasks and whether they are done this time, as a list in Markdown. */
function stepsOf({ id, cycleAt }: Pick<Task, 'id' | 'cycleAt'>, around: TasksAround): string {
  const since = cycleAt ?? 0;
  const below = around.under(id).flatMap((childId) => around.task(childId) ?? []);
  const hasMoved = below.some((child) => child.cycleAt !== null && child.cycleAt >= since);
  const done = hasMoved ? seriesDoneSince(since, around) : new Set();
  const steps = below.map((child) => stepText(child.name, isDoneSince(child, since, done)));
  return withSteps('', steps.join('\n'));
}

/** The ids of repeating tasks that left a row completed since `since`. */
function seriesDoneSince(since: number, { completed }: TasksAround): ReadonlySet<string | null> {
  const done = new Set<string | null>();
  for (const { seriesId, completedAt } of completed.each())
    if (completedAt !== null && completedAt >= since) done.add(seriesId);
  return done;
}

/** True when a sub-task is completed. A repeating one is open again, but is one of `done` (see seriesDoneSince). */
function isDoneSince({ id, completedAt, cycleAt }: Task, since: number, done: ReadonlySet<unknown>): boolean {
  return completedAt !== null || (cycleAt !== null && cycleAt >= since && done.has(id));
}
