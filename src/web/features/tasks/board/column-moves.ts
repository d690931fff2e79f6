import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { hasId, idSetOf } from '#src/domain/id-set.ts';
import {
  groupsOf,
  NO_GROUP,
  type ArrangedList,
  type Grouping,
  type Sort,
} from '#src/reading/lists/arrangement.ts';
import { placeOf, placesToMove } from '#src/domain/place.ts';
import { PRIORITIES } from '#src/tables/task/table.ts';
import { dayPlaceOf, placedTask, type Task } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/** The list that a board shows, its grouping and its sorting. */
export interface BoardOf {
  readonly list: ArrangedList;
  readonly by: Grouping;
  readonly sort: Sort;
}

/** A column: the key of its group, and all its tasks. */
export interface Column {
  readonly key: string;
  readonly ids: readonly string[];
}

/** The part that a Replica and a View share. */
type Tasks = Pick<Replica, 'get'>;

type Changes = Extract<Operation, { name: 'task.edit' }>['args']['changes'];

/** True if users order the cards of a column by hand. */
export function isManual({ sort }: BoardOf): boolean {
  return sort === 'manual';
}

/**
 * The operations that move tasks, in their order, into a column. The tasks get the value of the new column in place of the value of `from`.
 * In manual order, they go before the task at `index`, as far as their day and time allow.
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
  // Cards keep their place where no other card has their day and time, or where they are at that spot already.
  for (const { id, place } of places) edits.set(id, { ...edits.get(id), [column]: place });
  const labels =
    board.by === 'label' ? ids.flatMap((id) => labelOperations(tasks, id, from, to.key, at)) : [];
  const moved = new Set(ids);
  return [
    ...labels,
    // The moved tasks come last, since the last operation names the change.
    ...[...edits]
      .filter(([, changes]) => Object.keys(changes).length > 0)
      .toSorted(([a], [b]) => Number(moved.has(a)) - Number(moved.has(b)))
      .map(([id, changes]): Operation => ({ name: 'task.edit', args: { id, changes, at } })),
  ];
}

/** The edit that moves a task into a column; empty where the task is in it already, or where another operation moves it. */
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

/** Swaps the label of one column for the label of another. The column without a label takes all labels away. */
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

/** The cast is safe: a board shows only tasks that exist. */
function taskOf(tasks: Tasks, id: string): Task {
  return tasks.get('task', id) as Task;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}
