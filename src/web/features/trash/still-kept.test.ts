import { expect, test } from 'vitest';
import { localMidnight, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { stillKept } from './still-kept.ts';

test('[T9] the trash shows deletions of the last 30 days, even if a device has older rows', () => {
  const oldest = localMidnight('2026-11-01' as CalendarDay);
  const deletedAt = new Map([
    ['a', oldest + 1e9],
    ['b', oldest],
    ['c', oldest - 1],
    ['d', 0],
  ]);
  const kept = (ids: readonly string[], today: string) =>
    stillKept(ids, (id) => deletedAt.get(id) ?? 0, today as CalendarDay);
  expect(kept(['a', 'b', 'c', 'd'], '2026-12-01')).toEqual(['a', 'b']);
  expect(kept(['a', 'b', 'c', 'd'], '2026-11-30')).toEqual(['a', 'b', 'c']);
  expect(kept([], '2026-12-01')).toEqual([]);
});
