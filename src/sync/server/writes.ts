import type { CompiledQuery, Transaction } from 'kysely';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { CollectionTable, SyncTables, TaskTable } from './database.ts';
import { statement } from './execute.ts';

/** What a push may change of a user's row. */
export interface Space {
  readonly version: number;
  readonly live_tasks: number;
  readonly collection_count: number;
  readonly stored_bytes: number;
  readonly outcome_count: number;
}

/** A batch has 500 mutations at most, each of which writes one row: far below SQLite's limit of 32,766 parameters. */
export function writeCollections(
  tx: Transaction<SyncTables>,
  rows: readonly CollectionTable[],
): CompiledQuery[] {
  if (rows.length === 0) return [];
  const query = statement(tx, `write ${rows.length} collections`, rows.flatMap(Object.values), () =>
    tx
      .insertInto('collection')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          // Where its text was gone, it is another by the same id.
          created_at: eb.ref('excluded.created_at'),
          color: eb.ref('excluded.color'),
          position: eb.ref('excluded.position'),
          deleted_at: eb.ref('excluded.deleted_at'),
          tombstone_since: eb.ref('excluded.tombstone_since'),
          version: eb.ref('excluded.version'),
        })),
      ),
  );
  return [query];
}

export function writeTasks(tx: Transaction<SyncTables>, rows: readonly TaskTable[]): CompiledQuery[] {
  if (rows.length === 0) return [];
  const query = statement(tx, `write ${rows.length} tasks`, rows.flatMap(Object.values), () =>
    tx
      .insertInto('task')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          description: eb.ref('excluded.description'),
          date: eb.ref('excluded.date'),
          collection_id: eb.ref('excluded.collection_id'),
          // As with a collection.
          created_at: eb.ref('excluded.created_at'),
          updated_at: eb.ref('excluded.updated_at'),
          completed_at: eb.ref('excluded.completed_at'),
          deleted_at: eb.ref('excluded.deleted_at'),
          tombstone_since: eb.ref('excluded.tombstone_since'),
          version: eb.ref('excluded.version'),
        })),
      ),
  );
  return [query];
}

export function recordOutcomes(
  tx: Transaction<SyncTables>,
  userId: string,
  version: number,
  outcomes: ReadonlyMap<string, RejectionCode | null>,
  now: number,
): CompiledQuery[] {
  if (outcomes.size === 0) return [];
  const rows = [...outcomes].map(([mutation_id, outcome]) => ({
    user_id: userId,
    mutation_id,
    outcome,
    version,
    created_at: now,
  }));
  const query = statement(tx, `record ${rows.length}`, rows.flatMap(Object.values), () =>
    tx.insertInto('mutation').values(rows),
  );
  return [query];
}

/** No statement when nothing is other than it was. */
export function saveSpace(
  tx: Transaction<SyncTables>,
  userId: string,
  before: Space,
  { version, live_tasks, collection_count, stored_bytes, outcome_count }: Space,
): CompiledQuery[] {
  const after = { version, live_tasks, collection_count, stored_bytes, outcome_count };
  const columns = Object.keys(after) as (keyof Space)[];
  if (columns.every((column) => after[column] === before[column])) return [];
  const query = statement(tx, 'save space', [...Object.values(after), userId], () =>
    tx.updateTable('space').set(after).where('user_id', '=', userId),
  );
  return [query];
}

/** Forgets the oldest `count` outcomes. */
export async function forgetOutcomes(
  tx: Transaction<SyncTables>,
  userId: string,
  count: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('mutation')
    .select('mutation_id')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(count)
    .execute();
  await deleteOutcomes(
    tx,
    userId,
    rows.map(({ mutation_id }) => mutation_id),
  );
}

/** Not by a subquery: joined to themselves, PostgreSQL compares each with each when its statistics know of few. */
export async function deleteOutcomes(
  tx: Transaction<SyncTables>,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('mutation').where('user_id', '=', userId).where('mutation_id', 'in', ids).execute();
}
