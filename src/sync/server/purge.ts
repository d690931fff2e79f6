import { sql, type Transaction } from 'kysely';
import { TABLE_NAMES, type TableName } from '#src/tables/tables.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import type { Expiry } from './expiry.ts';
import { FORGOTTEN_BYTES, forgetHistory } from '#src/sync/server/history/forget.ts';
import { isUnused } from './purgeable.ts';
import { ROW_BYTES } from './stored-bytes.ts';
import { allOf, textBytes } from './rows.ts';
import { endExpired, endRows, eraseTexts } from './trash.ts';
import { deleteOutcomes } from './writes.ts';

/** How many rows a purge deleted or changed. */
export interface Purged {
  readonly rows: number;
  readonly mutations: number;
  /** Rows that became tombstones (see endRows). */
  readonly ended: number;
  /** Tombstones that stay without their texts. */
  readonly erased: number;
  /** Entries of the history. */
  readonly history: number;
}

/**
 * Deletes a space's old tombstones, outcomes of mutations and history for good, rows that expired long ago, and the texts
 * and rows that younger tombstones no longer need, at most `limit` of each (sync rule W10). The row lock keeps pushes away meanwhile. `purged_version`
 * makes a device load anew when it may have missed one of the tombstones. The purge ignores the time that a device gave
 * a deletion: its clock may be months off, and the user may still undo it.
 */
export async function purge(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  { endedBefore, deletedBefore, recordedBefore, changedBefore }: Expiry,
  limit: number,
): Promise<Purged> {
  const space = await tx
    .updateTable('space')
    .set((eb) => ({ purged_version: eb.ref('purged_version') }))
    .where('space_id', '=', spaceId)
    .returning(['purged_version', 'version'])
    .executeTakeFirst();
  if (!space) return { rows: 0, mutations: 0, ended: 0, erased: 0, history: 0 };
  const expired = await endExpired(tx, spaceId, endedBefore, limit);
  const ended = expired + (await endRows(tx, spaceId, endedBefore, limit));
  const erased = await eraseTexts(tx, spaceId, endedBefore, space.version, limit);
  const rows: { id: string; version: number; bytes: number }[] = [];
  // Tables whose rows name others come first: the rows that they named can then go in the same purge.
  for (const table of TABLE_NAMES.toReversed()) {
    const old = await tx
      .selectFrom(table)
      .select(['id', 'version', textBytes(table).as('bytes')])
      .where('space_id', '=', spaceId)
      .where('deleted_at', 'is not', null)
      .where(allOf([sql`tombstone_since < ${deletedBefore}`, ...isUnused(table)]))
      .limit(limit)
      .execute();
    await deleteRows(tx, table, spaceId, old);
    rows.push(...old);
  }
  const mutations = await tx
    .selectFrom('mutation')
    .select('mutation_id')
    .where('space_id', '=', spaceId)
    .where('created_at', '<', recordedBefore)
    .limit(limit)
    .execute();
  await deleteOutcomes(
    tx,
    spaceId,
    mutations.map((row) => row.mutation_id),
  );
  const history = await forgetHistory(tx, spaceId, FORGOTTEN_BYTES, changedBefore);
  const historyBytes = history.bytes + erased.historyBytes;
  if (rows.length + mutations.length + erased.bytes + historyBytes > 0) {
    const bytes = rows.reduce((sum, row) => sum + ROW_BYTES + row.bytes, erased.bytes);
    await tx
      .updateTable('space')
      .set((eb) => ({
        purged_version: Math.max(space.purged_version, ...rows.map(({ version }) => version)),
        stored_bytes: eb('stored_bytes', '-', bytes),
        outcome_count: eb('outcome_count', '-', mutations.length),
        history_bytes: eb('history_bytes', '-', historyBytes),
      }))
      .where('space_id', '=', spaceId)
      .execute();
  }
  return {
    rows: rows.length,
    mutations: mutations.length,
    ended,
    erased: erased.rows,
    history: history.entries,
  };
}

/**
 * Deletes rows by their keys. With a join of the table to itself in one statement, PostgreSQL would compare each of a
 * thousand rows with each row of the space when its statistics know few rows.
 */
async function deleteRows(
  tx: Transaction<SyncTables>,
  table: TableName,
  spaceId: SpaceId,
  rows: readonly { readonly id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .deleteFrom(table)
    .where('space_id', '=', spaceId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}
