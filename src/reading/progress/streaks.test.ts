import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { streaksOf } from './streaks.ts';

const TODAY = '2026-03-01' as CalendarDay;

/** Counts day by day, as with a calendar. */
function naive(days: ReadonlySet<CalendarDay>, today: CalendarDay) {
  const runTo = (last: CalendarDay) => {
    let count = 0;
    while (days.has(addDays(last, -count))) count += 1;
    return count;
  };
  const current = days.has(today) ? runTo(today) : runTo(addDays(today, -1));
  const longest = Math.max(0, ...[...days].filter((day) => day <= today).map(runTo));
  return { current, longest };
}

test('[V9] the streak equals that of a naive count, for any days', () => {
  const anyDay = fc.integer({ min: -60, max: 5 }).map((count) => addDays(TODAY, count));
  fc.assert(
    fc.property(fc.uniqueArray(anyDay, { maxLength: 60, size: 'max' }), (days) => {
      expect(streaksOf(days, TODAY)).toEqual(naive(new Set(days), TODAY));
    }),
    { numRuns: 500 },
  );
});

test('[V9] today does not break a streak before it is over, and a day without completions does', () => {
  const streak = (...days: string[]) => streaksOf(days as CalendarDay[], TODAY).current;
  expect(streak('2026-02-27', '2026-02-28')).toBe(2);
  expect(streak('2026-02-27', '2026-02-28', '2026-03-01')).toBe(3);
  expect(streak('2026-02-26', '2026-02-27')).toBe(0);
  expect(streak()).toBe(0);
});
