import type { CompiledQuery, Transaction } from 'kysely';
import type { RejectionCode } from '#src/domain/errors.ts';
import type { CollectionTable, SyncTables, TaskTable } from './database.ts';
import { statement } from './execute.ts';

/** What a push may change of a user's row. */
export interface Space {
  readonly version: number;
  readonly task_count: number;
  readonly collection_count: number;
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
          color: eb.ref('excluded.color'),
          position: eb.ref('excluded.position'),
          deleted_at: eb.ref('excluded.deleted_at'),
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
          updated_at: eb.ref('excluded.updated_at'),
          completed_at: eb.ref('excluded.completed_at'),
          deleted_at: eb.ref('excluded.deleted_at'),
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
  { version, task_count, collection_count }: Space,
): CompiledQuery[] {
  const isSame =
    version === before.version &&
    task_count === before.task_count &&
    collection_count === before.collection_count;
  if (isSame) return [];
  const query = statement(tx, 'save space', [version, task_count, collection_count, userId], () =>
    tx.updateTable('space').set({ version, task_count, collection_count }).where('user_id', '=', userId),
  );
  return [query];
}
