import type { CompiledQuery, Selectable, Transaction } from 'kysely';
import { emptyRows, type RowMaps } from '#src/mutators/overlay.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { QueryFields, Read, Rows, TableName, Tx } from '#src/mutators/tx.ts';
import type { CollectionTable, SyncTables, TaskTable } from './database.ts';
import { execute, statement } from './execute.ts';
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

  /** All that can be asked for at once, a statement for each way to it: a batch is far below the limits on parameters. */
  statements(tx: Transaction<SyncTables>, userId: string): CompiledQuery<FoundRow>[] {
    return [
      ...collectionsBy(tx, userId, 'id', this.#ids.collection),
      ...tasksBy(tx, userId, 'id', this.#ids.task),
      ...tasksBy(tx, userId, 'collection_id', this.#values.task, 'is'),
      ...tasksBy(tx, userId, 'collection_id', this.#emptied, 'is not'),
    ];
  }

  /** All rows, from what `statements` found: names are asked for now, as only now those of collections are known. */
  async complete(tx: Transaction<SyncTables>, userId: string, found: readonly FoundRow[]): Promise<RowMaps> {
    const rows = emptyRows();
    const add = (row: FoundRow) => {
      if ('collection_id' in row) rows.task.set(row.id, toTask(row));
      else rows.collection.set(row.id, toCollection(row));
    };
    found.forEach(add);
    // Any other name that such a collection could have by then is one that the batch gives it, and so declares.
    for (const id of this.#named) {
      const row = rows.collection.get(id);
      if (row) this.#values.collection.add(row.name);
    }
    const namesakes = await execute(tx, collectionsBy(tx, userId, 'name', this.#values.collection));
    namesakes.flat().forEach(add);
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

type CollectionRow = Pick<Selectable<CollectionTable>, (typeof COLLECTION_COLUMNS)[number]>;
type TaskRow = Pick<Selectable<TaskTable>, (typeof TASK_COLUMNS)[number]>;
export type FoundRow = CollectionRow | TaskRow;

/** Collections by id, deleted or not, or by name, those that are not deleted; no statement for no values. */
function collectionsBy(
  tx: Transaction<SyncTables>,
  userId: string,
  column: 'id' | 'name',
  values: ReadonlySet<string>,
): CompiledQuery<CollectionRow>[] {
  if (values.size === 0) return [];
  const query = statement(tx, `collections by ${values.size} of ${column}`, [userId, ...values], () => {
    const rows = tx
      .selectFrom('collection')
      .select(COLLECTION_COLUMNS)
      .where('user_id', '=', userId)
      .where(column, 'in', [...values]);
    return column === 'name' ? rows.where('deleted_at', 'is', null) : rows;
  });
  return [query];
}

/**
 * Tasks by id or collection: all of them, those whose `deleted_at` is null, or those whose is not. One way each time: for
 * an `or` of them, SQLite would go through all tasks of the user.
 */
function tasksBy(
  tx: Transaction<SyncTables>,
  userId: string,
  column: 'id' | 'collection_id',
  values: ReadonlySet<string>,
  deletedAtNull?: 'is' | 'is not',
): CompiledQuery<TaskRow>[] {
  if (values.size === 0) return [];
  const shape = `tasks by ${values.size} of ${column}, ${deletedAtNull ?? 'any'}`;
  const query = statement(tx, shape, [userId, ...values], () => {
    const rows = tx
      .selectFrom('task')
      .select(TASK_COLUMNS)
      .where('user_id', '=', userId)
      .where(column, 'in', [...values]);
    return deletedAtNull ? rows.where('deleted_at', deletedAtNull, null) : rows;
  });
  return [query];
}

/** A mistake in a mutator: its `reads` does not name what its `run` reads. */
class UndeclaredRead extends Error {
  constructor(table: TableName, field: string) {
    super(`A mutator read ${table} by ${field} without declaring it in its reads.`);
  }
}
