import type { IDBPObjectStore, StoreNames } from 'idb';
import { isTableName, type AnyRow } from '#src/tables/tables.ts';
import { readRow, withoutDefaults } from '#src/tables/kit/row.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import type { Schema, Segment } from './indexed-db-records.ts';

/** Most rows in a segment. Reading or writing so many rows does not keep the page from painting. */
const SEGMENT_ROWS = 2_000;

/** With fewer segments, compaction is never tried. */
const FEW_SEGMENTS = 16;

/** Number of segments that are read in one go. No page waits to paint before all rows are read. */
const READ_AHEAD = 8;

type Stores = StoreNames<Schema>[];
type Reading = IDBPObjectStore<Schema, Stores, 'segment', IDBTransactionMode>;
type Writing = IDBPObjectStore<Schema, Stores, 'segment', 'readwrite'>;

/** The rows of all segments. `isWhole` is false when a row had to be rejected. */
export interface StoredRows {
  readonly rows: RowLists;
  readonly isWhole: boolean;
}

/** Reads all rows. Rows of tables that only a newer app knows stay where they are. */
export async function readRows(store: Reading): Promise<StoredRows> {
  const found = new Map<string, Map<string, AnyRow>>();
  let isWhole = true;
  for await (const segment of segmentsOf(store)) {
    for (const [table, rows] of Object.entries(segment)) {
      if (!isTableName(table)) continue;
      const known = mapIn(found, table);
      for (const stored of rows) {
        const row = readRow(table, stored);
        if (row) known.set(row.id, row);
        else isWhole = false;
      }
    }
  }
  const rows = [...found].map(([table, known]) => [table, [...known.values()]]);
  return { rows: Object.fromEntries(rows) as RowLists, isWhole };
}

/** The rows of the tables that this app knows, without invalid rows. */
export function readTables(stored: Segment): RowLists {
  const tables = Object.entries(stored).flatMap(([table, rows]) =>
    isTableName(table) ? [[table, rows.flatMap((row) => readRow(table, row) ?? [])]] : [],
  );
  return Object.fromEntries(tables) as RowLists;
}

/** Adds rows after all stored rows. */
export async function addRows(store: Writing, rows: RowLists): Promise<void> {
  const before = await store.count();
  for (const segment of cut(rows)) await addSegment(store, segment);
  if (doublings(await store.count()) > doublings(before)) await compact(store);
}

/** Number of times that the segments have doubled since there were FEW_SEGMENTS. */
function doublings(segments: number): number {
  return Math.max(0, Math.floor(Math.log2(segments / FEW_SEGMENTS)) + 1);
}

/** Leaves out replaced rows when they are more than half of all rows. */
async function compact(store: Writing): Promise<void> {
  let all: Segment = {};
  let stored = 0;
  for await (const segment of segmentsOf(store)) {
    stored += sizeOf(segment);
    all = joined(all, segment);
  }
  if (stored <= 2 * sizeOf(all)) return;
  await store.clear();
  for (const segment of cut(all)) await store.add(segment);
}

export async function clearRows(store: Writing): Promise<void> {
  await store.clear();
}

/**
 * Joins the new segment with the last segments of at most twice its size. This keeps segments few, and each row is
 * rewritten only as often as the number of segments can be halved.
 */
async function addSegment(store: Writing, added: Segment): Promise<void> {
  let segment = added;
  for (let cursor = await store.openCursor(null, 'prev'); cursor; cursor = await cursor.continue()) {
    const size = sizeOf(segment);
    const last = sizeOf(cursor.value);
    if (last > 2 * size || last + size > SEGMENT_ROWS) break;
    segment = joined(cursor.value, segment);
    await cursor.delete();
  }
  await store.add(segment);
}

function joined(earlier: Segment, later: Segment): Segment {
  const tables = new Map<string, Map<string, Partial<AnyRow>>>();
  for (const segment of [earlier, later]) {
    for (const [table, rows] of Object.entries(segment)) {
      const known = mapIn(tables, table);
      for (const row of rows) known.set(row.id as string, row);
    }
  }
  return Object.fromEntries([...tables].map(([table, rows]) => [table, [...rows.values()]]));
}

/** Segments of at most SEGMENT_ROWS rows, each of one table. */
function* cut(rows: Segment): Generator<Segment> {
  for (const [table, list] of Object.entries(rows)) {
    for (let start = 0; start < list.length; start += SEGMENT_ROWS) {
      const some = list.slice(start, start + SEGMENT_ROWS);
      yield { [table]: isTableName(table) ? some.map((row) => withoutDefaults(table, row)) : some };
    }
  }
}

async function* segmentsOf(store: Reading): AsyncGenerator<Segment> {
  const keys = await store.getAllKeys();
  for (let start = 0; start < keys.length; start += READ_AHEAD) {
    const [first, last] = [keys[start], keys[Math.min(start + READ_AHEAD, keys.length) - 1]];
    if (first === undefined || last === undefined) return;
    yield* await store.getAll(IDBKeyRange.bound(first, last));
  }
}

function sizeOf(segment: Segment): number {
  return Object.values(segment).reduce((sum, rows) => sum + rows.length, 0);
}

function mapIn<Row>(maps: Map<string, Map<string, Row>>, key: string): Map<string, Row> {
  const map = maps.get(key) ?? new Map<string, Row>();
  maps.set(key, map);
  return map;
}
