import { addDays, daysBetween, type CalendarDay } from '#src/domain/calendar-day.ts';

/** How many days in a row something was completed. */
interface Streaks {
  /** The days up to today, or to yesterday as long as nothing was completed today: a day breaks it once it is over. */
  readonly current: number;
  readonly longest: number;
}

/** `days`: those on which something was completed, each once, in any order. Days after today, by a clock that was wrong, count to no streak. */
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
