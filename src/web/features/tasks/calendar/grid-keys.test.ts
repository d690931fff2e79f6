import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayByKey } from './grid-keys.ts';

const FROM = '2026-11-25' as CalendarDay;
const by = (key: string, view: 'month' | 'week' = 'month', shiftKey = false, isRightToLeft = false) =>
  dayByKey({ key, shiftKey }, FROM, view, 1, isRightToLeft);

test('[V7] keys move by days, weeks and months, as in other grids of days', () => {
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => by(key))).toEqual([
    '2026-11-26',
    '2026-11-24',
    '2026-12-02',
    '2026-11-18',
  ]);
  expect([by('Home'), by('End')]).toEqual(['2026-11-23', '2026-11-29']);
  expect([by('PageDown'), by('PageUp')]).toEqual(['2026-12-25', '2026-10-25']);
  expect([by('PageDown', 'month', true), by('PageUp', 'week')]).toEqual(['2027-11-25', '2026-11-18']);
  expect([by('ArrowDown', 'week'), by('Tab')]).toEqual([null, null]);
  expect(by('ArrowRight', 'month', false, true)).toBe('2026-11-24');
});
