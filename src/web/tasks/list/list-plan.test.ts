import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { planList, ROWS_PER_BLOCK, type Section } from './list-plan.ts';

const day = parseCalendarDay('2026-11-25')!;

function section(offset: number, length: number): Section {
  return { day: addDays(day, offset), ids: Array.from({ length }, (_, index) => `${offset}/${index}`) };
}

test('the blocks of all sections contain every row once, in order, under unique keys', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 3 * ROWS_PER_BLOCK + 1 }));
  fc.assert(
    fc.property(sizes, (lengths) => {
      const sections = lengths.map((length, index) => section(index, length));
      const plan = planList(sections);
      expect(plan.flatMap(({ section, from, to }) => section.ids.slice(from, to))).toEqual(
        sections.flatMap(({ ids }) => ids),
      );
      expect(plan.filter(({ from }) => from === 0).map(({ section }) => section)).toEqual(sections);
      expect(new Set(plan.map(({ key }) => key)).size).toBe(plan.length);
    }),
  );
});

test('unchanged sections keep their blocks', () => {
  const [first, second] = [section(1, 25), section(2, 5)];
  const before = planList([first, second]);
  const after = planList([{ ...first }, section(2, 6)]);
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
  expect(after[0]).toBe(before[0]);
  expect(after[3]).not.toBe(before[3]);
  expect(after[3]!.key).toBe(before[3]!.key);
});

test('the same list under another heading has other blocks', () => {
  const { ids } = section(1, 5);
  expect(planList([{ day: null, ids }])[0]!.section.day).toBeNull();
  expect(planList([{ day, ids }])[0]!.section.day).toBe(day);
});
