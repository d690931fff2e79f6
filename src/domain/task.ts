import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Collection } from './collection.ts';

/**
 * A task. It names its collection by id alone; name and colour are read through it. Instants are ms since 1970 UTC.
 * A deleted task's row stays as a tombstone until it is purged.
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

/** Neither completed nor deleted. */
export function isActive(task: Task): boolean {
  return task.completedAt === null && task.deletedAt === null;
}

/**
 * Whether a task shares what becomes of its collection: of one that is there, the active tasks do; of a deleted one, those
 * that its deletion took, which have its very time of deletion.
 */
export function goesWith(task: Task, { id, deletedAt }: Pick<Collection, 'id' | 'deletedAt'>): boolean {
  return task.collectionId === id && (deletedAt === null ? isActive(task) : task.deletedAt === deletedAt);
}

export function isCompleted(task: Task): boolean {
  return task.completedAt !== null && task.deletedAt === null;
}
