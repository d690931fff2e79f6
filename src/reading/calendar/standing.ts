import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { MAX_DURATION } from '#src/domain/time/duration.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { dueAt, LAST_MINUTE, minuteOf, type Due } from '#src/domain/repeat/due.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { repeatOf } from '#src/tables/task/task-repeat.ts';
import type { Rows } from '#src/tables/tables.ts';
import { minutesOf, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';

type Task = Rows['task'];

export const DAY_MINUTES = 1_440;

/** The most minutes that the clocks of two zones change within a day. */
const MOST_CHANGE = 120;

/** The length in minutes of a task without a duration in a calendar. */
export const USUAL_MINUTES = 30;

/**
 * The local due time of a task in the zone `here` (an IANA name). A day alone is the same day everywhere, and
 * so is a time without a zone. A time of another zone is converted, perhaps to the day before or after. Null
 * for a task without a date.
 */
export function standingOf(
  { date, time, zone }: Pick<Task, 'date' | 'time' | 'zone'>,
  here: string,
): Due | null {
  return date === null ? null : changeZone({ date, time }, zone, here);
}

/** The date and time, in the task's own zone, for a task that is due at `due` in the zone `here`. */
export function dueIn(due: Due, zone: string | null, here: string): Pick<Task, 'date' | 'time'> {
  const there = changeZone(due, here, zone);
  return { date: there.date, time: there.time as TimeOfDay | null };
}

/** Without a time, without a zone, or in an unknown zone, the due time stays as it is. */
function changeZone(due: Due, from: string | null, to: string | null): Due {
  if (due.time === null || from === null || to === null) return due;
  const instant = instantOf(due, from);
  return (instant === null ? null : localTimeAt(instant, to)) ?? due;
}

/**
 * The days from `from` to `to`, in the zone `here`, when a repeating task comes again by its rule after this
 * occurrence. Empty for a task that counts from its completion, since that is in the future, and for an
 * unknown rule.
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
  // An occurrence of the day before may fall on this day here.
  const before = addDays(from, -1);
  let at = minuteOf({ date: before > occurrence.date ? before : occurrence.date, time: null });
  while (at <= LAST_MINUTE) {
    const [found] = occurrencesFrom(rule, start, dueAt(at, true), 1);
    const standing = found && changeZone(found, zone, here);
    if (!standing || standing.date > to) break;
    // An hourly task counts once on each day.
    if (standing.date > last && standing.date >= from) {
      last = standing.date;
      if (last !== present) days.push(last);
    }
    // Moves on to the next local day. Clock changes in both zones may bring it nearer.
    const left = DAY_MINUTES - (minuteOf(standing) % DAY_MINUTES);
    at = minuteOf(found) + Math.max(zone === null ? left : left - MOST_CHANGE, 1);
  }
  return days;
}

/**
 * The block of a timed task on one of its days: minutes from midnight, at least `USUAL_MINUTES` long. `after`
 * is the number of days since the day of its beginning.
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

/**
 * The number of days that a timed task continues after the day of its beginning. A task that ends at midnight
 * ends on the day before.
 */
export function daysOver(time: TimeOfDay, duration: number | null): number {
  return duration === null ? 0 : Math.ceil((minutesOf(time) + duration) / DAY_MINUTES) - 1;
}

/** The largest result of `daysOver`. */
export const MOST_DAYS_OVER = Math.ceil(MAX_DURATION / DAY_MINUTES);

/** The grid of times and durations in a calendar, in minutes. */
export const STEP = 15;

/** The time `minutes` after midnight, rounded to a step, within the day. */
export function timeAt(minutes: number): TimeOfDay {
  const stepped = Math.round(minutes / STEP) * STEP;
  return timeOfMinutes(Math.min(Math.max(stepped, 0), DAY_MINUTES - STEP));
}

/** A duration of `minutes`, rounded to a step, at least one step. */
export function durationAt(minutes: number): number {
  return Math.min(Math.max(Math.round(minutes / STEP) * STEP, STEP), MAX_DURATION);
}
