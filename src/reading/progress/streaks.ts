import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** Numbers of consecutive days with a completed task. */
interface Streaks {
  /**
   * The days up to today, or up to yesterday while today has no completion: only a finished day breaks a
   * streak.
   */
  readonly current: number;
  readonly longest: number;
}

/**
 * `days`: the days with completions, each once, in any order. Later days than today, from a wrong clock, do
 * not count.
 */
export function streaksOf(days: Iterable<CalendarDay>, today: CalendarDay): Streaks {
  let [run, longest, current] = [0, 0, 0];
  let before: CalendarDay | null = null;
  for (const day of [...days].toSorted()) {
    if (day > today) break;
    run = before !== null && daysBetween(before, day) === 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    if (day >= addDays(today, -1)) current = run;
    before = day;
  }
  return { current, longest };
}
