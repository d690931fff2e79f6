import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Block } from './overlap.ts';
import { DAY_MINUTES, MOST_DAYS_OVER, USUAL_MINUTES } from './standing.ts';

/**
 * The part of a day that a task takes, in minutes from midnight. `due` is its due time in the zone of the user (see
 * standingOf). A task without a duration takes USUAL_MINUTES, and a longer one goes on after midnight. Null for a task
 * without a time, which takes none, and for a task of other days.
 */
export function takenOn(day: CalendarDay, { date, time }: Due, duration: number | null): Block | null {
  if (time === null) return null;
  const begin = minutesOf(time as TimeOfDay) - daysBetween(date, day) * DAY_MINUTES;
  const end = begin + (duration ?? USUAL_MINUTES);
  // A task without a duration ends with its day (see daysOver).
  if (begin >= DAY_MINUTES || end <= 0 || (duration === null && begin < 0)) return null;
  return { from: Math.max(begin, 0), to: Math.min(end, DAY_MINUTES) };
}

/** The first and the last date of tasks that may take time of a day: in other zones, or since earlier days. */
export function datesAround(day: CalendarDay): readonly [CalendarDay, CalendarDay] {
  return [addDays(day, -1 - MOST_DAYS_OVER), addDays(day, 1)];
}

/** The parts of `within` that no block takes, in their order. The blocks may overlap. */
export function freeBetween(blocks: readonly Block[], within: Block): readonly Block[] {
  const free: Block[] = [];
  let at = within.from;
  for (const { from, to } of blocks.toSorted((a, b) => a.from - b.from)) {
    if (at < from && at < within.to) free.push({ from: at, to: Math.min(from, within.to) });
    at = Math.max(at, to);
  }
  if (at < within.to) free.push({ from: at, to: within.to });
  return free;
}
