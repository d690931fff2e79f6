import { byPlace, placeOf, type Place } from '#src/domain/place.ts';
import type { Rows } from '#src/tables/tables.ts';
import * as schema from '#src/tables/kit/row.ts';
import { ancestorsOf, type FindRow } from '#src/tables/kit/row.ts';

/** See table.ts. The row of a deleted task stays as a tombstone until it is purged. */
export type Task = Rows['task'];

type Dependent = Pick<Task, 'time' | 'zone' | 'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue'>;

/** The columns of a task that does not repeat. */
export const NO_REPEAT = { repeat: null, repeatFrom: 'date', repeatStart: null, repeatDue: null } as const;

/**
 * The columns that mean nothing without another one, cleared where that is null: a time and a repeat need a date, a zone needs a time
 * (rule T2).
 */
export function dependentColumns(task: Dependent & Pick<Task, 'date'>): Dependent {
  const time = task.date === null ? null : task.time;
  const { repeat, repeatFrom, repeatStart, repeatDue } =
    task.date === null || task.repeat === null ? NO_REPEAT : task;
  return { time, zone: time === null ? null : task.zone, repeat, repeatFrom, repeatStart, repeatDue };
}

/** The time of a repeating task that its sub-tasks belong to: the `cycleAt` of the nearest task above that has one, else null. */
export function cycleBelow(above: readonly Pick<Task, 'cycleAt'>[]): number | null {
  return above.find(({ cycleAt }) => cycleAt !== null)?.cycleAt ?? null;
}

/** The columns that decide the place of a task, and its completion there. */
type Standing = Pick<
  Task,
  'id' | 'parentId' | 'collectionId' | 'sectionId' | 'completedAt' | 'doneIn' | 'cycleAt' | 'deletedAt'
>;

interface Placing {
  /** True when a task above is completed. */
  readonly isBelowCompleted?: boolean;
  /** True when its collection is archived, so that only the page of the collection shows it (rule T8). */
  readonly isArchived?: boolean;
}

/**
 * A task with its effective collection and section: a sub-task has those of its topmost parent. A sub-task
 * completed for an earlier occurrence is open again (rule R4).
 */
export interface PlacedTask extends Task, Placing {}

/** The task, or a part of its columns, as a PlacedTask; the same object for a top-level task. */
export function placedTask<T extends Standing>(task: T, find: FindRow): T & Placing {
  const standing: Standing = task;
  if (standing.parentId === null) return task;
  const above = ancestorsOf('task', standing, find);
  const { collectionId, sectionId } = above.at(-1) ?? standing;
  return {
    ...task,
    collectionId,
    sectionId,
    completedAt: doneAt(task, above),
    isBelowCompleted: above.some((each, place) => doneAt(each, above.slice(place + 1)) !== null),
  };
}

/** The completion of a sub-task below these tasks; null when it is open, or open again. */
function doneAt({ completedAt, doneIn }: Standing, above: readonly Task[]): number | null {
  return doneIn === cycleBelow(above) ? completedAt : null;
}

/** Finds tasks and collections by id, deleted or not. */
interface Lookup {
  task(id: string): Task | undefined;
  collection(id: string): Rows['collection'] | undefined;
}

/** True for a task that is there: a sub-task is there with its parent, an active task with its collection. */
export function isThere(task: Task, rows: Lookup): boolean {
  return schema.isThere('task', task, (table, id) =>
    table === 'task' ? rows.task(id) : rows.collection(id),
  );
}

/**
 * True for a task that is neither completed nor deleted by itself. In a deleted collection it still is not
 * there (see isThere).
 */
export function isActive(task: Task): boolean {
  return task.completedAt === null && task.deletedAt === null;
}

export function isCompleted(task: Task): boolean {
  return task.completedAt !== null && task.deletedAt === null;
}

/**
 * The place of a task among those of its day with the same time, or with none: by priority, then as in its
 * collection, until it is moved.
 */
export function dayPlaceOf(task: Task): Place {
  return task.dayPlace === '' ? `${task.priority}${placeOf(task)}` : task.dayPlace;
}

/** The order of the tasks of a day: by time, tasks without one last, then by place in the day. */
export function byDayPlace(a: Task, b: Task): number {
  if (a.time !== b.time) return (a.time ?? '~') < (b.time ?? '~') ? -1 : 1;
  if (a.dayPlace === '' && b.dayPlace === '') return a.priority - b.priority || byPlace(a, b);
  const [first, second] = [dayPlaceOf(a), dayPlaceOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id !== b.id);
}
