import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { placeOf, placesToMove } from '#src/domain/place.ts';
import { dayPlaceOf, placedTask, type Task } from '#src/domain/task.ts';
import type { Operation } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';

/**
 * How the rows of a list are ordered by hand: among the tasks of their day, in their collection, section or parent, or among all sub-tasks
 * of the one parent that the list is of, completed or not.
 */
export type Order = 'day' | 'place' | 'under';

/** Where tasks can be put in a list, by those that the list shows there. */
export interface Spot {
  readonly parentId: string | null;
  /** The section of what stands below no task. */
  readonly sectionId: string | null;
  /** The day, in a list by days. */
  readonly day: CalendarDay | null;
  /** Its neighbours below the same parent, in the same section, or of the same time of the day. With neither it is the last there. */
  readonly after: string | null;
  readonly before: string | null;
}

/** What a Replica has, and a View. */
type Tasks = Pick<Replica, 'get' | 'lists'>;

const ORDERS = {
  day: { placeOf: dayPlaceOf, column: 'dayPlace' },
  place: { placeOf, column: 'place' },
  under: { placeOf, column: 'place' },
} as const;

/** The tasks among which its list shows a task, itself too, in their order; none for one that is not in such a list. */
export function companionsOf(tasks: Tasks, id: string, order: Order): readonly string[] {
  const spot = standingOf(tasks, id);
  if (!spot) return [];
  const ids = siblingsAt(tasks, id, spot, order);
  const shown =
    order === 'place' && spot.parentId !== null ? ids.filter((other) => isOpen(tasks, other)) : ids;
  return shown.includes(id) ? shown : [];
}

/** What brings a task so many steps down among those, or up if negative. Null at the end. */
export function stepOperations(tasks: Tasks, id: string, step: number, order: Order): Operation[] | null {
  const companions = companionsOf(tasks, id, order);
  const index = companions.indexOf(id) + step;
  const standing = standingOf(tasks, id);
  if (!standing || companions[index] === undefined) return null;
  const others = companions.filter((other) => other !== id);
  const beside = { after: others[index - 1] ?? null, before: others[index] ?? null };
  return moveOperations(tasks, [id], { ...standing, ...beside }, order);
}

/** What makes a task the last sub-task of the one above it in its list. Null where there is none above. */
export function indentOperations(tasks: Tasks, id: string): Operation[] | null {
  const companions = companionsOf(tasks, id, 'place');
  const parentId = companions[companions.indexOf(id) - 1];
  return parentId === undefined ? null : moveOperations(tasks, [id], { ...NOWHERE, parentId }, 'place');
}

/** What makes a sub-task stand right below what was its parent, beside it. Null for what is no sub-task. */
export function outdentOperations(tasks: Tasks, id: string): Operation[] | null {
  const parentId = tasks.get('task', id)?.parentId ?? null;
  const spot = parentId === null ? null : standingOf(tasks, parentId);
  return spot && moveOperations(tasks, [id], { ...spot, after: parentId }, 'place');
}

/** What brings tasks, in their order, to a spot of a list that shows them: as a rule one edit for each, of what changes by it. */
export function moveOperations(tasks: Tasks, ids: readonly string[], spot: Spot, order: Order): Operation[] {
  const [first = ''] = ids;
  const moved = new Set(ids);
  const others = siblingsAt(tasks, first, spot, order).filter((other) => !moved.has(other));
  const { column, placeOf: placeBy } = ORDERS[order];
  const placeAt = (id: string) => placeBy(tasks.get('task', id) as Task);
  const changes = new Map(ids.map((id): [string, Changes] => [id, changesTo(tasks, id, spot, order)]));
  // A task that comes alone needs no other place.
  if (others.length > 0)
    for (const { id, place } of placesToMove(ids, others, indexIn(others, spot), placeAt, Math.random))
      changes.set(id, { ...changes.get(id), [column]: place });
  // What the user moved comes last: the change is called by it.
  return [...changes]
    .filter(([, each]) => Object.keys(each).length > 0)
    .toSorted(([a], [b]) => Number(moved.has(a)) - Number(moved.has(b)))
    .map(([id, each]) => ({ name: 'task.edit', args: { id, changes: each, at: Date.now() } }));
}

type Changes = Extract<Operation, { name: 'task.edit' }>['args']['changes'];

const NOWHERE: Spot = { parentId: null, sectionId: null, day: null, after: null, before: null };

/** Where a task stands, but for its neighbours. */
function standingOf(tasks: Tasks, id: string): Spot | null {
  const task = tasks.get('task', id);
  if (!task) return null;
  const { parentId, date } = task;
  return { ...NOWHERE, parentId, sectionId: parentId === null ? sectionOf(tasks, task) : null, day: date };
}

/** One that is not there, or is of another collection, counts as none. */
function sectionOf(tasks: Tasks, { sectionId, collectionId }: Task): string | null {
  const section = sectionId === null ? undefined : tasks.get('section', sectionId);
  return section?.deletedAt === null && section.collectionId === collectionId ? section.id : null;
}

/** All among which a task has its place there, shown or not. */
function siblingsAt(tasks: Tasks, id: string, spot: Spot, order: Order): readonly string[] {
  const task = tasks.get('task', id) as Task;
  if (order === 'day') {
    const ids = spot.day === null ? [] : tasks.lists.days.on(spot.day);
    // The time goes before what the user's hand does.
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

/** What is other there than where the task stands. */
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
