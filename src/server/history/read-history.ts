import { sql, type SqlBool, type Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import {
  HISTORY_PAGE,
  LONG_HISTORY_PAGE,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
  type RowHistory,
} from '#src/reading/history/history.ts';
import { withoutTexts } from '#src/reading/history/row-history.ts';
import type { Operation } from '#src/tables/operations.ts';
import { erasuresOf } from '#src/sync/server/history/erase.ts';
import { isAbout } from '#src/sync/server/history/about.ts';
import type { HistoryTable, SyncTables } from '#src/sync/server/database.ts';

/** The changes that end a long page, in UTF-16 code units of JSON. */
const LONG_PAGE_LENGTH = 1_000_000;

export interface HistoryQuery extends Omit<HistoryFilter, 'long'> {
  readonly limit: number;
}

/** Reads a page of the history of a space (rule H4). A collection has its own changes and those of the tasks in it. */
export async function readHistory(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const { entries, next } = await readPart(tx, spaceId, query);
  return { entries, next };
}

/** Reads a long page, part by part, so that long notes make a shorter one. */
export async function readLongPage(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  query: Omit<HistoryQuery, 'limit'>,
): Promise<HistoryPage> {
  const entries: HistoryEntry[] = [];
  let length = 0;
  let next: string | null = null;
  do {
    const before: string | undefined = next ?? query.before;
    const part = await readPart(tx, spaceId, { ...query, before, limit: HISTORY_PAGE });
    entries.push(...part.entries);
    length += part.length;
    next = part.next;
  } while (next !== null && entries.length < LONG_HISTORY_PAGE && length < LONG_PAGE_LENGTH);
  return { entries, next };
}

/** Reads a page, and the length of its changes. */
async function readPart(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  { before, row, collection, source, operation, importId, limit }: HistoryQuery,
): Promise<HistoryPage & { readonly length: number }> {
  const [version, step] = stepOf(before ?? '');
  const isBefore =
    before === undefined ? sql<SqlBool>`version > 0` : sql<SqlBool>`(version, step) < (${version}, ${step})`;
  const about =
    row === undefined
      ? sql<SqlBool>`row_id in (select ${collection} union all
          select id from task where space_id = ${spaceId} and collection_id = ${collection})`
      : sql<SqlBool>`row_id = ${row}`;
  const rows = await tx
    .selectFrom('history')
    .selectAll('history')
    .where('history.space_id', '=', spaceId)
    .where(isBefore)
    .$if(row !== undefined || collection !== undefined, (from) =>
      from.where(isAbout(spaceId, { rows: about, where: isBefore })),
    )
    .$if(source !== undefined, (from) => from.where('source', '=', source ?? ''))
    .$if(operation !== undefined, (from) => from.where('operation', 'in', (operation ?? '').split(',')))
    .$if(importId !== undefined, (from) => from.where('import_id', '=', importId ?? ''))
    .orderBy('history.version', 'desc')
    .orderBy('history.step', 'desc')
    .limit(limit + 1)
    .execute();
  const entries = await withoutErased(tx, spaceId, rows.slice(0, limit));
  const length = rows.reduce((sum, { changes }) => sum + changes.length, 0);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.cursor ?? null) : null, length };
}

/** Reads all entries of a space, the newest first. */
export async function readWholeHistory(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
): Promise<readonly HistoryEntry[]> {
  const all: HistoryEntry[] = [];
  let before: string | undefined;
  do {
    const { entries, next } = await readHistory(tx, spaceId, { before, limit: 1_000 });
    for (const entry of entries) all.push(entry);
    before = next ?? undefined;
  } while (before !== undefined);
  return all;
}

/** The entries, without texts that were purged and are still to leave the table. */
async function withoutErased(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  stored: readonly HistoryTable[],
): Promise<HistoryEntry[]> {
  const entries = stored.map(entryOf);
  const ids = new Set(entries.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const erasures = await erasuresOf(tx, spaceId, [...ids]);
  if (erasures.size === 0) return entries;
  return entries.map((entry, place) => {
    const version = stored[place]?.version ?? 0;
    const rows = entry.rows.map((row) => (version <= (erasures.get(row.id) ?? 0) ? withoutTexts(row) : row));
    return { ...entry, rows };
  });
}

function stepOf(cursor: string): readonly [version: number, step: number] {
  const [version = 0, step = 0] = cursor.split('.').map(Number);
  return [version, step];
}

function entryOf({
  version,
  step,
  changed_at,
  source,
  operation,
  changes,
  import_id,
}: HistoryTable): HistoryEntry {
  return {
    cursor: `${version}.${step}`,
    at: changed_at,
    source,
    operation: operation as Operation['name'],
    rows: JSON.parse(changes) as RowHistory[],
    ...(import_id !== null && { importId: import_id }),
  };
}
