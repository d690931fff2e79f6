import { afterEach, expect, test, vi } from 'vitest';
import { parseCalendarDay, toUtcDate } from '#src/domain/calendar-day.ts';
import { calendarLocale, nextWeek } from './calendar-locale.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de-DE', 1],
  ['ar-EG', 6],
])('the week of %s starts on day %i', (locale, day) => {
  expect(calendarLocale('locale', locale).weekStartsOn).toBe(day);
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
  expect(nextWeek(parseCalendarDay(today)!, 'locale', locale)).toBe(monday);
});

test('the week starts on the day that the user chose, whatever the locale says', () => {
  expect(calendarLocale('monday', 'en-US').weekStartsOn).toBe(1);
  expect(calendarLocale('saturday', 'de-DE').weekStartsOn).toBe(6);
  expect(calendarLocale('sunday', 'de-DE').weekStartsOn).toBe(0);
});

test('next week follows the chosen first day, and begins with the first working day of the locale', () => {
  const sunday = parseCalendarDay('2026-11-29')!;
  expect(nextWeek(sunday, 'monday', 'en-US')).toBe('2026-11-30');
  expect(nextWeek(sunday, 'sunday', 'de-DE')).toBe('2026-12-07');
  expect(nextWeek(sunday, 'wednesday', 'de-DE')).toBe('2026-12-02');
});

test('an open calendar names its days as before when the device has changed its time zone', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const { formatters, labels } = calendarLocale('locale', 'en-US');
  vi.stubEnv('TZ', 'Europe/Berlin');
  const first = toUtcDate(parseCalendarDay('2026-11-01')!);
  expect(formatters.formatCaption?.(first)).toBe('November 2026');
  expect(labels.labelDayButton?.(first, {})).toBe('Sunday, November 1, 2026');
});
