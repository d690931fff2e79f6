import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { placeOf, placesToMove } from '#src/domain/place.ts';
import { dayPlaceOf, placedTask, type Task } from '#src/tables/task/task.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/**
 * The manual order of a list's rows: `day` among the tasks of their day; `place` in their collection, section
 * or parent; `under` among all sub-tasks of the one parent, completed or not.
 */
export type Order = 'day' | 'place' | 'under';

/** A place for tasks in a list, given by the tasks shown around it. */
export interface Spot {
  readonly parentId: string | null;
  /** The section of a top-level task. */
  readonly sectionId: string | null;
  /** The day, in a list by days. */
  readonly day: CalendarDay | null;
  /** The neighbors with the same parent, section or time of day. Null for both means the last place. */
  readonly after: string | null;
  readonly before: string | null;
}

/** A Replica or a View. */
type Tasks = Pick<Replica, 'get' | 'lists'>;

const ORDERS = {
  day: { placeOf: dayPlaceOf, column: 'dayPlace' },
  place: { placeOf, column: 'place' },
  under: { placeOf, column: 'place' },
} as const;

/**
 * All tasks in the same list as a task, including itself, in their order. Empty if no such list shows the
 * task.
 */
export function companionsOf(tasks: Tasks, id: string, order: Order): readonly string[] {
  const spot = standingOf(tasks, id);
  if (!spot) return [];
  const ids = siblingsAt(tasks, id, spot, order);
  const shown =
    order === 'place' && spot.parentId !== null ? ids.filter((other) => isOpen(tasks, other)) : ids;
  return shown.includes(id) ? shown : [];
}

/** Moves a task down by `step` in its list, or up if negative. Null at the end. */
export function stepOperations(tasks: Tasks, id: string, step: number, order: Order): Operation[] | null {
  const companions = companionsOf(tasks, id, order);
  const index = companions.indexOf(id) + step;
  const standing = standingOf(tasks, id);
  if (!standing || companions[index] === undefined) return null;
  const others = companions.filter((other) => other !== id);
  const beside = { after: others[index - 1] ?? null, before: others[index] ?? null };
  return moveOperations(tasks, [id], { ...standing, ...beside }, order);
}

/** Makes a task the last sub-task of the task above it in its list. Null without a task above. */
export function indentOperations(tasks: Tasks, id: string): Operation[] | null {
  const companions = companionsOf(tasks, id, 'place');
  const parentId = companions[companions.indexOf(id) - 1];
  return parentId === undefined ? null : moveOperations(tasks, [id], { ...NOWHERE, parentId }, 'place');
}

/** Moves a sub-task out, to right after its former parent. Null for a top-level task. */
export function outdentOperations(tasks: Tasks, id: string): Operation[] | null {
  const parentId = tasks.get('task', id)?.parentId ?? null;
  const spot = parentId === null ? null : standingOf(tasks, parentId);
  return spot && moveOperations(tasks, [id], { ...spot, after: parentId }, 'place');
}

/**
 * Moves tasks, in their order, to a spot of a visible list: usually one edit for each, with only the changed
 * fields.
 */
export function moveOperations(tasks: Tasks, ids: readonly string[], spot: Spot, order: Order): Operation[] {
  const [first = ''] = ids;
  const moved = new Set(ids);
  const others = siblingsAt(tasks, first, spot, order).filter((other) => !moved.has(other));
  const { column, placeOf: placeBy } = ORDERS[order];
  const placeAt = (id: string) => placeBy(tasks.get('task', id) as Task);
  const changes = new Map(ids.map((id): [string, Changes] => [id, changesTo(tasks, id, spot, order)]));
  // In an empty list a task needs no new place.
  if (others.length > 0)
    for (const { id, place } of placesToMove(ids, others, indexIn(others, spot), placeAt, Math.random))
      changes.set(id, { ...changes.get(id), [column]: place });
  // The user's own task comes last, since the last operation names the change.
  return [...changes]
    .filter(([, each]) => Object.keys(each).length > 0)
    .toSorted(([a], [b]) => Number(moved.has(a)) - Number(moved.has(b)))
    .map(([id, each]) => ({ name: 'task.edit', args: { id, changes: each, at: Date.now() } }));
}

type Changes = Extract<Operation, { name: 'task.edit' }>['args']['changes'];

const NOWHERE: Spot = { parentId: null, sectionId: null, day: null, after: null, before: null };

/** The spot of a task, without neighbors. */
function standingOf(tasks: Tasks, id: string): Spot | null {
  const task = tasks.get('task', id);
  if (!task) return null;
  const { parentId, date } = task;
  return { ...NOWHERE, parentId, sectionId: parentId === null ? sectionOf(tasks, task) : null, day: date };
}

/** A section that is missing, or of another collection, counts as none. */
function sectionOf(tasks: Tasks, { sectionId, collectionId }: Task): string | null {
  const section = sectionId === null ? undefined : tasks.get('section', sectionId);
  return section?.deletedAt === null && section.collectionId === collectionId ? section.id : null;
}

/** All tasks that share the order of the spot, shown or not. */
function siblingsAt(tasks: Tasks, id: string, spot: Spot, order: Order): readonly string[] {
  const task = tasks.get('task', id) as Task;
  if (order === 'day') {
    const ids = spot.day === null ? [] : tasks.lists.days.on(spot.day);
    // Times sort before manual order.
    return ids.filter((other) => tasks.get('task', other)?.time === task.time);
  }
  if (spot.parentId !== null) return tasks.lists.under(spot.parentId);
  const { collectionId } = placedTask(task, (table, of) => tasks.get(table, of));
  return (
    tasks.lists.sections.parts(collectionId).find(({ sectionId }) => sectionId === spot.sectionId)?.ids ?? []
  );
}

function indexIn(others: readonly string[], { after, before }: Spot): number {
  if (before !== null) return others.indexOf(before);
  return after === null ? others.length : others.indexOf(after) + 1;
}

/** The fields that a move to the spot changes. */
function changesTo(tasks: Tasks, id: string, { parentId, sectionId, day }: Spot, order: Order): Changes {
  const task = tasks.get('task', id) as Task;
  if (order === 'day') return day === task.date ? {} : { date: day };
  if (parentId !== null) return parentId === task.parentId ? {} : { parentId };
  if (task.parentId !== null) return { parentId, sectionId };
  return sectionOf(tasks, task) === sectionId ? {} : { sectionId };
}

function isOpen(tasks: Tasks, id: string): boolean {
  const task = tasks.get('task', id) as Task;
  return placedTask(task, (table, of) => tasks.get(table, of)).completedAt === null;
}
