import { addDays, toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayFormat } from './day-format.ts';

/** The week from `start` in words of the locale: `23 – 29 November 2026`. */
export function weekText(start: CalendarDay, locale?: string): string {
  const format = dayFormat({ day: 'numeric', month: 'long', year: 'numeric' }, locale);
  return format.formatRange(toUtcDate(start), toUtcDate(addDays(start, 6)));
}
