import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { daysFrom, startOfWeek } from './week.ts';

/** The first day of the month of `day`. */
export function startOfMonth(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 8)}01` as CalendarDay;
}

/** The weeks of seven days from the one with `day` on: six, and fewer at the end of the calendar. */
export function sixWeeksFrom(day: CalendarDay, firstDay: number): readonly (readonly CalendarDay[])[] {
  const weeks: (readonly CalendarDay[])[] = [];
  for (let start = startOfWeek(day, firstDay); weeks.length < 6;) {
    weeks.push(daysFrom(start));
    const next = addDays(start, 7);
    // The calendar ends with the year 9999, within a week.
    if (daysBetween(start, next) < 7) return weeks;
    start = next;
  }
  return weeks;
}
