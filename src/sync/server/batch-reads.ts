import type { Transaction } from 'kysely';
import { emptyRows, type RowMaps } from '#src/mutators/overlay.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { QueryFields, Read, Rows, TableName, Tx } from '#src/mutators/tx.ts';
import type { SyncTables } from './database.ts';
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
    const { collection: names, task: collectionIds } = this.#values;
    if (this.#ids.collection.size + names.size > 0) {
      const found = await tx
        .selectFrom('collection')
        .select(COLLECTION_COLUMNS)
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([
            ...anyOf(this.#ids.collection, (ids) => eb('id', 'in', ids)),
            ...anyOf(names, (values) => eb.and([eb('name', 'in', values), eb('deleted_at', 'is', null)])),
          ]),
        )
        .execute();
      for (const row of found) rows.collection.set(row.id, toCollection(row));
    }
    if (this.#ids.task.size + collectionIds.size > 0) {
      const found = await tx
        .selectFrom('task')
        .select(TASK_COLUMNS)
        .where('user_id', '=', userId)
        .where((eb) =>
          eb.or([
            ...anyOf(this.#ids.task, (ids) => eb('id', 'in', ids)),
            ...anyOf(collectionIds, (values) =>
              eb.and([eb('collection_id', 'in', values), eb('deleted_at', 'is', null)]),
            ),
          ]),
        )
        .execute();
      for (const row of found) rows.task.set(row.id, toTask(row));
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

/** The condition on `values`, or none when there are no values: `in ()` is no SQL. */
function anyOf<T>(values: ReadonlySet<string>, condition: (values: string[]) => T): T[] {
  return values.size === 0 ? [] : [condition([...values])];
}
