import { addDays, toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** The weekday of a day as in ISO 8601: 1 is Monday, 7 Sunday. */
export function isoWeekday(day: CalendarDay): number {
  return toUtcDate(day).getUTCDay() || 7;
}

/** The first day of the week that contains `day`. `firstDay`: 1 to 7 as in ISO 8601. */
export function startOfWeek(day: CalendarDay, firstDay: number): CalendarDay {
  return addDays(day, -((isoWeekday(day) - firstDay + 7) % 7));
}

/** The seven days from `start` on. */
export function daysFrom(start: CalendarDay): readonly CalendarDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(start, count));
}
