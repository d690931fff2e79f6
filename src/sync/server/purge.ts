import type { Transaction } from 'kysely';
import type { SyncTables } from './database.ts';
import { isUnused } from './purgeable.ts';
import { ROW_BYTES } from './stored-bytes.ts';
import { textBytes } from './rows.ts';
import { endTasks, eraseTexts } from './trash.ts';
import { deleteOutcomes } from './writes.ts';

/** What is old enough to go: all from before these instants, ms since 1970 UTC by the server's clock. */
export interface Expiry {
  /** From when tombstones count of which it is not known since when the server has them: an older one took them. */
  readonly now: number;
  /** For what can be restored no more: the texts of tombstones, and the active tasks of a deleted collection. */
  readonly endedBefore: number;
  /** For tombstones. Of both: when the server first had the deletion. */
  readonly deletedBefore: number;
  /** For mutations. */
  readonly recordedBefore: number;
}

/** How many rows went. */
export interface Purged {
  readonly tasks: number;
  readonly collections: number;
  readonly mutations: number;
  /** Tombstones that stay, and count from now. */
  readonly counted: number;
  /** Tasks that became tombstones (see endTasks). */
  readonly ended: number;
  /** Tombstones that stay, without their texts. */
  readonly erased: number;
}

/**
 * Deletes a user's old tombstones and outcomes of mutations for good, and what younger ones need no more, at most `limit` of each
 * (sync rule W10). The row lock keeps pushes away meanwhile, and `purged_version` makes a device that may not have seen one of
 * the tombstones load anew. What a device's clock says of a deletion is not asked: it may be months off, and the user may
 * still undo it.
 */
export async function purge(
  tx: Transaction<SyncTables>,
  userId: string,
  { now, endedBefore, deletedBefore, recordedBefore }: Expiry,
  limit: number,
): Promise<Purged> {
  const space = await tx
    .updateTable('space')
    .set((eb) => ({ purged_version: eb.ref('purged_version') }))
    .where('user_id', '=', userId)
    .returning('purged_version')
    .executeTakeFirst();
  if (!space) return { tasks: 0, collections: 0, mutations: 0, counted: 0, ended: 0, erased: 0 };
  const counted = await countFromNow(tx, userId, now, limit);
  const ended = await endTasks(tx, userId, endedBefore, limit);
  const erased = await eraseTexts(tx, userId, endedBefore, limit);
  const tasks = await tx
    .selectFrom('task')
    .select((eb) => ['id', 'version', textBytes(eb).as('bytes')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('tombstone_since', '<', deletedBefore)
    .limit(limit)
    .execute();
  await deleteRows(tx, 'task', userId, tasks);
  const collections = await tx
    .selectFrom('collection')
    .select((eb) => ['id', 'version', eb.fn<number>('octet_length', ['name']).as('bytes')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('tombstone_since', '<', deletedBefore)
    .where(isUnused)
    .limit(limit)
    .execute();
  await deleteRows(tx, 'collection', userId, collections);
  const mutations = await tx
    .selectFrom('mutation')
    .select('mutation_id')
    .where('user_id', '=', userId)
    .where('created_at', '<', recordedBefore)
    .limit(limit)
    .execute();
  await deleteOutcomes(
    tx,
    userId,
    mutations.map((row) => row.mutation_id),
  );
  const rows = [...tasks, ...collections];
  if (rows.length + mutations.length + erased.bytes > 0) {
    const bytes = rows.reduce((sum, row) => sum + ROW_BYTES + row.bytes, erased.bytes);
    await tx
      .updateTable('space')
      .set((eb) => ({
        purged_version: Math.max(space.purged_version, ...rows.map(({ version }) => version)),
        stored_bytes: eb('stored_bytes', '-', bytes),
        outcome_count: eb('outcome_count', '-', mutations.length),
      }))
      .where('user_id', '=', userId)
      .execute();
  }
  return {
    tasks: tasks.length,
    collections: collections.length,
    mutations: mutations.length,
    counted,
    ended,
    erased: erased.rows,
  };
}

/** Marks at most `limit` rows of each kind. Returns how many tombstones these are. */
async function countFromNow(
  tx: Transaction<SyncTables>,
  userId: string,
  now: number,
  limit: number,
): Promise<number> {
  let counted = 0;
  for (const table of ['task', 'collection'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is not', null)
      .where('tombstone_since', 'is', null)
      .limit(limit)
      .execute();
    counted = Math.max(counted, rows.length);
    if (rows.length === 0) continue;
    await tx
      .updateTable(table)
      .set({ tombstone_since: now })
      .where('user_id', '=', userId)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  }
  return counted;
}

/**
 * By the keys of those that were found: joined to themselves in one statement, PostgreSQL compares each of a thousand with each
 * row of the user, when its statistics know of few.
 */
async function deleteRows(
  tx: Transaction<SyncTables>,
  table: 'task' | 'collection',
  userId: string,
  rows: readonly { readonly id: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}
