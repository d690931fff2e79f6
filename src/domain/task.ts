import type { Collection } from './collection.ts';
import type { Rows } from './schema/index.ts';
import * as schema from './schema/row.ts';

/** See schema/task.ts. A deleted one's row stays as a tombstone until it is purged. */
export type Task = Rows['task'];

/** Neither completed nor deleted on its own. Where its collection is deleted, it is not there all the same (see isThere). */
export function isActive(task: Task): boolean {
  return task.completedAt === null && task.deletedAt === null;
}

/** Whether the user has the task, given its collection: an active one shares what becomes of that, a completed one stays. */
export function isThere(task: Task, collection: Collection | undefined): boolean {
  return schema.isThere('task', task, () => collection);
}

export function isCompleted(task: Task): boolean {
  return task.completedAt !== null && task.deletedAt === null;
}
