import type { Transaction } from 'kysely';
import { emptyRows, type RowMaps } from '#src/mutators/overlay.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { QueryFields, Read, Rows, TableName, Tx } from '#src/mutators/tx.ts';
import type { SyncTables } from './database.ts';
import { execute } from './execute.ts';
import { COLLECTION_COLUMNS, TASK_COLUMNS, toCollection, toTask } from './rows.ts';

/** Everything that a batch of mutations declares to read. */
export class BatchReads {
  readonly #ids: Record<TableName, Set<string>> = { collection: new Set(), task: new Set() };
  readonly #values: Record<TableName, Set<string>> = { collection: new Set(), task: new Set() };

  constructor(mutations: readonly Mutation[]) {
    for (const mutation of mutations) {
      for (const read of mutatorOf(mutation).reads(mutation.args)) this.#declare(read);
    }
  }

  /** Reads all of it, one statement a table: a batch is far below the databases' limits on parameters. */
  async fetch(tx: Transaction<SyncTables>, userId: string): Promise<RowMaps> {
    const rows = emptyRows();
    for (const row of await this.#fetchCollections(tx, userId))
      rows.collection.set(row.id, toCollection(row));
    for (const row of await this.#fetchTasks(tx, userId)) rows.task.set(row.id, toTask(row));
    return rows;
  }

  async #fetchCollections(tx: Transaction<SyncTables>, userId: string) {
    const ids = [...this.#ids.collection];
    const names = [...this.#values.collection];
    if (ids.length + names.length === 0) return [];
    const shape = `collections by ${ids.length} ids and ${names.length} names`;
    return execute(tx, shape, [userId, ...ids, ...names], () =>
      tx
        .selectFrom('collection')
        .select(COLLECTION_COLUMNS)
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([
            ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
            ...(names.length > 0 ? [eb.and([eb('name', 'in', names), eb('deleted_at', 'is', null)])] : []),
          ]),
        ),
    );
  }

  async #fetchTasks(tx: Transaction<SyncTables>, userId: string) {
    const ids = [...this.#ids.task];
    const collectionIds = [...this.#values.task];
    if (ids.length + collectionIds.length === 0) return [];
    const shape = `tasks by ${ids.length} ids and ${collectionIds.length} collections`;
    return execute(tx, shape, [userId, ...ids, ...collectionIds], () =>
      tx
        .selectFrom('task')
        .select(TASK_COLUMNS)
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([
            ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
            ...(collectionIds.length > 0
              ? [eb.and([eb('collection_id', 'in', collectionIds), eb('deleted_at', 'is', null)])]
              : []),
          ]),
        ),
    );
  }

  /** `tx`, which throws when a mutator reads what was not declared: on the server it would look absent, and be wrong. */
  guard(tx: Tx): Tx {
    return {
      get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
        if (!this.#ids[table].has(id)) throw new UndeclaredRead(table, 'id');
        return tx.get(table, id);
      },
      query: <T extends TableName>(table: T, field: QueryFields[T], value: string): Rows[T][] => {
        if (!this.#values[table].has(value)) throw new UndeclaredRead(table, field);
        return tx.query(table, field, value);
      },
      count: (table) => tx.count(table),
      set: (table, row) => tx.set(table, row),
    };
  }

  #declare(read: Read): void {
    if ('id' in read) this.#ids[read.table].add(read.id);
    else this.#values[read.table].add(read.value);
  }
}

/** A mistake in a mutator: its `reads` does not name what its `run` reads. */
class UndeclaredRead extends Error {
  constructor(table: TableName, field: string) {
    super(`A mutator read ${table} by ${field} without declaring it in its reads.`);
  }
}
