import type { Transaction } from 'kysely';
import { columnsOf, declarationOf, TABLE_NAMES, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { countPaged, type Patch, type Rest, type RowLists } from '#src/sync/protocol.ts';
import type { SyncTables } from './database.ts';
import { rowOf, textBytes } from './rows.ts';
import { readSetBacks } from './set-backs.ts';
import { textBytesOf } from './stored-bytes.ts';

/** The tables whose rows come in pages. */
export const PAGED = TABLE_NAMES.filter((table) => declarationOf(table).isPaged);

/** The position of a device in the versions of its space. */
export interface Cursor {
  /** The version of the device's rows. */
  readonly version: number;
  /** The server's version when the device began to load from nothing, while that load is incomplete; else 0. */
  readonly loadedAt: number;
  /** The rest that the last page told to the device; null or missing when the device got no page. */
  readonly rest?: Rest | null;
}

/** About how many bytes (UTF-8) of texts a page has: a phone on a bad network reads as much between two beats. */
const PAGE_BYTES = 1_000_000;

/**
 * The most rows of paged tables in one version, so that a page can end behind each version. A page has room for this
 * many of the longest rows, at 3 bytes for each character.
 */
export const VERSION_ROWS = Math.min(
  ...PAGED.map((table) => Math.floor(PAGE_BYTES / (3 * longestText(table)))),
);

/**
 * The patch that brings a device on from its cursor: to the space's newest version, or a page of about `pageRows` rows
 * on the way there, fewer when they are long (sync rule W16). A device gets a patch from 0 in three cases: it is ahead
 * of the server, it may hold rows whose tombstones are purged (sync rule W10), or it may hold rows that a restore took
 * back (outdate-devices.ts). This patch tells of the set-backs too. `tx` must see one state of the database.
 */
export async function pull(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  cursor: Cursor,
  pageRows: number,
): Promise<Patch> {
  const space = await tx
    .selectFrom('space')
    .select(['version', 'purged_version', 'set_backs'])
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  const newest = space?.version ?? 0;
  // A load from nothing never brings a row as living that was deleted before the load began.
  const seen = Math.max(cursor.version, cursor.loadedAt);
  const from = seen > newest || seen < (space?.purged_version ?? 0) ? 0 : cursor.version;
  if (from === newest) {
    return { type: 'patch', from, to: newest, rows: {}, changes: {}, outcomes: [], rest: null };
  }
  const isNext = cursor.rest?.version === newest && from === cursor.version;
  const patch = await patchSince(tx, spaceId, from, newest, pageRows, isNext ? cursor.rest?.rows : undefined);
  const setBacks = from === 0 ? readSetBacks(space?.set_backs) : [];
  return setBacks.length > 0 ? { ...patch, setBacks } : patch;
}

/**
 * The patch or page with all changes from one version to the space's newest. `left` is the number of these rows, where
 * it is known: counting many rows takes longer than reading a page.
 */
export async function patchSince(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  from: number,
  newest: number,
  pageRows: number,
  left?: number,
): Promise<Patch> {
  const to = await endOfPage(tx, spaceId, from, newest, pageRows);
  const rows = await rowsBetween(tx, spaceId, from, to);
  const countLeft = async () => (left === undefined ? countSince(tx, spaceId, to) : left - countPaged(rows));
  return {
    type: 'patch',
    from,
    to,
    rows,
    changes: {},
    outcomes: [],
    rest: to === newest ? null : { version: newest, rows: await countLeft() },
  };
}

/** The newest version of each of these spaces. A space without changes has no entry. */
export async function newestVersions(
  tx: Transaction<SyncTables>,
  spaceIds: readonly SpaceId[],
): Promise<ReadonlyMap<SpaceId, number>> {
  const rows = await tx
    .selectFrom('space')
    .select(['space_id', 'version'])
    .where('space_id', 'in', spaceIds)
    .execute();
  return new Map(rows.map((row) => [row.space_id, row.version]));
}

/** True when these rows fit into a patch that is no page. */
export function fitPage(rows: RowLists, pageRows: number): boolean {
  const bytes = PAGED.flatMap((table) => (rows[table] ?? []).map((row: AnyRow) => textBytesOf(table, row)));
  return endOf(bytes, pageRows) === bytes.length;
}

/** The most characters that the texts of a row can have. */
function longestText(table: TableName): number {
  return columnsOf(table).reduce((sum, [, { maxLength }]) => sum + (maxLength ?? 0), 0);
}

/** The index of the first row that is too much for the page; the length when all fit. */
function endOf(bytes: readonly number[], pageRows: number): number {
  let sum = 0;
  const end = bytes.findIndex((each, i) => {
    sum += each;
    return i === pageRows || sum > PAGE_BYTES;
  });
  return end < 0 ? bytes.length : end;
}

/**
 * The version where a page after `since` ends. A page ends between two versions, where the next one can begin, and
 * behind the first version at the earliest, even when that alone is too much. The database measures the texts: the next
 * 5,000 rows may have 80 MB.
 */
async function endOfPage(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  since: number,
  newest: number,
  pageRows: number,
): Promise<number> {
  const rows: { version: number; bytes: number }[] = [];
  for (const table of PAGED) {
    const next = await tx
      .selectFrom(table)
      .select(['version', textBytes(table).as('bytes')])
      .where('space_id', '=', spaceId)
      .where('version', '>', since)
      .orderBy('version')
      .limit(pageRows + 1)
      .execute();
    rows.push(...next);
  }
  if (PAGED.length > 1) rows.sort((a, b) => a.version - b.version);
  const bytes = rows.map((row) => row.bytes);
  const beyond = rows[endOf(bytes, pageRows)];
  if (!beyond) return newest;
  return beyond.version === rows[0]?.version ? beyond.version : beyond.version - 1;
}

/** Tables without pages come whole with the first page of a load from nothing, so that no row comes before its owner. */
async function rowsBetween(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  since: number,
  to: number,
): Promise<RowLists> {
  const lists: Record<string, readonly AnyRow[]> = {};
  for (const table of TABLE_NAMES) {
    const query = tx
      .selectFrom(table)
      .select(rowOf(table))
      .where('space_id', '=', spaceId)
      .where('version', '>', since);
    const isWhole = since === 0 && !PAGED.includes(table);
    const rows = await (isWhole ? query : query.where('version', '<=', to)).execute();
    if (rows.length > 0) lists[table] = rows as unknown as AnyRow[];
  }
  return lists;
}

async function countSince(tx: Transaction<SyncTables>, spaceId: SpaceId, version: number): Promise<number> {
  let count = 0;
  for (const table of PAGED) {
    const { rows } = await tx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .where('space_id', '=', spaceId)
      .where('version', '>', version)
      .executeTakeFirstOrThrow();
    count += rows;
  }
  return count;
}
