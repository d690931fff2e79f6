import { afterEach, expect, test, vi } from 'vitest';
import {
  HISTORY_PAGE,
  LONG_HISTORY_PAGE,
  type HistoryEntry,
  type HistoryPage,
} from '#src/reading/history/history.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { sampleId } from '#src/sync/testing/samples.ts';
import { findLastImport, loadImport, unnamed } from './find-last-import.ts';

const MINUTE_MS = 60_000;
const now = Date.now();

afterEach(() => vi.unstubAllGlobals());

/** An entry that added a label, so many minutes ago. */
function entry(number: number, minutesAgo: number, importId?: string): HistoryEntry {
  return {
    cursor: `${number}.0`,
    at: now - minutesAgo * MINUTE_MS,
    source: 'Import',
    operation: 'label.add',
    rows: [{ table: 'label', id: sampleId('label', number), before: null, after: {} }],
    importId,
  };
}

/** Answers as the server does, with entries that are sorted by their time. */
function serve(entries: readonly HistoryEntry[]): void {
  vi.stubGlobal('fetch', (address: string) => {
    const query = new URLSearchParams(address.split('?')[1]);
    const importId = query.get('importId');
    const all = entries.filter((each) => importId === null || each.importId === importId);
    const start = all.findIndex(({ cursor }) => cursor === query.get('before')) + 1;
    const size = query.has('long') ? LONG_HISTORY_PAGE : HISTORY_PAGE;
    const page = all.slice(start, start + size);
    const next = start + size < all.length ? (page.at(-1)?.cursor ?? null) : null;
    return Promise.resolve(Response.json({ entries: page, next } satisfies HistoryPage));
  });
}

/** A device with the labels of these numbers. */
function deviceWith(...numbers: readonly number[]): Replica {
  const rows = new Map(numbers.map((number) => [sampleId('label', number), { deletedAt: null }]));
  return {
    whenAll: () => Promise.resolve(),
    get: (_: string, id: string) => rows.get(id),
  } as unknown as Replica;
}

const numbersOf = (entries: readonly HistoryEntry[]) =>
  entries.map(({ cursor }) => Number.parseInt(cursor, 10));

test('[I6] an import is taken back without the one of two minutes before, and across an import in its pause', async () => {
  const entries = [entry(5, 1, 'b'), entry(4, 2, 'c'), entry(3, 90, 'b'), entry(2, 92, 'a')];
  serve(entries);

  const last = await findLastImport(deviceWith(2, 3, 4, 5));

  expect(last).toEqual(entries[0]);
  expect(numbersOf(await loadImport(entries[0]!))).toEqual([5, 3]);
});

test('[I6] an import is offered while any of its rows is left, and no longer', async () => {
  const entries = Array.from({ length: 230 }, (_, place) => entry(300 - place, place / 100, 'b'));
  serve([...entries, entry(1, 4, 'a')]);

  expect(await findLastImport(deviceWith(1, 71))).toEqual(entries[0]);
  expect(await findLastImport(deviceWith(1))).toBeNull();
});

test('[I6] an import of more than 30 days ago is not offered', async () => {
  serve([entry(1, 31 * 24 * 60, 'a')]);

  expect(await findLastImport(deviceWith(1))).toBeNull();
});

test('[I6] entries that name no import are one import without a pause of ten minutes', () => {
  const next = (entries: readonly HistoryEntry[]) => entries.map(unnamed()).indexOf(false);

  expect(next([entry(4, 0), entry(3, 1), entry(2, 12), entry(1, 21)])).toBe(2);
  expect(next([entry(4, 0), entry(3, 1, 'a')])).toBe(1);
});
