import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Value } from '#src/tables/kit/column.ts';
import { declarationOf, TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import { ownershipsOf, textsOf, type Ownership } from '#src/tables/kit/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import { execute } from './execute.ts';
import { eraseFromHistory } from '#src/sync/server/history/erase.ts';
import { hasTextInVain, isExpired, ownsRows } from './purgeable.ts';
import { VERSION_ROWS } from './pull.ts';
import { allOf, isOwned, sqlName, textBytes } from './rows.ts';

/**
 * Makes tombstones of a space's rows whose owner was deleted before `endedBefore`, ms since 1970 UTC by the server's
 * clock, at most `limit` of them. Devices hear of them as of any change. They are as old as the tombstone of their
 * owner: that one may stay for other rows, and be restored. Its ended rows must not come back then on a device that
 * still has them.
 *
 * The caller holds the space's row lock. Returns the number of rows. While it is not 0 there may be more, since rows
 * that became tombstones may own others.
 */
export async function endRows(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  endedBefore: number,
  limit: number,
): Promise<number> {
  let ended = 0;
  for (const table of TABLE_NAMES) {
    for (const ownership of ownershipsOf(table))
      ended += await endOwned(tx, spaceId, ownership, endedBefore, limit - ended);
  }
  return ended;
}

/**
 * Makes tombstones of a space's rows that expired before `endedBefore`, at most `limit` of each table, as old as those
 * whose texts nobody can restore any more. Devices hear of them as of any change. The caller holds the space's row
 * lock. Returns the number of rows.
 */
export async function endExpired(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  endedBefore: number,
  limit: number,
): Promise<number> {
  let ended = 0;
  for (const table of TABLE_NAMES) {
    const expired = isExpired(table, endedBefore);
    if (!expired) continue;
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('space_id', '=', spaceId)
      .where(expired)
      .limit(limit)
      .execute();
    if (rows.length === 0) continue;
    const { version, live_counts } = await raiseVersion(tx, spaceId, 1);
    const tombstone = { deleted_at: endedBefore - 1, tombstone_since: endedBefore - 1, version };
    await execute(tx, [
      tx
        .updateTable(table)
        .set(tombstone)
        .where('space_id', '=', spaceId)
        .where('id', 'in', idsOf(rows))
        .compile(),
      saveFewer(tx, spaceId, live_counts, table, rows.length),
    ]);
    ended += rows.length;
  }
  return ended;
}

async function endOwned(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  ownership: Ownership,
  endedBefore: number,
  limit: number,
): Promise<number> {
  if (limit === 0) return 0;
  const { owner, table, column, unless, countsAlone } = ownership;
  const gone = await tx
    .selectFrom(owner)
    .select('id')
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is not', null)
    .where('tombstone_since', '<', endedBefore)
    .where(ownsRows(ownership))
    .limit(limit)
    .execute();
  if (gone.length === 0) return 0;
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('space_id', '=', spaceId)
    .where(sql.ref(sqlName(column)), 'in', idsOf(gone))
    .where(allOf([sql`deleted_at is null`, ...isOwned(unless)]))
    .limit(limit)
    .execute();
  const { version, live_counts } = await raiseVersion(tx, spaceId, Math.ceil(rows.length / VERSION_ROWS));
  const ofOwner = (name: 'deleted_at' | 'tombstone_since') =>
    sql<number>`(select gone.${sql.ref(name)} from ${sql.table(owner)} as gone
      where gone.space_id = ${spaceId} and gone.id = ${sql.ref(`${table}.${sqlName(column)}`)})`;
  const tombstone = { deleted_at: ofOwner('deleted_at'), tombstone_since: ofOwner('tombstone_since') };
  const updates: CompiledQuery[] = [];
  for (let start = 0; start < rows.length; start += VERSION_ROWS) {
    const ids = idsOf(rows.slice(start, start + VERSION_ROWS));
    const change = { ...tombstone, version: version - updates.length };
    updates.push(
      tx.updateTable(table).set(change).where('space_id', '=', spaceId).where('id', 'in', ids).compile(),
    );
  }
  // Until now, the rows of such a table counted without their owner.
  if (countsAlone) updates.push(saveFewer(tx, spaceId, live_counts, table, rows.length));
  await execute(tx, updates);
  return rows.length;
}

function raiseVersion(tx: Transaction<SyncTables>, spaceId: SpaceId, by: number) {
  return tx
    .updateTable('space')
    .set((eb) => ({ version: eb('version', '+', by) }))
    .where('space_id', '=', spaceId)
    .returning(['version', 'live_counts'])
    .executeTakeFirstOrThrow();
}

/** The statement that counts `fewer` rows of the table less in the space. */
function saveFewer(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  live_counts: string,
  table: TableName,
  fewer: number,
): CompiledQuery {
  const counts = JSON.parse(live_counts) as Partial<Record<TableName, number>>;
  const left = JSON.stringify({ ...counts, [table]: (counts[table] ?? 0) - fewer });
  return tx.updateTable('space').set({ live_counts: left }).where('space_id', '=', spaceId).compile();
}

/**
 * Empties the texts of a space's tombstones from before `erasedBefore`, ms since 1970 UTC by the server's clock, at
 * most `limit` rows of each table. A device that has the texts keeps them, but nobody can restore the rows any more
 * (see isErased). A row keeps its texts while another row needs them.
 *
 * The caller holds the space's row lock, and `version` is the newest of the space. Returns the number of rows, the
 * largest of all tables, how many bytes their texts had, and how many left the history. `eraseNext` does the
 * rest of a long one.
 */
export async function eraseTexts(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  erasedBefore: number,
  version: number,
  limit: number,
): Promise<{ rows: number; bytes: number; historyBytes: number }> {
  const erased = { rows: 0, bytes: 0 };
  const ids: string[] = [];
  // Tables whose rows name others come first: the texts that they needed can then go in the same purge.
  for (const table of TABLE_NAMES.toReversed()) {
    const inVain = hasTextInVain(table);
    if (!inVain) continue;
    const rows = await tx
      .selectFrom(table)
      .select(['id', textBytes(table).as('bytes')])
      .where('space_id', '=', spaceId)
      .where('deleted_at', 'is not', null)
      .where('tombstone_since', '<', erasedBefore)
      .where(inVain)
      .limit(limit)
      .execute();
    if (rows.length === 0) continue;
    await tx
      .updateTable(table)
      .set(withoutTexts(table) as never)
      .where('space_id', '=', spaceId)
      .where('id', 'in', idsOf(rows))
      .execute();
    erased.rows = Math.max(erased.rows, rows.length);
    erased.bytes += rows.reduce((sum, row) => sum + row.bytes, 0);
    ids.push(...idsOf(rows));
  }
  const { freed } = await eraseFromHistory(tx, spaceId, ids, version);
  return { ...erased, historyBytes: freed };
}

function withoutTexts(table: TableName): Record<string, Value> {
  const { columns } = declarationOf(table);
  const noneOf = (column: string) => (columns[column]?.default === null ? null : '');
  return Object.fromEntries(textsOf(table).map((column) => [sqlName(column), noneOf(column)]));
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
