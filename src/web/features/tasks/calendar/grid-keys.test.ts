import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayByCommand } from './grid-keys.ts';

const FROM = '2026-11-25' as CalendarDay;

/** The days of both directions of a command. */
function by(
  id: Parameters<typeof dayByCommand>[0],
  view: 'month' | 'week' = 'month',
  isRightToLeft = false,
): readonly (CalendarDay | null)[] {
  return ([1, -1] as const).map((step) => dayByCommand(id, step, FROM, view, 1, isRightToLeft));
}

test('[V7] keys move by days, weeks and months, as in other grids of days', () => {
  expect(by('day')).toEqual(['2026-11-26', '2026-11-24']);
  expect(by('week')).toEqual(['2026-12-02', '2026-11-18']);
  expect(by('week-end')).toEqual(['2026-11-23', '2026-11-29']);
  expect(by('page')).toEqual(['2026-12-25', '2026-10-25']);
  expect(by('pages')).toEqual(['2027-11-25', '2025-11-25']);
  expect(by('page', 'week')).toEqual(['2026-12-02', '2026-11-18']);
  expect(by('week', 'week')).toEqual([null, null]);
  expect(by('day', 'month', true)).toEqual(['2026-11-24', '2026-11-26']);
});
