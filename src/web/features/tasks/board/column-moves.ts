import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { hasId, idSetOf } from '#src/domain/id-set.ts';
import {
  groupsOf,
  NO_GROUP,
  type ArrangedList,
  type Grouping,
  type Sort,
} from '#src/domain/lists/arrangement.ts';
import { placeOf, placesToMove } from '#src/domain/place.ts';
import { PRIORITIES } from '#src/domain/schema/task.ts';
import { dayPlaceOf, placedTask, type Task } from '#src/domain/task.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** The list that a board shows, how it is grouped, and how sorted. */
export interface BoardOf {
  readonly list: ArrangedList;
  readonly by: Grouping;
  readonly sort: Sort;
}

/** A column, by the key of its group, with all tasks in it. */
export interface Column {
  readonly key: string;
  readonly ids: readonly string[];
}

/** What a Replica has, and a View. */
type Tasks = Pick<Replica, 'get'>;

type Changes = Extract<Operation, { name: 'task.edit' }>['args']['changes'];

/** Whether it is the user's hand that decides what comes next in a column. */
export function isManual({ sort }: BoardOf): boolean {
  return sort === 'manual';
}

/**
 * What brings tasks, in their order, into a column: they get what those in it have in common, in place of what those of the column `from` have. Where the
 * order is manual, they come to stand before the task that is at `index` there; by the day and the time, which go before that.
 */
export function columnOperations(
  tasks: Tasks,
  board: BoardOf,
  ids: readonly string[],
  from: string,
  to: Column,
  index: number,
): Operation[] {
  const at = Date.now();
  const edits = new Map(ids.map((id): [string, Changes] => [id, changesInto(tasks, board, id, to.key)]));
  const { column, places } = placesIn(tasks, board, ids, to, index);
  // A card that comes alone, or stands there already, needs no other place.
  for (const { id, place } of places) edits.set(id, { ...edits.get(id), [column]: place });
  const labels =
    board.by === 'label' ? ids.flatMap((id) => labelOperations(tasks, id, from, to.key, at)) : [];
  const moved = new Set(ids);
  return [
    ...labels,
    // What the user moved comes last: the change is called by it.
    ...[...edits]
      .filter(([, changes]) => Object.keys(changes).length > 0)
      .toSorted(([a], [b]) => Number(moved.has(a)) - Number(moved.has(b)))
      .map(([id, changes]): Operation => ({ name: 'task.edit', args: { id, changes, at } })),
  ];
}

/** What a task of a column has, for it to stand there; nothing where it does, or where that is no column of its own. */
function changesInto(tasks: Tasks, { list, by }: BoardOf, id: string, key: string): Changes {
  const task = taskOf(tasks, id);
  const placed = placedTask(task, (table, of) => tasks.get(table, of));
  const arrangement = { list, group: by, sort: 'manual', direction: 'ascending' } as const;
  if (groupsOf(placed, arrangement, (table, of) => tasks.get(table, of)).includes(key)) return {};
  switch (by) {
    case 'none':
    case 'label':
      return {};
    case 'day':
      return { date: key === NO_GROUP ? null : (key as CalendarDay) };
    case 'priority': {
      const priority = PRIORITIES.find((each) => String(each) === key);
      return priority === undefined ? {} : { priority };
    }
    case 'collection':
      return { collectionId: key, sectionId: null, ...(task.parentId !== null && { parentId: null }) };
    case 'section':
      return { sectionId: key || null };
  }
}

/** The label of one column for that of another; without any where the column is of those without. */
function labelOperations(tasks: Tasks, id: string, from: string, key: string, at: number): Operation[] {
  const { labels } = taskOf(tasks, id);
  const gone = key === NO_GROUP ? labels : from !== key && hasId(labels, from) ? from : '';
  const add = key === NO_GROUP || hasId(labels, key) ? '' : idSetOf([key]);
  return add === '' && gone === '' ? [] : [{ name: 'task.label', args: { id, add, remove: gone, at } }];
}

function placesIn(tasks: Tasks, board: BoardOf, ids: readonly string[], to: Column, index: number) {
  const isInCollection = board.list.startsWith('in:');
  const column = isInCollection ? ('place' as const) : ('dayPlace' as const);
  const none = { column, places: [] };
  if (!isManual(board)) return none;
  const moved = new Set(ids);
  const day = board.by === 'day' ? to.key : null;
  const keyOf = (id: string) => {
    const { date, time } = taskOf(tasks, id);
    return isInCollection ? '' : `${(moved.has(id) ? day : null) ?? date ?? '~'} ${time ?? '~'}`;
  };
  const [key] = new Set(ids.map(keyOf));
  if (ids.some((id) => keyOf(id) !== key)) return none;
  const others = to.ids.filter((id) => !moved.has(id) && keyOf(id) === key);
  const before = to.ids.slice(0, index).filter((id) => others.includes(id)).length;
  const isThere = isSame([...others.slice(0, before), ...ids, ...others.slice(before)], to.ids);
  if (others.length === 0 || isThere) return none;
  const placeIn = isInCollection ? placeOf : dayPlaceOf;
  const places = placesToMove(ids, others, before, (id) => placeIn(taskOf(tasks, id)), Math.random);
  return { column, places };
}

/** The task is known: what a board shows is there. */
function taskOf(tasks: Tasks, id: string): Task {
  return tasks.get('task', id) as Task;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
