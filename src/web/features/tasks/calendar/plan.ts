import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { daysOver, laterDays, MOST_DAYS_OVER, standingOf } from '#src/reading/calendar/standing.ts';
import { compareText } from '#src/reading/lists/families.ts';
import { byPlace } from '#src/domain/place.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import {
  byDayPlace,
  isActive,
  isThere,
  placedTask,
  type PlacedTask,
  type Task,
} from '#src/tables/task/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { archivedIn, tasksIn, type CalendarList } from './calendar-list.ts';

/** A task, and its date and time in the user's zone. */
export interface Standing {
  readonly id: string;
  readonly due: Due;
}

/** The tasks of a calendar from its first day to its last. */
export interface CalendarPlan {
  /** By day, the active tasks of that date, in the order of their times, then of lists. Days without tasks are left out. */
  readonly days: ReadonlyMap<CalendarDay, readonly Standing[]>;
  /** By day, the active tasks that began earlier and go on in it. */
  readonly running: ReadonlyMap<CalendarDay, readonly Standing[]>;
  /** By day, the ids of the tasks that repeat on it, after their next time (rule R6). */
  readonly later: ReadonlyMap<CalendarDay, readonly string[]>;
  /** The active tasks without a date and without a parent. */
  readonly undated: readonly string[];
}

type Tasks = Pick<Replica, 'get' | 'lists' | 'rows'>;

/** The tasks that a calendar is planned from: of a list, or with null of all lists, in the user's zone (an IANA name). Valid until a task changes. */
export interface CalendarSource {
  readonly tasks: Tasks;
  readonly list: CalendarList | null;
  readonly zone: string;
  readonly isIn: (task: PlacedTask) => boolean;
  /** The active tasks that repeat. */
  readonly repeating: readonly Task[];
  /** See CalendarPlan. */
  readonly undated: readonly string[];
  /** A cache: for a list of ids, its tasks by the day that they fall on in the user's zone. */
  readonly standing: Map<readonly string[], StandingByDay>;
}

type Placed = Standing & { readonly task: PlacedTask };
type StandingByDay = ReadonlyMap<CalendarDay, readonly Placed[]>;

/** Reads all tasks once. Planning other days needs no second read. */
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

/** The lists of all tasks that may fall on these days, each in its own order. */
export function listsOfDays(
  lists: Replica['lists'],
  list: CalendarList | null,
  first: CalendarDay,
  last: CalendarDay,
): (readonly string[])[] {
  const archived = archivedIn(list, lists);
  // The lists of days leave archived tasks out.
  if (archived !== null) return [lists.inCollection(archived), lists.below(archived)];
  const found: (readonly string[])[] = [];
  // A task with a zone may fall on the day before or after its date, and a task of an earlier day may go on.
  const end = addDays(last, 1);
  for (let day = addDays(first, -1 - MOST_DAYS_OVER); day <= end; day = addDays(day, 1)) {
    found.push(lists.days.on(day));
    if (day === end) break;
  }
  return found;
}

/** The task as lists show it; null if they hide it. */
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

/** By day, the given tasks that belong to the calendar, in the order of their times, then of lists. */
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
  // A task of another zone has another time here than in its list.
  for (const standing of days.values()) standing.sort(byTime);
  return days;
}

/** Merges lists into one, of the days from `first` to `last`. */
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

/** By day from `first` to `last`, the tasks that go on in it. Tasks that began first come first. */
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
