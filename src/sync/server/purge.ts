import { sql, type Transaction } from 'kysely';
import { TABLE_NAMES, type TableName } from '#src/domain/schema/index.ts';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import type { Expiry } from './expiry.ts';
import { isUnused } from './purgeable.ts';
import { ROW_BYTES } from './stored-bytes.ts';
import { allOf, textBytes } from './rows.ts';
import { endRows, eraseTexts } from './trash.ts';
import { deleteOutcomes } from './writes.ts';

/** How many rows went. */
export interface Purged {
  readonly rows: number;
  readonly mutations: number;
  /** Rows that became tombstones (see endRows). */
  readonly ended: number;
  /** Tombstones that stay, without their texts. */
  readonly erased: number;
}

/**
 * Deletes a space's old tombstones and outcomes of mutations for good, and what younger ones need no more, at most `limit` of each
 * (sync rule W10). The row lock keeps pushes away meanwhile, and `purged_version` makes a device that may not have seen one of
 * the tombstones load anew. What a device's clock says of a deletion is not asked: it may be months off, and the user may
 * still undo it.
 */
export async function purge(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  { endedBefore, deletedBefore, recordedBefore }: Expiry,
  limit: number,
): Promise<Purged> {
  const space = await tx
    .updateTable('space')
    .set((eb) => ({ purged_version: eb.ref('purged_version') }))
    .where('space_id', '=', spaceId)
    .returning('purged_version')
    .executeTakeFirst();
  if (!space) return { rows: 0, mutations: 0, ended: 0, erased: 0 };
  const ended = await endRows(tx, spaceId, endedBefore, limit);
  const erased = await eraseTexts(tx, spaceId, endedBefore, limit);
  const rows: { id: string; version: number; bytes: number }[] = [];
  // The rows that name others first: then those need not wait for the next time.
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
  if (rows.length + mutations.length + erased.bytes > 0) {
    const bytes = rows.reduce((sum, row) => sum + ROW_BYTES + row.bytes, erased.bytes);
    await tx
      .updateTable('space')
      .set((eb) => ({
        purged_version: Math.max(space.purged_version, ...rows.map(({ version }) => version)),
        stored_bytes: eb('stored_bytes', '-', bytes),
        outcome_count: eb('outcome_count', '-', mutations.length),
      }))
      .where('space_id', '=', spaceId)
      .execute();
  }
  return {
    rows: rows.length,
    mutations: mutations.length,
    ended,
    erased: erased.rows,
  };
}

/**
 * Deletes by the keys that were found: of rows joined to themselves in one statement, PostgreSQL compares each of a thousand with
 * each row of the space, when its statistics know of few.
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
