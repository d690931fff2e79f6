import { addDays, toUtcDate, type CalendarDay } from '#src/domain/calendar-day.ts';

/** A formatter is dear to make, and each week has a heading. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The week that begins on a day: `23 – 29 November 2026`, as the locale has it. */
export function weekText(start: CalendarDay, locale = navigator.language): string {
  const format =
    formatters.get(locale) ??
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
  formatters.set(locale, format);
  return format.formatRange(toUtcDate(start), toUtcDate(addDays(start, 6)));
}
