import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { startOfMonth, weeksOfMonth } from './month-grid.ts';
import { isoWeekday } from './week.ts';

const from = '1600-01-01' as CalendarDay;
const anyDay = fc.integer({ min: 0, max: 400_000 }).map((count) => addDays(from, count));
const anyWeekday = fc.integer({ min: 1, max: 7 });

test('[V7] the last month of the calendar has all its days and no more weeks', () => {
  const days = weeksOfMonth('9999-12-05' as CalendarDay, 1).flat();
  expect(days.filter((day) => day.startsWith('9999-12'))).toContain('9999-12-31');
});

test('[V7] a month is whole weeks in order, with each of its days once, and each week has one of them', () => {
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
