import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, parseCalendarDay, type CalendarDay } from '#src/domain/calendar-day.ts';
import { addMonths, startOfMonth, weeksOfMonth } from './month-grid.ts';
import { isoWeekday } from './week.ts';

const from = '1600-01-01' as CalendarDay;
const anyDay = fc.integer({ min: 0, max: 400_000 }).map((count) => addDays(from, count));
const anyWeekday = fc.integer({ min: 1, max: 7 });

test('[V7] the last month of the calendar has all its days, and ends', () => {
  const days = weeksOfMonth('9999-12-05' as CalendarDay, 1).flat();
  expect(days.filter((day) => day.startsWith('9999-12'))).toContain('9999-12-31');
});

test('[V7] a month is whole weeks in order, has each of its days once, and no week without one', () => {
  fc.assert(
    fc.property(anyDay, anyWeekday, (day, firstDay) => {
      const weeks = weeksOfMonth(day, firstDay);
      const days = weeks.flat();
      expect(days.every((each, index) => index === 0 || daysBetween(days[index - 1]!, each) === 1)).toBe(
        true,
      );
      const isOfMonth = (each: CalendarDay) => each.startsWith(day.slice(0, 7));
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        expect(isoWeekday(week[0]!)).toBe(firstDay);
        expect(week.some(isOfMonth)).toBe(true);
      }
      expect(days.filter(isOfMonth)[0]).toBe(startOfMonth(day));
      expect(addDays(days.filter(isOfMonth).at(-1)!, 1).slice(8)).toBe('01');
    }),
  );
});

test('[V7] so many months on is the same day of the month, or the last one', () => {
  const months = (day: string, count: number) => addMonths(parseCalendarDay(day)!, count);
  expect(months('2026-01-31', 1)).toBe('2026-02-28');
  expect(months('2028-03-31', -1)).toBe('2028-02-29');
  expect(months('2026-11-25', 2)).toBe('2027-01-25');
  expect(months('9999-12-05', 1)).toBe('9999-12-05');
  expect(months('0001-01-05', -1)).toBe('0001-01-05');
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, count) => {
      const there = addMonths(day, count);
      const number = (each: string) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
      expect(number(there) - number(day)).toBe(count);
      expect(there.slice(8) <= day.slice(8)).toBe(true);
    }),
  );
});
