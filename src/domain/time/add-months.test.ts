import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths } from './add-months.ts';
import { addDays, FIRST_DAY, LAST_DAY, parseCalendarDay } from './calendar-day.ts';

const anyDay = fc.integer({ min: 584_000, max: 990_000 }).map((count) => addDays(FIRST_DAY, count));

test('[V7] a number of months later is the same day of the month, or its last one; null beyond the calendar', () => {
  const months = (day: string, count: number) => addMonths(parseCalendarDay(day)!, count);
  expect(months('2026-01-31', 1)).toBe('2026-02-28');
  expect(months('2028-03-31', -1)).toBe('2028-02-29');
  expect(months('2024-02-29', 48)).toBe('2028-02-29');
  expect(months('2026-11-25', 2)).toBe('2027-01-25');
  expect([months(LAST_DAY, 1), months(FIRST_DAY, -1), months(FIRST_DAY, 1_200_000)]).toEqual([
    null,
    null,
    null,
  ]);
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, count) => {
      const there = addMonths(day, count)!;
      const number = (each: string) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
      expect(number(there) - number(day)).toBe(count);
      expect(there.slice(8) <= day.slice(8)).toBe(true);
    }),
  );
});
