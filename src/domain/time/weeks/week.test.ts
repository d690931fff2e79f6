import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, FIRST_DAY, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { daysFrom, isoWeekday, startOfWeek } from './week.ts';

const anyDay = fc.integer({ min: 10, max: 3_600_000 }).map((count) => addDays(FIRST_DAY, count));

test('weekdays are numbered from Monday on', () => {
  expect(['2026-11-23', '2026-11-28', '2026-11-29'].map((day) => isoWeekday(day as CalendarDay))).toEqual([
    1, 6, 7,
  ]);
});

test('a week begins on its first day: the day itself or up to six days before', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 7 }), (day, firstDay) => {
      const start = startOfWeek(day, firstDay);
      expect(isoWeekday(start)).toBe(firstDay);
      expect(daysBetween(start, day)).toBeGreaterThanOrEqual(0);
      expect(daysBetween(start, day)).toBeLessThan(7);
      expect(daysFrom(start)).toContain(day);
      expect(daysFrom(start)).toHaveLength(7);
    }),
  );
});
