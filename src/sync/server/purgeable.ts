import { sql, type ExpressionBuilder, type Transaction } from 'kysely';
import type { SyncTables } from './database.ts';
import type { Expiry } from './purge.ts';

/** The next users after `after`, in order of their id, and whether `purge` would find anything of theirs. */
export async function findPurgeable(
  tx: Transaction<SyncTables>,
  { endedBefore, deletedBefore, recordedBefore }: Expiry,
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
          // Not by EXISTS: PostgreSQL then may gather the tombstones of all users first.
          eb(
            eb
              .selectFrom('task')
              .select('task.id')
              .whereRef('task.user_id', '=', 'space.user_id')
              .where('task.deleted_at', 'is not', null)
              .where('task.tombstone_since', '<', deletedBefore)
              .limit(1),
            'is not',
            null,
          ),
          eb(
            eb
              .selectFrom('task')
              .select('task.id')
              .whereRef('task.user_id', '=', 'space.user_id')
              .where('task.deleted_at', 'is not', null)
              .where('task.tombstone_since', 'is', null)
              .limit(1),
            'is not',
            null,
          ),
          eb.exists(
            eb
              .selectFrom('collection')
              .select('collection.id')
              .whereRef('collection.user_id', '=', 'space.user_id')
              .where('collection.deleted_at', 'is not', null)
              .where('collection.tombstone_since', '<', deletedBefore)
              .where(isUnused),
          ),
          eb.exists(
            eb
              .selectFrom('collection')
              .select('collection.id')
              .whereRef('collection.user_id', '=', 'space.user_id')
              .where('collection.deleted_at', 'is not', null)
              .where('collection.tombstone_since', 'is', null),
          ),
          eb(
            eb
              .selectFrom('task')
              .select('task.id')
              .whereRef('task.user_id', '=', 'space.user_id')
              .where('task.deleted_at', 'is not', null)
              .where('task.tombstone_since', '<', endedBefore)
              .where('task.name', '<>', sql.lit(''))
              .limit(1),
            'is not',
            null,
          ),
          eb.exists(
            eb
              .selectFrom('collection')
              .select('collection.id')
              .whereRef('collection.user_id', '=', 'space.user_id')
              .where('collection.deleted_at', 'is not', null)
              .where('collection.tombstone_since', '<', endedBefore)
              .where((of) => of.or([hasActiveTasks(of), isShownByNone(of)])),
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
export function isUnused(eb: ExpressionBuilder<SyncTables, 'collection'>) {
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

/** Whether the collection has active tasks, which are not there, as it is deleted. */
export function hasActiveTasks(eb: ExpressionBuilder<SyncTables, 'collection'>) {
  // Not by EXISTS: PostgreSQL then may gather the active tasks of all users first.
  return eb(
    tasksOf(eb).where('task.deleted_at', 'is', null).where('task.completed_at', 'is', null).limit(1),
    'is not',
    null,
  );
}

/** Whether the collection has a name, which no task needs that is there, or may come back. */
export function isShownByNone(eb: ExpressionBuilder<SyncTables, 'collection'>) {
  return eb.and([
    eb('collection.name', '<>', sql.lit('')),
    eb(tasksOf(eb).where('task.name', '<>', sql.lit('')).limit(1), 'is', null),
  ]);
}

function tasksOf(eb: ExpressionBuilder<SyncTables, 'collection'>) {
  return eb
    .selectFrom('task')
    .select('task.id')
    .whereRef('task.user_id', '=', 'collection.user_id')
    .whereRef('task.collection_id', '=', 'collection.id');
}
