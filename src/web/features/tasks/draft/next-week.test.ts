import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { nextWeek } from './next-week.ts';

// 23 November 2026 is a Monday.
test.each([
  ['de-DE', '2026-11-23', '2026-11-30'],
  ['de-DE', '2026-11-27', '2026-11-30'],
  ['de-DE', '2026-11-29', '2026-11-30'],
  ['en-US', '2026-11-28', '2026-11-30'],
  // An American week begins on Sunday: on that day, the next week begins a Sunday later.
  ['en-US', '2026-11-29', '2026-12-07'],
  // In Egypt and Israel, Sunday is the first working day.
  ['ar-EG', '2026-11-26', '2026-11-29'],
  ['ar-EG', '2026-11-28', '2026-12-06'],
  ['he-IL', '2026-11-23', '2026-11-29'],
])('for %s, on %s, next week begins on %s', (locale, today, monday) => {
  expect(nextWeek(parseCalendarDay(today)!, 'locale', locale)).toBe(monday);
});

test('next week follows the chosen first day, and begins on the first working day of the locale', () => {
  const sunday = parseCalendarDay('2026-11-29')!;
  expect(nextWeek(sunday, 'monday', 'en-US')).toBe('2026-11-30');
  expect(nextWeek(sunday, 'sunday', 'de-DE')).toBe('2026-12-07');
  expect(nextWeek(sunday, 'wednesday', 'de-DE')).toBe('2026-12-02');
});
