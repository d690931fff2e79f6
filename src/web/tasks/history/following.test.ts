import { expect, test } from 'vitest';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import { togetherWith, untilAfter } from './following.ts';

const entry = (n: number, at: number, operation: HistoryEntry['operation'] = 'task.add'): HistoryEntry => ({
  cursor: `${n}.0`,
  at,
  source: 'Firefox on Windows',
  operation,
  rows: [],
});

/** The entries up to the first one that is not wanted. */
function wanted(entries: readonly HistoryEntry[], isWanted: (entry: HistoryEntry) => boolean) {
  const end = entries.findIndex((each) => !isWanted(each));
  return entries.slice(0, end === -1 ? entries.length : end).map(({ cursor }) => cursor);
}

test('[H2] all since an entry are those up to it', () => {
  const entries = [entry(5, 50), entry(4, 40), entry(3, 40), entry(2, 20)];

  expect(wanted(entries, untilAfter(entry(4, 40)))).toEqual(['5.0', '4.0']);
});

test('[H2] all since an entry that the server has forgotten are those since its time', () => {
  const entries = [entry(5, 50), entry(3, 30)];

  expect(wanted(entries, untilAfter(entry(4, 40)))).toEqual(['5.0']);
});

test('[H2] a row of several entries goes on in the next page as far as they came together', () => {
  const further = [entry(3, 900_000), entry(2, 850_000), entry(1, 840_000, 'task.edit')];

  expect(wanted(further, togetherWith([entry(5, 940_000), entry(4, 920_000)], 'UTC'))).toEqual([
    '3.0',
    '2.0',
  ]);
});
