import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { startOfWeek } from '#src/domain/time/weeks/week.ts';
import { daysOfWeeks, WEEKS_AHEAD } from './days-of-weeks.ts';

const FIRST = parseCalendarDay('2026-02-20')!;

test('[V8] every day up to the end of the last whole week is listed with its tasks, and later days only with tasks', () => {
  fc.assert(
    fc.property(
      fc.nat(800),
      fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 30 }),
      fc.constantFrom(1, 6, 7),
      (later, offsets, firstDay) => {
        const today = addDays(FIRST, later);
        const startOf = (day: typeof today) => startOfWeek(day, firstDay);
        const groups = offsets
          .toSorted((a, b) => a - b)
          .map((offset) => ({ day: addDays(today, offset), ids: [`task ${offset}`] }));

        const sections = daysOfWeeks(groups, today, startOf);

        expect(sections.filter(({ ids }) => ids.length > 0).map(({ day, ids }) => ({ day, ids }))).toEqual(
          groups,
        );
        const days = sections.filter(({ isKept }) => isKept).map(({ day }) => day!);
        expect(days).toEqual(days.map((_, i) => addDays(today, i + 1)));
        expect(days.length).toBeGreaterThanOrEqual(7 * WEEKS_AHEAD);
        expect(startOf(addDays(days.at(-1)!, 1))).toBe(addDays(days.at(-1)!, 1));
        const rest = sections.slice(days.length);
        expect(rest.every(({ day, ids }) => day! > days.at(-1)! && ids.length > 0)).toBe(true);
      },
    ),
  );
});
