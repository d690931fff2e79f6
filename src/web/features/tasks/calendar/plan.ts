import { addDays, type CalendarDay } from '#src/domain/calendar-day.ts';
import { daysOver, laterDays, MOST_DAYS_OVER, standingOf } from '#src/domain/calendar/standing.ts';
import { compareText } from '#src/domain/lists/families.ts';
import { byPlace } from '#src/domain/place.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import { byDayPlace, isActive, isThere, placedTask, type PlacedTask, type Task } from '#src/domain/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { archivedIn, tasksIn, type CalendarList } from './calendar-list.ts';

/** A task and when it is due where the user is. */
export interface Standing {
  readonly id: string;
  readonly due: Due;
}

/** What a calendar shows of the days from its first to its last. */
export interface CalendarPlan {
  /** The active tasks of each day that has any, by time, then as lists have them. */
  readonly days: ReadonlyMap<CalendarDay, readonly Standing[]>;
  /** The active tasks that began on a day before and go on in a day, by that day. */
  readonly running: ReadonlyMap<CalendarDay, readonly Standing[]>;
  /** The ids of the tasks that will come again on a day, after their next time (rule R6). */
  readonly later: ReadonlyMap<CalendarDay, readonly string[]>;
  /** The active tasks without a date that stand below none. */
  readonly undated: readonly string[];
}

type Tasks = Pick<Replica, 'get' | 'lists' | 'rows'>;

/** The calendar of a list, or with null of all tasks, in the zone where the user is (an IANA name). It is good until any task changes. */
export interface CalendarSource {
  readonly tasks: Tasks;
  readonly list: CalendarList | null;
  readonly zone: string;
  readonly isIn: (task: PlacedTask) => boolean;
  /** The active tasks that repeat. */
  readonly repeating: readonly Task[];
  /** See CalendarPlan. */
  readonly undated: readonly string[];
  /** Where the tasks of a list of a day stand, of those days that were shown. */
  readonly standing: Map<readonly string[], StandingByDay>;
}

type Placed = Standing & { readonly task: PlacedTask };
type StandingByDay = ReadonlyMap<CalendarDay, readonly Placed[]>;

/** Goes through all tasks once. */
export function readCalendar(tasks: Tasks, list: CalendarList | null, zone: string): CalendarSource {
  const isIn = tasksIn(list, tasks.lists);
  const repeating: Task[] = [];
  const undated: PlacedTask[] = [];
  for (const row of tasks.rows('task')) {
    if (row.repeat === null && (row.date !== null || row.parentId !== null)) continue;
    const task = shownTask(tasks, row);
    if (!task || !isIn(task)) continue;
    if (task.date === null && task.parentId === null) undated.push(task);
    if (task.repeat !== null) repeating.push(task);
  }
  const order = new Map(tasks.lists.collections.all().map(({ id }, index) => [id, index]));
  const orderOf = ({ collectionId }: PlacedTask) => order.get(collectionId) ?? 0;
  const sorted = undated.toSorted((a, b) => orderOf(a) - orderOf(b) || byPlace(a, b));
  return { tasks, list, zone, isIn, repeating, undated: sorted.map(({ id }) => id), standing: new Map() };
}

/** Plans the days from the first to the last. */
export function planCalendar(source: CalendarSource, first: CalendarDay, last: CalendarDay): CalendarPlan {
  const { tasks, list, zone, standing, repeating, undated } = source;
  const later = new Map<CalendarDay, string[]>();
  for (const task of repeating)
    for (const day of laterDays(task, first, last, zone)) {
      const ids = later.get(day) ?? [];
      later.set(day, ids);
      ids.push(task.id);
    }
  const lists = listsOfDays(tasks.lists, list, first, last).map((ids) => {
    const byDay = standing.get(ids) ?? findStanding(source, ids);
    standing.set(ids, byDay);
    return byDay;
  });
  return { days: mergeDays(lists, first, last), running: runningIn(lists, first, last), later, undated };
}

/** The lists of the tasks that may stand on these days, those of one day in their order. */
export function listsOfDays(
  lists: Replica['lists'],
  list: CalendarList | null,
  first: CalendarDay,
  last: CalendarDay,
): (readonly string[])[] {
  const archived = archivedIn(list, lists);
  // The lists of days have none that is archived.
  if (archived !== null) return [lists.inCollection(archived), lists.below(archived)];
  const found: (readonly string[])[] = [];
  // What has a zone may stand on the day beside its own, and what began days before may go on.
  const end = addDays(last, 1);
  for (let day = addDays(first, -1 - MOST_DAYS_OVER); day <= end; day = addDays(day, 1)) {
    found.push(lists.days.on(day));
    if (day === end) break;
  }
  return found;
}

/** The task as lists show it; null for one that they do not. */
function shownTask(tasks: Tasks, row: Task): PlacedTask | null {
  const rows = {
    task: (id: string) => tasks.get('task', id),
    collection: (id: string) => tasks.get('collection', id),
  };
  if (row.deletedAt !== null || !isThere(row, rows)) return null;
  const task = placedIn(tasks, row);
  return isActive(task) && !task.isBelowCompleted ? task : null;
}

function placedIn(tasks: Tasks, row: Task): PlacedTask {
  return placedTask(row, (table, id) => tasks.get(table, id));
}

/** Where those of these tasks stand that are in the calendar, each day by time, then as lists have them. */
function findStanding({ tasks, isIn, zone }: CalendarSource, ids: readonly string[]): StandingByDay {
  const days = new Map<CalendarDay, Placed[]>();
  for (const id of ids) {
    const row = tasks.get('task', id);
    const due = row && standingOf(row, zone);
    if (!due) continue;
    const task = placedIn(tasks, row);
    if (!isIn(task)) continue;
    const standing = days.get(due.date) ?? [];
    standing.push({ id, due, task });
    days.set(due.date, standing);
  }
  // One of another zone has another time here.
  for (const standing of days.values()) standing.sort(byTime);
  return days;
}

/** The days from the first to the last that have any task. */
function mergeDays(lists: readonly StandingByDay[], first: CalendarDay, last: CalendarDay): StandingByDay {
  const days = new Map<CalendarDay, readonly Placed[]>();
  for (const list of lists)
    for (const [day, standing] of list) {
      if (day < first || day > last) continue;
      const before = days.get(day);
      days.set(day, before ? [...before, ...standing].toSorted(byTime) : standing);
    }
  return days;
}

/** The tasks that go on in the days from the first to the last, those that began first before the others. */
function runningIn(
  lists: readonly StandingByDay[],
  first: CalendarDay,
  last: CalendarDay,
): CalendarPlan['running'] {
  const running = new Map<CalendarDay, Standing[]>();
  for (const { due, id, task } of lists.flatMap((list) => [...list.values()].flat())) {
    const over = due.time === null ? 0 : daysOver(due.time as TimeOfDay, task.duration);
    for (let after = 1; after <= over; after++) {
      const day = addDays(due.date, after);
      if (day < first || day > last) continue;
      const standing = running.get(day) ?? [];
      running.set(day, standing);
      standing.push({ id, due });
    }
  }
  return running;
}

function byTime(a: Placed, b: Placed): number {
  return compareText(a.due.time ?? '~', b.due.time ?? '~') || byDayPlace(a.task, b.task);
}
