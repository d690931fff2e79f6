import { afterEach, expect, test, vi } from 'vitest';
import { parseCalendarDay, toUtcDate } from '#src/domain/time/calendar-day.ts';
import { calendarLocale } from './calendar-locale.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['en-US', 0],
  ['en-GB', 1],
  ['de-DE', 1],
  ['ar-EG', 6],
])('the week of %s starts on day %i', (locale, day) => {
  expect(calendarLocale('locale', locale).weekStartsOn).toBe(day);
});

test('the week starts on the day that the user chose, in every locale', () => {
  expect(calendarLocale('monday', 'en-US').weekStartsOn).toBe(1);
  expect(calendarLocale('saturday', 'de-DE').weekStartsOn).toBe(6);
  expect(calendarLocale('sunday', 'de-DE').weekStartsOn).toBe(0);
});

test('an open calendar keeps the names of its days when the device changes its time zone', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const { formatters, labels } = calendarLocale('locale', 'en-US');
  vi.stubEnv('TZ', 'Europe/Berlin');
  const first = toUtcDate(parseCalendarDay('2026-11-01')!);
  expect(formatters.formatCaption?.(first)).toBe('November 2026');
  expect(labels.labelDayButton?.(first, {})).toBe('Sunday, November 1, 2026');
});
