import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { freeBetween, takenOn } from './free-time.ts';

const day = '2026-11-25' as CalendarDay;
const due = (date: string, time: string | null) => ({ date: date as CalendarDay, time });

test('[V7] a task takes its minutes of a day, 30 without a duration, and none without a time', () => {
  expect(takenOn(day, due('2026-11-25', '09:00'), 60)).toEqual({ from: 540, to: 600 });
  expect(takenOn(day, due('2026-11-25', '09:00'), 5)).toEqual({ from: 540, to: 545 });
  expect(takenOn(day, due('2026-11-25', '09:00'), null)).toEqual({ from: 540, to: 570 });
  expect(takenOn(day, due('2026-11-25', null), 60)).toBeNull();
  expect(takenOn(day, due('2026-11-26', '00:00'), 60)).toBeNull();
});

test('[V7] a task that goes on over midnight takes time of each of its days', () => {
  const night = due('2026-11-24', '23:00');
  expect(takenOn('2026-11-24' as CalendarDay, night, 120)).toEqual({ from: 1_380, to: 1_440 });
  expect(takenOn(day, night, 120)).toEqual({ from: 0, to: 60 });
  expect(takenOn(day, night, 60)).toBeNull();
  expect(takenOn(day, due('2026-11-23', '12:00'), 4 * 1_440)).toEqual({ from: 0, to: 1_440 });
  // Without a duration it ends with its day.
  expect(takenOn(day, due('2026-11-24', '23:50'), null)).toBeNull();
  expect(takenOn(day, due('2026-11-25', '23:50'), null)).toEqual({ from: 1_430, to: 1_440 });
});

test('[V7] each minute within is either taken or free', () => {
  const anyBlock = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(anyBlock, { maxLength: 8 }), anyBlock, (blocks, within) => {
      const free = freeBetween(blocks, within);
      const has = (list: typeof free, minute: number) =>
        list.some(({ from, to }) => from <= minute && minute < to);
      for (let minute = 0; minute < 90; minute++)
        expect(has(free, minute)).toBe(has([within], minute) && !has(blocks, minute));
      expect(free.every(({ from, to }) => from < to)).toBe(true);
    }),
  );
});
