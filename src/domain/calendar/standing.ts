import { addDays, type CalendarDay } from '#src/domain/calendar-day.ts';
import { MAX_DURATION } from '#src/domain/duration.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { dueAt, LAST_MINUTE, minuteOf, type Due } from '#src/domain/repeat/due.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { repeatOf } from '#src/domain/repeat/task-repeat.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import { minutesOf, timeOfMinutes, type TimeOfDay } from '#src/domain/time-of-day.ts';

type Task = Rows['task'];

export const DAY_MINUTES = 1_440;

/** By how much the clocks of two zones change at most within a day, minutes. */
const MOST_CHANGE = 120;

/** What a task without a duration takes in a calendar, minutes. */
export const USUAL_MINUTES = 30;

/**
 * When a task is due where the user is, in the zone `here` (an IANA name): a day alone is the same day everywhere, and so is a time without a
 * zone; a time of another zone is the one that it is here meanwhile, maybe on the day beside. Null where it has no date.
 */
export function standingOf(
  { date, time, zone }: Pick<Task, 'date' | 'time' | 'zone'>,
  here: string,
): Due | null {
  return date === null ? null : changeZone({ date, time }, zone, here);
}

/** What a task that is to be due at `due` where the user is has as its date and time, in its own zone. */
export function dueIn(due: Due, zone: string | null, here: string): Pick<Task, 'date' | 'time'> {
  const there = changeZone(due, here, zone);
  return { date: there.date, time: there.time as TimeOfDay | null };
}

/** Without a time or a zone, or where one is unknown here, it is the same in both. */
function changeZone(due: Due, from: string | null, to: string | null): Due {
  if (due.time === null || from === null || to === null) return due;
  const instant = instantOf(due, from);
  return (instant === null ? null : localTimeAt(instant, to)) ?? due;
}

/**
 * The days from `from` to `to`, in the zone `here`, on which a repeating task will come again by its rule, after this time. None where that
 * counts from when it will be completed, which nobody knows, nor where the rule is unknown here.
 */
export function laterDays(
  task: Task,
  from: CalendarDay,
  to: CalendarDay,
  here: string,
): readonly CalendarDay[] {
  const repeat = repeatOf(task);
  if (!repeat || repeat.repeatFrom === 'completion') return [];
  const { rule, start, occurrence } = repeat;
  const zone = task.zone === here ? null : task.zone;
  const present = standingOf(task, here)?.date;
  let last = changeZone(occurrence, zone, here).date;
  const days: CalendarDay[] = [];
  // What is on the day before there may be on this one here.
  const before = addDays(from, -1);
  let at = minuteOf({ date: before > occurrence.date ? before : occurrence.date, time: null });
  while (at <= LAST_MINUTE) {
    const [found] = occurrencesFrom(rule, start, dueAt(at, true), 1);
    const standing = found && changeZone(found, zone, here);
    if (!standing || standing.date > to) break;
    // What comes by the hour stands once in each day.
    if (standing.date > last && standing.date >= from) {
      last = standing.date;
      if (last !== present) days.push(last);
    }
    // On to the next day here, which changes of both clocks may bring nearer.
    const left = DAY_MINUTES - (minuteOf(standing) % DAY_MINUTES);
    at = minuteOf(found) + Math.max(zone === null ? left : left - MOST_CHANGE, 1);
  }
  return days;
}

/**
 * The block of a timed task in a day that it lasts: minutes from midnight to midnight, at least `USUAL_MINUTES` tall. `after`: how many days
 * after the one that it begins on.
 */
export function blockOf(
  time: TimeOfDay,
  duration: number | null,
  after = 0,
): { readonly from: number; readonly to: number } {
  const end = minutesOf(time) + (duration ?? 0) - after * DAY_MINUTES;
  const from = after > 0 ? 0 : Math.min(minutesOf(time), DAY_MINUTES - USUAL_MINUTES);
  return { from, to: Math.min(Math.max(end, from + USUAL_MINUTES), DAY_MINUTES) };
}

/** How many days after the one that it begins on a timed task ends. A task that ends at midnight ends on the day before. */
export function daysOver(time: TimeOfDay, duration: number | null): number {
  return duration === null ? 0 : Math.ceil((minutesOf(time) + duration) / DAY_MINUTES) - 1;
}

/** The most days that a task goes on after the one that it begins on. */
export const MOST_DAYS_OVER = Math.ceil(MAX_DURATION / DAY_MINUTES);

/** Times are put and durations set by so many minutes. */
export const STEP = 15;

/** The time so many minutes after midnight, at a step, within the day. */
export function timeAt(minutes: number): TimeOfDay {
  const stepped = Math.round(minutes / STEP) * STEP;
  return timeOfMinutes(Math.min(Math.max(stepped, 0), DAY_MINUTES - STEP));
}

/** So many minutes long, at a step, at least one. */
export function durationAt(minutes: number): number {
  return Math.min(Math.max(Math.round(minutes / STEP) * STEP, STEP), MAX_DURATION);
}
