import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { idsIn } from '#src/domain/id-set.ts';
import { byPlace } from '#src/domain/place.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import type { PlacedTask, Task } from '#src/tables/task/task.ts';
import { byCompletion, byDate, compareText, ONE_KEY, TASKS, type TaskFamily } from './families.ts';

/**
 * A list of tasks with a view that its user can change: one of the four views, or the tasks of a collection,
 * a label or a filter.
 */
export type ArrangedList =
  | 'overdue'
  | 'today'
  | 'upcoming'
  | 'completed'
  | `in:${string}`
  | `labelled:${string}`
  | `query:${string}`;

/** A list that is made of families. The list of a filter is a kept query instead. */
export type FamilyList = Exclude<ArrangedList, `query:${string}`>;

/** The properties that group tasks. */
export const GROUPINGS = ['none', 'day', 'collection', 'priority', 'label', 'section'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/**
 * The properties that sort the tasks of a group. `manual` is the list's own order, where users move rows by
 * hand.
 */
export const SORTS = ['manual', 'date', 'priority', 'name', 'created'] as const;
export type Sort = (typeof SORTS)[number];

export const DIRECTIONS = ['ascending', 'descending'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Arrangement {
  readonly list: ArrangedList;
  readonly group: Grouping;
  readonly sort: Sort;
  readonly direction: Direction;
}

/** The name of an arranged list for its followers. */
export type ArrangedName = `arranged:${string}`;

export function arrangedName({ list, group, sort, direction }: Arrangement): ArrangedName {
  return `arranged:${group} ${sort} ${direction} ${list}`;
}

/** The opposite of `arrangedName`; accepts only its results. */
export function arrangementOf(name: ArrangedName): Arrangement {
  const [group, sort, direction, list] = name.slice('arranged:'.length).split(' ', 4);
  return { group, sort, direction, list } as Arrangement;
}

/** The key of the group for tasks that lack the grouping property. */
export const NO_GROUP = '';

/** The family that holds the tasks of a list, and a condition for the keys in that family. */
export function sourceOf(list: FamilyList, today: string): [TaskFamily, (key: string) => boolean] {
  switch (list) {
    case 'overdue':
      return ['day', (day) => day < today];
    case 'today':
      return ['day', (day) => day === today];
    case 'upcoming':
      return ['day', (day) => day > today];
    case 'completed':
      return ['completed', (key) => key === ONE_KEY[0]];
    default: {
      const [family, id] = list.split(':', 2) as ['in' | 'labelled', string];
      return [family, (key) => key === id];
    }
  }
}

/** True if a list has a task. */
export function isInList(list: FamilyList, task: PlacedTask, today: string): boolean {
  const [family, isSource] = sourceOf(list, today);
  return TASKS[family].keysOf(task).some(isSource);
}

/** The keys of a task's groups. A section or a label that is not there counts as none. */
export function groupsOf(task: PlacedTask, { list, group }: Arrangement, find: FindRow): readonly string[] {
  switch (group) {
    case 'none':
      return [NO_GROUP];
    case 'day': {
      const { completedAt } = task;
      return [list === 'completed' && completedAt !== null ? calendarDayAt(completedAt) : (task.date ?? '')];
    }
    case 'collection':
      return [task.collectionId];
    case 'priority':
      return [String(task.priority)];
    case 'label': {
      const labels = idsIn(task.labels).filter((id) => find('label', id)?.deletedAt === null);
      return labels.length > 0 ? labels : [NO_GROUP];
    }
    case 'section': {
      const section = task.sectionId === null ? undefined : find('section', task.sectionId);
      const isIn = section?.deletedAt === null && section['collectionId'] === task.collectionId;
      return [isIn ? section.id : NO_GROUP];
    }
  }
}

/** The order of the tasks of a group. Equal tasks follow the list's own order. */
export function compareIn({ list, sort, direction }: Arrangement): (a: PlacedTask, b: PlacedTask) => number {
  const otherwise = ownOrder(list);
  if (sort === 'manual') return otherwise;
  const compare = sort === 'date' && list === 'completed' ? byCompletedAt : ORDERS[sort];
  const sign = direction === 'ascending' ? 1 : -1;
  return (a, b) => compare(a, b, sign) || otherwise(a, b);
}

function ownOrder(list: ArrangedList): (a: Task, b: Task) => number {
  if (list === 'completed') return byCompletion;
  return list.startsWith('in:') ? byPlace : byDate;
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** `sign`: 1 ascending, -1 descending. */
type Ordering = (a: Task, b: Task, sign: number) => number;

const ORDERS: Readonly<Record<Exclude<Sort, 'manual'>, Ordering>> = {
  // A task without a date comes last in both directions.
  date: (a, b, sign) =>
    a.date === null || b.date === null
      ? Number(a.date === null) - Number(b.date === null)
      : sign * compareText(a.date, b.date),
  priority: (a, b, sign) => sign * (a.priority - b.priority),
  name: (a, b, sign) => sign * names.compare(a.name, b.name),
  created: (a, b, sign) => sign * (a.createdAt - b.createdAt),
};

const byCompletedAt: Ordering = (a, b, sign) => sign * ((a.completedAt ?? 0) - (b.completedAt ?? 0));
