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
  /** Ids of the collections whose namesakes are asked for, and of those whose deleted tasks are. */
  readonly #named = new Set<string>();
  readonly #emptied = new Set<string>();

  constructor(mutations: readonly Mutation[]) {
    for (const mutation of mutations) {
      for (const read of mutatorOf(mutation).reads(mutation.args)) this.#declare(read);
    }
  }

  /** Reads all of it, in one statement for each way to it: a batch is far below the databases' limits on parameters. */
  async fetch(tx: Transaction<SyncTables>, userId: string): Promise<RowMaps> {
    const rows = emptyRows();
    const addCollections = async (column: 'id' | 'name', values: ReadonlySet<string>) => {
      for (const row of await fetchCollections(tx, userId, column, values))
        rows.collection.set(row.id, toCollection(row));
    };
    await addCollections('id', this.#ids.collection);
    // Any other name that such a collection could have by then is one that the batch gives it, and so declares.
    for (const id of this.#named) {
      const row = rows.collection.get(id);
      if (row) this.#values.collection.add(row.name);
    }
    await addCollections('name', this.#values.collection);
    for (const row of [
      ...(await fetchTasks(tx, userId, 'id', this.#ids.task)),
      ...(await fetchTasks(tx, userId, 'collection_id', this.#values.task, 'is')),
      ...(await fetchTasks(tx, userId, 'collection_id', this.#emptied, 'is not')),
    ]) {
      rows.task.set(row.id, toTask(row));
    }
    return rows;
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
      deletedTasksIn: (collectionId) => {
        if (!this.#emptied.has(collectionId))
          throw new UndeclaredRead('task', 'collectionId of deleted ones');
        return tx.deletedTasksIn(collectionId);
      },
      count: (table) => tx.count(table),
      set: (table, row) => tx.set(table, row),
    };
  }

  #declare(read: Read): void {
    if ('namesakesOf' in read) this.#named.add(read.namesakesOf);
    else if ('deletedTasksIn' in read) this.#emptied.add(read.deletedTasksIn);
    else if ('id' in read) this.#ids[read.table].add(read.id);
    else this.#values[read.table].add(read.value);
  }
}

/** Collections by id, deleted or not, or by name, those that are not deleted. One way each time, as with tasks. */
async function fetchCollections(
  tx: Transaction<SyncTables>,
  userId: string,
  column: 'id' | 'name',
  values: ReadonlySet<string>,
) {
  if (values.size === 0) return [];
  return execute(tx, `collections by ${values.size} of ${column}`, [userId, ...values], () => {
    const query = tx
      .selectFrom('collection')
      .select(COLLECTION_COLUMNS)
      .where('user_id', '=', userId)
      .where(column, 'in', [...values]);
    return column === 'name' ? query.where('deleted_at', 'is', null) : query;
  });
}

/**
 * Tasks by id or collection: all of them, those whose `deleted_at` is null, or those whose is not. One way each time: for
 * an `or` of them, SQLite would go through all tasks of the user.
 */
async function fetchTasks(
  tx: Transaction<SyncTables>,
  userId: string,
  column: 'id' | 'collection_id',
  values: ReadonlySet<string>,
  deletedAtNull?: 'is' | 'is not',
) {
  if (values.size === 0) return [];
  const shape = `tasks by ${values.size} of ${column}, ${deletedAtNull ?? 'any'}`;
  return execute(tx, shape, [userId, ...values], () => {
    const query = tx
      .selectFrom('task')
      .select(TASK_COLUMNS)
      .where('user_id', '=', userId)
      .where(column, 'in', [...values]);
    return deletedAtNull ? query.where('deleted_at', deletedAtNull, null) : query;
  });
}

/** A mistake in a mutator: its `reads` does not name what its `run` reads. */
class UndeclaredRead extends Error {
  constructor(table: TableName, field: string) {
    super(`A mutator read ${table} by ${field} without declaring it in its reads.`);
  }
}
