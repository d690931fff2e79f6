import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { calendarDayAt, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { countByCollection, countCompletions, countIn, countOn } from './completions.ts';

afterEach(() => vi.unstubAllEnvs());

const HOUR_MS = 3_600_000;

// Zones with short, long and skipped days, and days that begin an hour late or at a quarter.
const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
];

test.each(ZONES)('[V9] in %s each completed task counts on its local day, in its collection', (zone) => {
  vi.stubEnv('TZ', zone);
  const anyInstant = fc.oneof(
    fc.integer({ min: 0, max: Date.UTC(2040, 0) }),
    fc.nat(400).map((hours) => Date.UTC(2011, 11, 25) + hours * HOUR_MS),
    fc.nat(400).map((hours) => Date.UTC(2018, 1, 10) + hours * HOUR_MS + 1),
  );
  const anyTask = fc.record({
    completedAt: fc.option(anyInstant, { freq: 20 }),
    collectionId: fc.constantFrom('a', 'b', 'c'),
  });
  fc.assert(
    fc.property(fc.array(anyTask, { maxLength: 60, size: 'max' }), (tasks) => {
      const completions = countCompletions(tasks);
      const done = tasks.filter(({ completedAt }) => completedAt !== null);
      const days = [...new Set(done.map(({ completedAt }) => calendarDayAt(completedAt ?? 0)))];
      expect([...completions.keys()].toSorted()).toEqual(days.toSorted());
      for (const day of days) {
        const ofDay = done.filter(({ completedAt }) => calendarDayAt(completedAt ?? 0) === day);
        expect(countOn(completions, day)).toBe(ofDay.length);
      }
      expect(countIn(completions, days)).toBe(done.length);
      const inA = done.filter(({ collectionId }) => collectionId === 'a').length;
      expect(new Map(countByCollection(completions, days)).get('a') ?? 0).toBe(inA);
    }),
  );
});

test('[V9] the collection with the most completions comes first', () => {
  const at = Date.UTC(2026, 5, 15, 12);
  const tasks = ['a', 'b', 'b', 'c', 'b', 'c'].map((collectionId) => ({ completedAt: at, collectionId }));
  const completions = countCompletions([...tasks, { completedAt: at - 5 * 24 * HOUR_MS, collectionId: 'a' }]);
  expect(countByCollection(completions, [calendarDayAt(at)])).toEqual([
    ['b', 3],
    ['c', 2],
    ['a', 1],
  ]);
  expect(countOn(completions, '2026-01-01' as CalendarDay)).toBe(0);
});
