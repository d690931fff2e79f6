import { calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { placeOf } from '#src/domain/place.ts';
import { dayPlaceOf, type PlacedTask } from '#src/tables/task/task.ts';
import type { ListName } from '#src/reading/lists/list-name.ts';
import type { ReadonlyTaskLists } from '#src/reading/lists/task-lists.ts';

/**
 * The lists, filtered and sorted from scratch each time to check the real ones. `tasks` are the existing tasks with the
 * collection and section of their topmost ancestor. Sections, labels and parents have a list if a task names them.
 */
export function naiveLists(
  tasks: Iterable<PlacedTask>,
  today: CalendarDay,
  collectionIds: readonly string[],
): Map<ListName, readonly PlacedTask[]> {
  const live = [...tasks];
  const active = live.filter(
    ({ completedAt, isBelowCompleted }) => completedAt === null && !isBelowCompleted,
  );
  const completed = live.filter((task) => task.completedAt !== null).toSorted(newestCompletedFirst);
  const isShown = ({ isArchived }: PlacedTask) => !isArchived;
  const days = active.filter((task) => isShown(task) && task.date !== null).toSorted(inDays);
  const tops = active.filter(({ parentId }) => parentId === null).toSorted(byPlace);
  const lists = new Map<ListName, PlacedTask[]>([
    ['overdue', days.filter((task) => task.date! < today)],
    ['today', days.filter((task) => task.date === today)],
    ['upcoming', days.filter((task) => task.date! > today)],
    ['completed', completed.filter(isShown)],
    ...collectionIds.flatMap((id) => {
      const isIn = (task: PlacedTask) => task.collectionId === id;
      return [
        [`in:${id}`, tops.filter(isIn)],
        [`completed-in:${id}`, completed.filter((task) => isIn(task) && task.parentId === null)],
      ] as const;
    }),
  ]);
  const add = (name: ListName, task: PlacedTask) => lists.set(name, [...(lists.get(name) ?? []), task]);
  for (const task of tops) add(`part:${task.collectionId}/${task.sectionId ?? ''}`, task);
  for (const task of active.toSorted((a, b) => order(a.parentId ?? '', b.parentId ?? '') || byPlace(a, b)))
    if (task.parentId !== null) add(`below:${task.collectionId}`, task);
  for (const task of active.filter(isShown).toSorted(inDays))
    for (const label of task.labels.split(' ')) if (label !== '') add(`labelled:${label}`, task);
  for (const task of live.toSorted(byPlace)) if (task.parentId !== null) add(`under:${task.parentId}`, task);
  for (const task of completed) if (task.parentId !== null) add(`completed-under:${task.parentId}`, task);
  return lists;
}

/** The content of each list as a screen reads it. */
export function readLists(lists: ReadonlyTaskLists, names: Iterable<ListName>): Map<ListName, unknown> {
  return new Map(Array.from(names, (name) => [name, readList(lists, name)]));
}

/** The expected content of each list. */
export function shapesOf(lists: ReadonlyMap<ListName, readonly PlacedTask[]>): Map<ListName, unknown> {
  return new Map(Array.from(lists, ([name, tasks]) => [name, shapeOf(name, tasks)]));
}

function readList(lists: ReadonlyTaskLists, name: ListName): unknown {
  switch (name) {
    case 'overdue':
    case 'today':
    case 'upcoming':
      return lists.days[name]();
    case 'completed':
      return lists.completed.byDay();
    case 'collections':
    case 'sections':
      return lists[name].all();
    case 'labels':
    case 'filters':
    case 'trash':
      return lists[name]();
    default: {
      const [family, key] = name.split(':', 2) as [string, string];
      const [collectionId = '', sectionId = ''] = key.split('/');
      if (family === 'in') return lists.inCollection(key);
      if (family === 'below') return lists.below(key);
      if (family === 'completed-in') return lists.completedIn(key);
      if (family === 'part') return lists.sections.part(collectionId, sectionId || null);
      if (family === 'labelled') return lists.labelled(key);
      if (family === 'under') return lists.under(key);
      if (family === 'completed-under') return lists.count(name);
      if (family === 'reminders') return lists.reminders(key);
      return lists.sections.in(key);
    }
  }
}

/** The names of the lists that exist even without tasks. */
export function listNames(collectionIds: readonly string[]): ListName[] {
  const ofCollections = collectionIds.flatMap((id): ListName[] => [`in:${id}`, `completed-in:${id}`]);
  return ['overdue', 'today', 'upcoming', 'completed', ...ofCollections];
}

/** A naive list in the form of `TaskLists`: by day for overdue, upcoming and completed, else plain ids. */
function shapeOf(name: ListName, tasks: readonly PlacedTask[]): unknown {
  if (name.startsWith('completed-under:')) return tasks.length;
  if (name !== 'overdue' && name !== 'upcoming' && name !== 'completed') return tasks.map(({ id }) => id);
  const days = Map.groupBy(tasks, (task) =>
    name === 'completed' ? calendarDayAt(task.completedAt ?? 0) : task.date,
  );
  return [...days].map(([day, group]) => ({ day, ids: group.map(({ id }) => id) }));
}

/** The lists that a task entered, left, or changed its place in. */
export function changedLists(
  before: ReadonlyMap<ListName, readonly PlacedTask[]>,
  after: ReadonlyMap<ListName, readonly PlacedTask[]>,
): Set<ListName> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const places = (name: ListName, tasks: readonly PlacedTask[] = []) =>
    JSON.stringify(tasks.map((task) => placeIn(name, task)));
  const changed = [...names].filter(
    (name) => places(name, before.get(name)) !== places(name, after.get(name)),
  );
  const parts = changed.filter((name) => name.startsWith('part:'));
  return new Set([...changed, ...parts.map((name): ListName => `parts:${name.slice(5, name.indexOf('/'))}`)]);
}

function placeIn(name: ListName, task: PlacedTask): unknown {
  if (name === 'completed') return [task.id, task.completedAt, task.collectionId];
  if (name.startsWith('completed')) return [task.id, task.completedAt];
  if (name.startsWith('below:')) return [task.id, task.parentId, placeOf(task)];
  if (/^(?:in|part|under):/.test(name)) return [task.id, placeOf(task)];
  return [task.id, task.date, task.time, dayPlaceOf(task)];
}

function inDays(a: PlacedTask, b: PlacedTask): number {
  return (
    order(a.date ?? 'none', b.date ?? 'none') ||
    order(a.time ?? 'none', b.time ?? 'none') ||
    order(dayPlaceOf(a), dayPlaceOf(b)) ||
    order(a.id, b.id)
  );
}

function byPlace(a: PlacedTask, b: PlacedTask): number {
  return order(placeOf(a), placeOf(b)) || order(a.id, b.id);
}

function newestCompletedFirst(a: PlacedTask, b: PlacedTask): number {
  return order(b.completedAt ?? 0, a.completedAt ?? 0) || order(b.id, a.id);
}

function order<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
