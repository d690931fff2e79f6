import { byPosition, type Collection } from '#src/tables/collection/collection.ts';
import { idsIn } from '#src/domain/id-set.ts';
import { byPlace } from '#src/domain/place.ts';
import type { Rows } from '#src/tables/tables.ts';
import { isErased } from '#src/tables/kit/row.ts';
import { byDayPlace, type PlacedTask, type Task } from '#src/tables/task/task.ts';
import type { Change } from './presence.ts';
import type { Family } from './standing-lists.ts';

export type Section = Rows['section'];
export type Reminder = Rows['reminder'];
export type Label = Rows['label'];
export type Filter = Rows['filter'];
export type Deleted = Task | Collection;

export const NO_KEY: readonly string[] = [];
/** The key of a family with a single list. */
export const ONE_KEY = [''] as const;
/** The key of the completed tasks that are archived. */
export const ARCHIVED = 'archived';

const keyOr = (key: string | null) => (key === null ? NO_KEY : [key]);

/** True for a task that is neither completed, nor below a completed one. */
const isActive = (task: PlacedTask) => task.completedAt === null && !task.isBelowCompleted;

const active = (keyOf: (task: PlacedTask) => string | null) => (task: PlacedTask) =>
  isActive(task) ? keyOr(keyOf(task)) : NO_KEY;

/** Archived tasks are only in the lists of their collection. */
const unlessArchived = (keysOf: (task: PlacedTask) => readonly string[]) => (task: PlacedTask) =>
  task.isArchived ? NO_KEY : keysOf(task);

const completed = (keyOf: (task: PlacedTask) => string | null) => (task: PlacedTask) =>
  task.completedAt === null ? NO_KEY : keyOr(keyOf(task));

const ifTop = (task: Task, key: string) => (task.parentId === null ? key : null);

export const TASKS = {
  /** The active tasks of a day, with sub-tasks. */
  day: { keysOf: unlessArchived(active(({ date }) => date)), compare: byDayPlace },
  /** The active top-level tasks of a collection. */
  in: { keysOf: active((task) => ifTop(task, task.collectionId)), compare: byPlace },
  /** The active sub-tasks of a collection at all levels, grouped by parent, in their order. */
  below: {
    keysOf: active(({ parentId, collectionId }) => (parentId === null ? null : collectionId)),
    compare: (a, b) => compareText(a.parentId ?? '', b.parentId ?? '') || byPlace(a, b),
  },
  /** The active top-level tasks of a collection in one section, or in none. */
  part: {
    keysOf: active((task) => ifTop(task, partOf(task.collectionId, task.sectionId))),
    compare: byPlace,
  },
  /** The active tasks with a label. */
  labelled: {
    keysOf: unlessArchived((task) => (isActive(task) ? idsIn(task.labels) : NO_KEY)),
    compare: byDate,
  },
  /** The sub-tasks of a task, active or completed. */
  under: { keysOf: ({ parentId }: PlacedTask) => keyOr(parentId), compare: byPlace },
  'completed-under': { keysOf: completed(({ parentId }) => parentId), compare: byCompletion },
  /** All completed tasks, the newest first. The archived ones have a list of their own. */
  completed: {
    keysOf: completed(({ isArchived }) => (isArchived ? ARCHIVED : ONE_KEY[0])),
    compare: byCompletion,
  },
  /** The completed top-level tasks of a collection. */
  'completed-in': {
    keysOf: completed((task) => ifTop(task, task.collectionId)),
    compare: byCompletion,
  },
} satisfies Record<string, Family<PlacedTask>>;

export type TaskFamily = keyof typeof TASKS;

/** The families whose lists have a name each, made of the family and the key. */
export const NAMED = ['in', 'below', 'part', 'labelled', 'under', 'completed-under', 'completed-in'] as const;

/** The key of a collection's tasks in a section; null for tasks in none. */
export function partOf(collectionId: string, sectionId: string | null): string {
  return `${collectionId}/${sectionId ?? ''}`;
}

/** The collection of a key that `partOf` made. */
export function collectionOf(part: string): string {
  return part.slice(0, part.indexOf('/'));
}

export const COLLECTIONS = {
  there: { keysOf: ifThere(() => ONE_KEY[0]), compare: byPosition },
} satisfies Record<string, Family<Collection>>;

export const SECTIONS = {
  in: { keysOf: ifThere(({ collectionId }) => collectionId), compare: byPlace },
  there: { keysOf: ifThere(() => ONE_KEY[0]), compare: byPlace },
} satisfies Record<string, Family<Section>>;

export const LABELS = {
  there: { keysOf: ifThere(() => ONE_KEY[0]), compare: byName },
} satisfies Record<string, Family<Label>>;

/**
 * Reminders in the order of their creation: minutes before a time and an instant cannot be compared without
 * the task's time.
 */
export const REMINDERS = {
  of: {
    keysOf: ifThere(({ taskId }) => taskId),
    compare: (a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id),
  },
} satisfies Record<string, Family<Reminder>>;
export const FILTERS = {
  there: { keysOf: ifThere(() => ONE_KEY[0]), compare: byFavourite },
} satisfies Record<string, Family<Filter>>;

export const TRASH = {
  deleted: { keysOf: () => ONE_KEY, compare: byDeletion },
} satisfies Record<string, Family<Deleted>>;

function ifThere<Row extends { readonly deletedAt: number | null }>(keyOf: (row: Row) => string) {
  return (row: Row) => (row.deletedAt === null ? [keyOf(row)] : NO_KEY);
}

/** The changes that put a row into the trash, take it out, or change it there. */
export function deletionsIn(
  table: 'task' | 'collection',
  changes: Iterable<Change<Deleted>>,
): Change<Deleted>[] {
  const found: Change<Deleted>[] = [];
  const ifDeleted = (row: Deleted | undefined) =>
    row && row.deletedAt !== null && !isErased(table, row) ? row : undefined;
  for (const change of changes) {
    const [before, after] = [ifDeleted(change.before), ifDeleted(change.after)];
    if (before || after) found.push({ before, after });
  }
  return found;
}

function byDeletion(a: Deleted, b: Deleted): number {
  return (b.deletedAt ?? 0) - (a.deletedAt ?? 0) || compareText(b.id, a.id);
}

/** Compares tasks by day, tasks without one last, and within a day by the order of the day. */
export function byDate(a: Task, b: Task): number {
  // `~` sorts after every day.
  return compareText(a.date ?? '~', b.date ?? '~') || byDayPlace(a, b);
}

function byName(a: Label, b: Label): number {
  return compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.id, b.id);
}

function byFavourite(a: Filter, b: Filter): number {
  return b.isFavourite - a.isFavourite || byPlace(a, b);
}

export function byCompletion(a: Task, b: Task): number {
  return (b.completedAt ?? 0) - (a.completedAt ?? 0) || compareText(b.id, a.id);
}

/** Compares by UTF-16 code units: the same order on every device, in every language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
