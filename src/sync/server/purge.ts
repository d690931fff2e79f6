import type { ExpressionBuilder, Transaction } from 'kysely';
import type { SyncTables } from './database.ts';

/** What is old enough to go: all from before these instants, ms since 1970 UTC. */
export interface Expiry {
  /** For tombstones, which say when the device that deleted the row took it to be. */
  readonly deletedBefore: number;
  /** For mutations, by the server's clock. */
  readonly recordedBefore: number;
}

/** How many rows went. */
export interface Purged {
  readonly tasks: number;
  readonly collections: number;
  readonly mutations: number;
}

/**
 * Deletes a user's old tombstones and outcomes of mutations for good, at most `limit` of each (sync rule W10). The row
 * lock keeps pushes away meanwhile, and `purged_version` makes a device that may not have seen one of the tombstones load
 * anew. When a device's clock was wrong, a tombstone goes too early, which costs such loads, or too late.
 */
export async function purge(
  tx: Transaction<SyncTables>,
  userId: string,
  { deletedBefore, recordedBefore }: Expiry,
  limit: number,
): Promise<Purged> {
  const space = await tx
    .updateTable('space')
    .set((eb) => ({ purged_version: eb.ref('purged_version') }))
    .where('user_id', '=', userId)
    .returning('purged_version')
    .executeTakeFirst();
  if (!space) return { tasks: 0, collections: 0, mutations: 0 };
  // Found first, then deleted by their keys: joined to themselves in one statement, PostgreSQL compares each of a thousand
  // with each row of the user, when its statistics know of few.
  const tasks = await tx
    .selectFrom('task')
    .select(['id', 'version'])
    .where('user_id', '=', userId)
    .where('deleted_at', '<', deletedBefore)
    .limit(limit)
    .execute();
  await deleteRows(tx, 'task', userId, tasks);
  const collections = await tx
    .selectFrom('collection')
    .select(['id', 'version'])
    .where('user_id', '=', userId)
    .where('deleted_at', '<', deletedBefore)
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
  if (mutations.length > 0) {
    await tx
      .deleteFrom('mutation')
      .where('user_id', '=', userId)
      .where(
        'mutation_id',
        'in',
        mutations.map((row) => row.mutation_id),
      )
      .execute();
  }
  const purgedVersion = [...tasks, ...collections].reduce(
    (newest, { version }) => Math.max(newest, version),
    space.purged_version,
  );
  if (purgedVersion > space.purged_version) {
    await tx
      .updateTable('space')
      .set({ purged_version: purgedVersion })
      .where('user_id', '=', userId)
      .execute();
  }
  return { tasks: tasks.length, collections: collections.length, mutations: mutations.length };
}

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

/** The next users after `after`, in order of their id, and whether `purge` would find anything of theirs. */
export async function findPurgeable(
  tx: Transaction<SyncTables>,
  { deletedBefore, recordedBefore }: Expiry,
  after: string,
  limit: number,
): Promise<{ userId: string; isDue: boolean }[]> {
  const users = await tx
    .selectFrom('space')
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .select((eb) => [
      'user_id',
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('task')
              .select('task.id')
              .whereRef('task.user_id', '=', 'space.user_id')
              .where('task.deleted_at', '<', deletedBefore),
          ),
          eb.exists(
            eb
              .selectFrom('collection')
              .select('collection.id')
              .whereRef('collection.user_id', '=', 'space.user_id')
              .where('collection.deleted_at', '<', deletedBefore)
              .where(isUnused),
          ),
          eb.exists(
            eb
              .selectFrom('mutation')
              .select('mutation.mutation_id')
              .whereRef('mutation.user_id', '=', 'space.user_id')
              .where('mutation.created_at', '<', recordedBefore),
          ),
        ])
        .as('is_due'),
    ])
    .execute();
  // SQLite says 0 or 1.
  return users.map((user) => ({ userId: user.user_id, isDue: Boolean(user.is_due) }));
}

/** Completed tasks go on showing their collection, and deleted ones may come back as such. */
function isUnused(eb: ExpressionBuilder<SyncTables, 'collection'>) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('task')
        .select('task.id')
        .whereRef('task.user_id', '=', 'collection.user_id')
        .whereRef('task.collection_id', '=', 'collection.id'),
    ),
  );
}
