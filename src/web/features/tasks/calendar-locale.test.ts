import { afterEach, expect, test, vi } from 'vitest';
import { parseCalendarDay, toUtcDate } from '#src/domain/calendar-day.ts';
import { calendarLocale, firstDayOfWeek, nextWeek } from './calendar-locale.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de-DE', 1],
  ['ar-EG', 6],
])('the week of %s starts on day %i', (locale, day) => {
  expect(firstDayOfWeek(locale)).toBe(day);
});

// 23 November 2026 is a Monday.
test.each([
  ['de-DE', '2026-11-23', '2026-11-30'],
  ['de-DE', '2026-11-27', '2026-11-30'],
  ['de-DE', '2026-11-29', '2026-11-30'],
  ['en-US', '2026-11-28', '2026-11-30'],
  // A Sunday is the first day of an American week: the next one begins on the Sunday after.
  ['en-US', '2026-11-29', '2026-12-07'],
  // In Egypt and Israel people work from Sunday on.
  ['ar-EG', '2026-11-26', '2026-11-29'],
  ['ar-EG', '2026-11-28', '2026-12-06'],
  ['he-IL', '2026-11-23', '2026-11-29'],
])('for %s, on %s, next week begins on %s', (locale, today, monday) => {
  expect(nextWeek(parseCalendarDay(today)!, locale)).toBe(monday);
});

test('an open calendar names its days as before when the device has changed its time zone', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const { formatters, labels } = calendarLocale('en-US');
  vi.stubEnv('TZ', 'Europe/Berlin');
  const first = toUtcDate(parseCalendarDay('2026-11-01')!);
  expect(formatters.formatCaption?.(first)).toBe('November 2026');
  expect(labels.labelDayButton?.(first, {})).toBe('Sunday, November 1, 2026');
});
