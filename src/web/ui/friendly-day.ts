import { daysBetween, toUtcDate, type CalendarDay } from '#src/domain/calendar-day.ts';

/** Formatters are dear to make and are asked for in every row, so each locale has its own once: in UTC, as they stay. */
const formatters = new Map<string, Formatters>();

interface Formatters {
  readonly relative: Intl.RelativeTimeFormat;
  readonly near: Intl.DateTimeFormat;
  readonly far: Intl.DateTimeFormat;
  readonly full: Intl.DateTimeFormat;
  readonly weekday: Intl.DateTimeFormat;
}

/** A day as people say it: Today, Tomorrow, Yesterday, `Fri 27 Nov`, and with its year when that is another one. */
export function friendlyDay(day: CalendarDay, today: CalendarDay, locale?: string): string {
  const distance = daysBetween(today, day);
  if (Math.abs(distance) > 1) return shortDay(day, today, locale);
  return capitalised(formattersOf(locale).relative.format(distance, 'day'), locale);
}

/** `Fri 27 Nov`, and with its year when that is another one than today's. */
export function shortDay(day: CalendarDay, today: CalendarDay, locale?: string): string {
  const { near, far } = formattersOf(locale);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return (isThisYear ? near : far).format(toUtcDate(day));
}

/** A day in full, for those who want to know exactly: `Friday, 27 November 2026`. */
export function fullDay(day: CalendarDay, locale?: string): string {
  return formattersOf(locale).full.format(toUtcDate(day));
}

/** An instant in full, ms since 1970 UTC, as in `timeZone`: `Friday, 27 November 2026 at 14:05`. */
export function fullTime(at: number, timeZone: string): string {
  const format = { timeZone, dateStyle: 'full', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(navigator.language, format).format(at);
}

/** `Fri`. */
export function shortWeekday(day: CalendarDay, locale?: string): string {
  return formattersOf(locale).weekday.format(toUtcDate(day));
}

function formattersOf(locale = navigator.language): Formatters {
  const known = formatters.get(locale);
  if (known) return known;
  const timeZone = 'UTC';
  const short = { timeZone, weekday: 'short', day: 'numeric', month: 'short' } as const;
  const made = {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    near: new Intl.DateTimeFormat(locale, short),
    far: new Intl.DateTimeFormat(locale, { ...short, year: 'numeric' }),
    full: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }),
    weekday: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' }),
  };
  formatters.set(locale, made);
  return made;
}

function capitalised(text: string, locale: string | undefined): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
