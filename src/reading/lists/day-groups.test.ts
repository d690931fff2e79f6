import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { groupByLocalDay } from './day-groups.ts';

afterEach(() => vi.unstubAllEnvs());

const HOUR_MS = 3_600_000;

/** Groups of ids that are their own instants, the newest first. */
const group = (instants: readonly number[], before: ReturnType<typeof groupByLocalDay> = []) =>
  groupByLocalDay(instants.toSorted((a, b) => b - a).map(String), Number, before);

// Zones with short, long and skipped days, and with days that begin an hour late.
const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Africa/Monrovia',
];

test.each(ZONES)('in %s each instant is in the group of its day, the newest day first', (zone) => {
  vi.stubEnv('TZ', zone);
  const anyInstant = fc.oneof(
    fc.integer({ min: 0, max: Date.UTC(2040, 0) }),
    fc.nat(400).map((hours) => Date.UTC(2011, 11, 25) + hours * HOUR_MS),
    fc.nat(400).map((hours) => Date.UTC(2018, 10, 1) + hours * HOUR_MS),
  );
  fc.assert(
    fc.property(fc.uniqueArray(anyInstant, { maxLength: 60, size: 'max' }), (instants) => {
      const days = Map.groupBy(
        instants.toSorted((a, b) => b - a),
        (instant) => calendarDayAt(instant),
      );
      expect(group(instants)).toEqual([...days].map(([day, some]) => ({ day, ids: some.map(String) })));
    }),
  );
});

test('a group with the same ids stays the same object, and no other does', () => {
  const hours = (...some: number[]) => some.map((hour) => new Date(2026, 5, 15, 0, hour * 60).getTime());
  const before = group(hours(-30, -2, -1, 3, 4, 5));
  expect(before.map(({ ids }) => ids.length)).toEqual([3, 2, 1]);

  const replaced = group(hours(-30, -2, -1, 3, 4.5, 5), before);

  expect(replaced.map((each, i) => each === before[i])).toEqual([false, true, true]);
});

test('only the borders between days are searched', () => {
  const instants = Array.from({ length: 20_000 }, (_, i) => String(Date.UTC(2026, 0) - i * 60_000));
  let looks = 0;
  const groups = groupByLocalDay(
    instants,
    (id) => {
      looks += 1;
      return Number(id);
    },
    [],
  );
  expect(groups.length).toBeGreaterThan(10);
  expect(looks).toBeLessThan(groups.length * 20);
});
