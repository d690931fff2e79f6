import { byPlace, placeOf, type Place } from './place.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import * as schema from '#src/domain/schema/row.ts';
import { ancestorsOf, type FindRow } from '#src/domain/schema/row.ts';

/** See schema/task.ts. A deleted one's row stays as a tombstone until it is purged. */
export type Task = Rows['task'];

type Dependent = Pick<Task, 'time' | 'zone' | 'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue'>;

const NO_REPEAT = { repeat: null, repeatFrom: 'date', repeatStart: null, repeatDue: null } as const;

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
export function cycleBelow(above: readonly Task[]): number | null {
  return above.find(({ cycleAt }) => cycleAt !== null)?.cycleAt ?? null;
}

/** By which of its columns it is known where a task stands, and whether it is completed there. */
type Standing = Pick<
  Task,
  'id' | 'parentId' | 'collectionId' | 'sectionId' | 'completedAt' | 'doneIn' | 'cycleAt' | 'deletedAt'
>;

interface Placing {
  /** Whether a task above it is completed, and it with that. */
  readonly isBelowCompleted?: boolean;
  /** Whether its collection is archived, so that only the page of that shows it (rule T8). */
  readonly isArchived?: boolean;
}

/**
 * A task with the collection and the section in which it stands: a sub-task's are those of its topmost parent. A sub-task that was completed
 * for a time which is over is open again (rule R4).
 */
export interface PlacedTask extends Task, Placing {}

/** The task, or what of it is known, as a PlacedTask; itself where it stands below none. */
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

/** When a task was completed that stands below these; null when it is open, also again. */
function doneAt({ completedAt, doneIn }: Standing, above: readonly Task[]): number | null {
  return doneIn === cycleBelow(above) ? completedAt : null;
}

/** Where tasks and collections are found by id, deleted or not. */
interface Lookup {
  task(id: string): Task | undefined;
  collection(id: string): Rows['collection'] | undefined;
}

/** Whether the user has the task: a sub-task shares what becomes of its parent, an active task what becomes of its collection. */
export function isThere(task: Task, rows: Lookup): boolean {
  return schema.isThere('task', task, (table, id) =>
    table === 'task' ? rows.task(id) : rows.collection(id),
  );
}

/** Whether it is neither completed nor deleted on its own. In a deleted collection it is not there all the same (see isThere). */
export function isActive(task: Task): boolean {
  return task.completedAt === null && task.deletedAt === null;
}

export function isCompleted(task: Task): boolean {
  return task.completedAt !== null && task.deletedAt === null;
}

/** Its place among the tasks of its day that have the same time, or none: by priority, then as in its collection, where it was not moved. */
export function dayPlaceOf(task: Task): Place {
  return task.dayPlace === '' ? `${task.priority}${placeOf(task)}` : task.dayPlace;
}

/** The order of the tasks of a day: by time, those without one last, then by place in the day. */
export function byDayPlace(a: Task, b: Task): number {
  if (a.time !== b.time) return (a.time ?? '~') < (b.time ?? '~') ? -1 : 1;
  if (a.dayPlace === '' && b.dayPlace === '') return a.priority - b.priority || byPlace(a, b);
  const [first, second] = [dayPlaceOf(a), dayPlaceOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id !== b.id);
}
