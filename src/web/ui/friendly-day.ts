import { daysBetween, toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { dayFormat } from './day-format.ts';

const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** A day in everyday words: Today, Tomorrow, Yesterday, `Fri 27 Nov`, with the year if it is another one. */
export function friendlyDay(day: CalendarDay, today: CalendarDay, locale?: string): string {
  const distance = daysBetween(today, day);
  if (Math.abs(distance) > 1) return shortDay(day, today, locale);
  return capitalised(relativeFormat(locale).format(distance, 'day'), locale);
}

/** How long ago a day before today was: `12 days ago`, from 60 days on in months. */
export function howLongAgo(day: CalendarDay, today: CalendarDay, locale?: string): string {
  const days = daysBetween(day, today);
  const format = relativeFormat(locale);
  return capitalised(
    days < 60 ? format.format(-days, 'day') : format.format(-Math.round(days / 30.44), 'month'),
    locale,
  );
}

/** `Fri 27 Nov`, with the year if it differs from today's. */
export function shortDay(day: CalendarDay, today: CalendarDay, locale?: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const format = dayFormat(isThisYear ? SHORT : { ...SHORT, year: 'numeric' }, locale);
  return format.format(toUtcDate(day));
}

/** A day in full: `Friday, 27 November 2026`. */
export function fullDay(day: CalendarDay, locale?: string): string {
  return dayFormat({ dateStyle: 'full' }, locale).format(toUtcDate(day));
}

/** `Friday`. */
export function fullWeekday(day: CalendarDay, locale?: string): string {
  return dayFormat({ weekday: 'long' }, locale).format(toUtcDate(day));
}

/** `Fri`. */
export function shortWeekday(day: CalendarDay, locale?: string): string {
  return dayFormat({ weekday: 'short' }, locale).format(toUtcDate(day));
}

function relativeFormat(locale = interfaceLocale()): Intl.RelativeTimeFormat {
  const format = relatives.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relatives.set(locale, format);
  return format;
}

function capitalised(text: string, locale: string | undefined): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
