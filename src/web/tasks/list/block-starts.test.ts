import { expect, test } from 'vitest';
import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { blocksIn, startsOf } from './block-starts.ts';
import { planList } from './list-plan.ts';

const ids = Array.from({ length: 35 }, (_, index) => `task ${index}`);

test('Blocks lie under each other, at their measured height, or one guessed from rows and heading', () => {
  const plan = planList([{ day: parseCalendarDay('2026-11-24'), ids }]);
  expect(startsOf(plan, new Map())).toEqual([0, 732, 1412, 2092, 2432]);
  expect(startsOf(plan, new Map([[plan[1]!.key, 100]]))).toEqual([0, 732, 832, 1512, 1852]);
  expect(startsOf([], new Map())).toEqual([0]);
});

test('The blocks visible in a part of the list are found, and one beyond each end', () => {
  const starts = [0, 100, 200, 300, 400, 500, 600];
  expect(blocksIn(starts, { top: 0, bottom: 99 })).toEqual([0, 1]);
  expect(blocksIn(starts, { top: 210, bottom: 390 })).toEqual([1, 4]);
  expect(blocksIn(starts, { top: 400, bottom: 600 })).toEqual([3, 5]);
});

test('A part outside the list gets the nearest blocks', () => {
  const starts = [0, 100, 200, 300];
  expect(blocksIn(starts, { top: -900, bottom: -200 })).toEqual([0, 1]);
  expect(blocksIn(starts, { top: 5000, bottom: 6000 })).toEqual([1, 2]);
  expect(blocksIn([0], { top: 0, bottom: 700 })).toEqual([0, -1]);
});
