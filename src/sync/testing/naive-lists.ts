import { calendarDayAt, type CalendarDay } from '#src/domain/calendar-day.ts';
import type { Task } from '#src/domain/task.ts';
import type { ListName, ReadonlyTaskLists } from '#src/domain/lists/task-lists.ts';

/**
 * The lists as the design words them, of the tasks that the user has, by filtering and sorting everything each time: to hold
 * the real ones against.
 */
export function naiveLists(
  tasks: Iterable<Task>,
  today: CalendarDay,
  collectionIds: readonly string[],
): Map<ListName, readonly Task[]> {
  const live = [...tasks];
  const active = live.filter((task) => task.completedAt === null).toSorted(byDayThenAge);
  const completed = live.filter((task) => task.completedAt !== null).toSorted(newestCompletedFirst);
  return new Map<ListName, readonly Task[]>([
    ['overdue', active.filter((task) => task.date < today)],
    ['today', active.filter((task) => task.date === today)],
    ['upcoming', active.filter((task) => task.date > today)],
    ['completed', completed],
    ...collectionIds.flatMap((id) => {
      const isIn = (task: Task) => task.collectionId === id;
      return [
        [`in:${id}`, active.filter(isIn)],
        [`completed-in:${id}`, completed.filter(isIn)],
      ] as const;
    }),
  ]);
}

/** What a screen would read of each list. */
export function readLists(
  lists: ReadonlyTaskLists,
  collectionIds: readonly string[],
): Map<ListName, unknown> {
  return new Map<ListName, unknown>([
    ['overdue', lists.overdue()],
    ['today', lists.today()],
    ['upcoming', lists.upcoming()],
    ['completed', lists.completed()],
    ...collectionIds.flatMap(
      (id) =>
        [
          [`in:${id}`, lists.inCollection(id)],
          [`completed-in:${id}`, lists.completedIn(id)],
        ] as const,
    ),
  ]);
}

/** A naive list as `TaskLists` gives it: by day for overdue, upcoming and completed, else plain ids. */
export function shapeOf(name: ListName, tasks: readonly Task[]): unknown {
  if (name !== 'overdue' && name !== 'upcoming' && name !== 'completed') return tasks.map(({ id }) => id);
  const days = Map.groupBy(tasks, (task) =>
    name === 'completed' ? calendarDayAt(task.completedAt ?? 0) : task.date,
  );
  return [...days].map(([day, group]) => ({ day, ids: group.map(({ id }) => id) }));
}

/** The lists in which a task came, went or changed its place. */
export function changedLists(
  before: ReadonlyMap<ListName, readonly Task[]>,
  after: ReadonlyMap<ListName, readonly Task[]>,
): Set<ListName> {
  const place = ({ id, date, createdAt, completedAt }: Task) =>
    completedAt === null ? [id, date, createdAt] : [id, completedAt];
  const places = (tasks: readonly Task[] = []) => JSON.stringify(tasks.map(place));
  const names = new Set([...before.keys(), ...after.keys()]);
  return new Set([...names].filter((name) => places(before.get(name)) !== places(after.get(name))));
}

function byDayThenAge(a: Task, b: Task): number {
  return order(a.date, b.date) || order(a.createdAt, b.createdAt) || order(a.id, b.id);
}

function newestCompletedFirst(a: Task, b: Task): number {
  return order(b.completedAt ?? 0, a.completedAt ?? 0) || order(b.id, a.id);
}

function order<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
