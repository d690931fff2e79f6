import { expect, test } from 'vitest';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import { groupDays } from './group-days.ts';

const at = (time: string) => Date.parse(`2026-11-27T${time}Z`);
let n = 0;
const entry = (when: number, some: Partial<HistoryEntry> = {}): HistoryEntry => ({
  cursor: `${(n += 1)}.0`,
  at: when,
  source: 'Firefox on Windows',
  operation: 'task.edit',
  rows: [],
  ...some,
});
const sizes = (entries: readonly HistoryEntry[], zone = 'UTC') =>
  groupDays(entries, zone).map(({ day, rows }) => [day, ...rows.map(({ length }) => length)]);

test('[H1] entries are in their day of the zone', () => {
  const entries = [entry(at('23:30:00')), entry(at('10:00:00'))];

  expect(sizes(entries)).toEqual([['2026-11-27', 1, 1]]);
  expect(sizes(entries, 'Asia/Kolkata')).toEqual([
    ['2026-11-28', 1],
    ['2026-11-27', 1],
  ]);
});

test('[H1] four entries of one door and one operation within a minute are one row, three are not', () => {
  const four = [40, 30, 20, 10].map((seconds) => entry(at(`10:00:${seconds}`)));

  expect(sizes(four)).toEqual([['2026-11-27', 4]]);
  expect(sizes(four.slice(1))).toEqual([['2026-11-27', 1, 1, 1]]);
});

test('[H1] another door, another operation and a pause begin a new row', () => {
  const four = (start: string, some: Partial<HistoryEntry> = {}) =>
    [3, 2, 1, 0].map(() => entry(at(start), some));

  expect(
    sizes([
      ...four('12:00:00'),
      ...four('11:00:00'),
      ...four('11:00:00', { source: 'Safari on iPhone' }),
      ...four('11:00:00', { source: 'Safari on iPhone', operation: 'task.add' }),
    ]),
  ).toEqual([['2026-11-27', 4, 4, 4, 4]]);
});

test('[H1] an import is one row, whatever it adds', () => {
  const source = 'Import';
  const add = (operation: HistoryEntry['operation']) => entry(at('10:00:00'), { source, operation });

  expect(sizes([add('task.complete'), add('task.add'), add('section.add'), add('collection.add')])).toEqual([
    ['2026-11-27', 4],
  ]);
});

test('[I6] two imports after each other are two rows', () => {
  const add = (importId: string) => entry(at('10:00:00'), { source: 'Import', importId });

  expect(sizes([...Array(4).fill(add('b')), ...Array(5).fill(add('a'))])).toEqual([['2026-11-27', 4, 5]]);
});
