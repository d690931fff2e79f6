import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { daysFrom, startOfWeek } from './week.ts';

/** The first day of the month of `day`. */
export function startOfMonth(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 8)}01` as CalendarDay;
}

/** The weeks that have days of the month of `day`, four to six, each of seven days. */
export function weeksOfMonth(day: CalendarDay, firstDay: number): readonly (readonly CalendarDay[])[] {
  const weeks: (readonly CalendarDay[])[] = [];
  const first = startOfMonth(day);
  for (let start = startOfWeek(first, firstDay); ;) {
    weeks.push(daysFrom(start));
    const next = addDays(start, 7);
    // The calendar ends with the year 9999, within a week.
    if (daysBetween(start, next) < 7 || next.slice(0, 7) !== first.slice(0, 7)) return weeks;
    start = next;
  }
}
