import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Collection } from './collection.ts';

/**
 * A task. It names its collection by id alone; name and colour are read through it. Instants are ms since 1970 UTC.
 * A deleted task's row stays as a tombstone until it is purged. `deletedAt` is of a deletion of its own: with its collection
 * an active task goes and comes back as it is.
 */
export interface Task {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly date: CalendarDay;
  readonly collectionId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
  readonly deletedAt: number | null;
}

/** Neither completed nor deleted on its own. Where its collection is deleted, it is not there all the same (see isThere). */
export function isActive(task: Task): boolean {
  return task.completedAt === null && task.deletedAt === null;
}

/**
 * Whether the user has the task, given its collection: an active one shares what becomes of that, a completed one stays. Before
 * its collection has come to a device, an active task is not there either.
 */
export function isThere(task: Task, collection: Pick<Collection, 'deletedAt'> | undefined): boolean {
  return task.deletedAt === null && (task.completedAt !== null || collection?.deletedAt === null);
}

/** Whether the text of a task or collection is gone, some time after its deletion: nothing that is there has an empty name. */
export function isErased({ name }: { readonly name: string }): boolean {
  return name === '';
}

export function isCompleted(task: Task): boolean {
  return task.completedAt !== null && task.deletedAt === null;
}
