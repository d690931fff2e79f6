import { calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Arrangement } from '#src/reading/lists/arrangement.ts';
import type { Rows } from '#src/tables/tables.ts';
import { dayPlaceOf, type PlacedTask } from '#src/tables/task/task.ts';
import { placeOf } from '#src/domain/place.ts';

/** Today, the query, and the rows other than tasks. */
interface There {
  readonly today: CalendarDay;
  /** The priority that the query asks for, in completed and archived tasks too; null if the query is invalid. */
  readonly query: number | null;
  readonly sections: readonly Rows['section'][];
  readonly labels: readonly Rows['label'][];
}

/** The groups of a list, filtered, sorted and grouped from scratch each time to check the real ones. */
export function naiveGroups(
  tasks: readonly PlacedTask[],
  arrangement: Arrangement,
  there: There,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const shown = tasks.filter((task) => isIn(task, arrangement.list, there));
  for (const task of shown.toSorted((a, b) => inOrder(a, b, arrangement)))
    for (const key of keysOf(task, arrangement, there))
      groups.set(key, [...(groups.get(key) ?? []), task.id]);
  return groups;
}

function isIn(task: PlacedTask, list: Arrangement['list'], { today, query }: There): boolean {
  const { date, completedAt, isBelowCompleted, isArchived } = task;
  if (list.startsWith('query:')) return task.priority === query;
  if (list === 'completed') return completedAt !== null && !isArchived;
  if (completedAt !== null || isBelowCompleted) return false;
  if (list.startsWith('in:')) return `in:${task.collectionId}` === list && task.parentId === null;
  if (isArchived) return false;
  if (list.startsWith('labelled:')) return task.labels.split(' ').some((id) => `labelled:${id}` === list);
  if (date === null) return false;
  return list === (date < today ? 'overdue' : date === today ? 'today' : 'upcoming');
}

function keysOf(task: PlacedTask, { list, group }: Arrangement, { sections, labels }: There): string[] {
  if (group === 'none') return [''];
  if (group === 'priority') return [`${task.priority}`];
  if (group === 'collection') return [task.collectionId];
  if (group === 'day') return [list === 'completed' ? calendarDayAt(task.completedAt!) : (task.date ?? '')];
  if (group === 'section') {
    const isOne = (each: Rows['section']) =>
      each.id === task.sectionId && each.deletedAt === null && each.collectionId === task.collectionId;
    return [sections.find(isOne)?.id ?? ''];
  }
  const live = labels.filter(
    ({ id, deletedAt }) => deletedAt === null && task.labels.split(' ').includes(id),
  );
  return live.length === 0 ? [''] : live.map(({ id }) => id);
}

function inOrder(a: PlacedTask, b: PlacedTask, { list, sort, direction }: Arrangement): number {
  const turn = direction === 'descending' ? -1 : 1;
  const bySort = {
    manual: () => 0,
    date: () =>
      list === 'completed'
        ? turn * (a.completedAt! - b.completedAt!)
        : Number(!a.date) - Number(!b.date) || turn * order(a.date ?? '', b.date ?? ''),
    priority: () => turn * (a.priority - b.priority),
    name: () => turn * order(a.name.toLowerCase(), b.name.toLowerCase()),
    created: () => turn * (a.createdAt - b.createdAt),
  }[sort]();
  return bySort || byItself(a, b, list);
}

function byItself(a: PlacedTask, b: PlacedTask, list: Arrangement['list']): number {
  if (list === 'completed') return b.completedAt! - a.completedAt! || order(b.id, a.id);
  const byId = order(a.id, b.id);
  if (list.startsWith('in:')) return order(placeOf(a), placeOf(b)) || byId;
  return (
    order(a.date ?? 'none', b.date ?? 'none') ||
    order(a.time ?? 'none', b.time ?? 'none') ||
    order(dayPlaceOf(a), dayPlaceOf(b)) ||
    byId
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
