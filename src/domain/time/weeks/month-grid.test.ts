import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { sixWeeksFrom } from './month-grid.ts';
import { isoWeekday } from './week.ts';

const from = '1600-01-01' as CalendarDay;
const anyDay = fc.integer({ min: 0, max: 400_000 }).map((count) => addDays(from, count));
const anyWeekday = fc.integer({ min: 1, max: 7 });

test('[V7] the last weeks of the calendar have all its days, and end with it', () => {
  const weeks = sixWeeksFrom('9999-12-20' as CalendarDay, 1);
  expect(weeks.length).toBeLessThan(6);
  expect(weeks.flat()).toContain('9999-12-31');
});

test('[V7] six whole weeks in order begin with the week of the day', () => {
  fc.assert(
    fc.property(anyDay, anyWeekday, (day, firstDay) => {
      const weeks = sixWeeksFrom(day, firstDay);
      const days = weeks.flat();
      expect(days.every((each, index) => index === 0 || daysBetween(days[index - 1]!, each) === 1)).toBe(
        true,
      );
      expect(weeks).toHaveLength(6);
      expect(weeks[0]).toContain(day);
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        expect(isoWeekday(week[0]!)).toBe(firstDay);
      }
    }),
  );
});
