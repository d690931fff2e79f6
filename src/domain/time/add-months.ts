import { addDays, daysBetween, FIRST_DAY, LAST_DAY, type CalendarDay } from './calendar-day.ts';
import { monthOf, monthStart } from './months.ts';

/**
 * The day `count` months after `day`, or before it when negative. A month without that day gives its last
 * one. Null beyond the calendar.
 */
export function addMonths(day: CalendarDay, count: number): CalendarDay | null {
  const number = daysBetween(FIRST_DAY, day);
  const month = monthOf(number);
  const start = monthStart(month + count);
  if (start < 0 || start > daysBetween(FIRST_DAY, LAST_DAY)) return null;
  const last = monthStart(month + count + 1) - 1;
  return addDays(FIRST_DAY, Math.min(start + number - monthStart(month), last));
}
