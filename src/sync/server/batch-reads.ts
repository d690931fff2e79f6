import type { CompiledQuery, Selectable, Transaction } from 'kysely';
import type { Collection } from '#src/domain/collection.ts';
import { emptyRows, type RowMaps } from '#src/mutators/overlay.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { Read, Rows, TableName, Tx } from '#src/mutators/tx.ts';
import type { CollectionTable, SyncTables, TaskTable } from './database.ts';
import { execute, statement } from './execute.ts';
import { COLLECTION_COLUMNS, TASK_COLUMNS, toCollection, toTask } from './rows.ts';
import { countTasksWith, type TasksChange } from './wide.ts';

/** What a batch reads. */
export interface Found {
  readonly rows: RowMaps;
  /** How many tasks go with the collection of its wide mutation. */
  readonly tasksWith: number;
}

/** Everything that a batch of mutations, or one wide mutation, declares to read. */
export class BatchReads {
  readonly #ids: Record<TableName, Set<string>> = { collection: new Set(), task: new Set() };
  /** Names of collections, and ids of those whose namesakes are asked for. */
  readonly #names = new Set<string>();
  readonly #named = new Set<string>();
  /** The id of the collection whose tasks a wide mutation changes. */
  #wide: string | null = null;

  constructor(mutations: readonly Mutation[]) {
    for (const mutation of mutations) {
      for (const read of mutatorOf(mutation).reads(mutation.args)) this.#declare(read);
    }
  }

  /** All that can be asked for at once, a statement for each way to it: a batch is far below the limits on parameters. */
  statements(tx: Transaction<SyncTables>, userId: string): CompiledQuery<FoundRow>[] {
    return [
      ...collectionsBy(tx, userId, 'id', this.#ids.collection),
      ...tasksById(tx, userId, this.#ids.task),
    ];
  }

  /** The rest, from what `statements` found: only now are the names of collections known, and whether they are deleted. */
  async complete(tx: Transaction<SyncTables>, userId: string, found: readonly FoundRow[]): Promise<Found> {
    const rows = emptyRows();
    const add = (row: FoundRow) => {
      if ('collection_id' in row) rows.task.set(row.id, toTask(row));
      else rows.collection.set(row.id, toCollection(row));
    };
    found.forEach(add);
    // Any other name that such a collection could have by then is one that the batch gives it, and so declares.
    for (const id of this.#named) {
      const row = rows.collection.get(id);
      if (row) this.#names.add(row.name);
    }
    const namesakes = await execute(tx, collectionsBy(tx, userId, 'name', this.#names));
    namesakes.flat().forEach(add);
    const wide = this.#wide === null ? undefined : rows.collection.get(this.#wide);
    if (!wide) return { rows, tasksWith: 0 };
    const [[counted]] = await execute(tx, [countTasksWith(tx, userId, wide)]);
    return { rows, tasksWith: counted?.tasks ?? 0 };
  }

  /**
   * `tx`, which throws when a mutator reads what was not declared: on the server it would look absent, and be wrong. What is
   * to be done to tasks that were not read comes to `changes`.
   */
  guard(tx: Tx, tasksWith: number, changes: TasksChange[]): Tx {
    const requireWide = ({ id }: Collection) => {
      if (id !== this.#wide) throw new UndeclaredRead('task', 'collectionId');
    };
    return {
      get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
        if (!this.#ids[table].has(id)) throw new UndeclaredRead(table, 'id');
        return tx.get(table, id);
      },
      collectionsNamed: (name) => {
        if (!this.#names.has(name)) throw new UndeclaredRead('collection', 'name');
        return tx.collectionsNamed(name);
      },
      countTasksWith: (collection) => {
        requireWide(collection);
        return tasksWith;
      },
      count: (table) => tx.count(table),
      set: (table, row) => tx.set(table, row),
      setTasksWith: (collection, fields) => {
        requireWide(collection);
        changes.push({ collection, fields, tasks: tasksWith });
      },
    };
  }

  #declare(read: Read): void {
    if ('namesakesOf' in read) this.#named.add(read.namesakesOf);
    else if ('collectionsNamed' in read) this.#names.add(read.collectionsNamed);
    else if ('tasksWith' in read) this.#wide = read.tasksWith;
    else this.#ids[read.table].add(read.id);
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

/** Tasks by id, deleted or not; no statement for no ids. */
function tasksById(
  tx: Transaction<SyncTables>,
  userId: string,
  ids: ReadonlySet<string>,
): CompiledQuery<TaskRow>[] {
  if (ids.size === 0) return [];
  const query = statement(tx, `tasks by ${ids.size} ids`, [userId, ...ids], () =>
    tx
      .selectFrom('task')
      .select(TASK_COLUMNS)
      .where('user_id', '=', userId)
      .where('id', 'in', [...ids]),
  );
  return [query];
}

/** A mistake in a mutator: its `reads` does not name what its `run` reads. */
class UndeclaredRead extends Error {
  constructor(table: TableName, field: string) {
    super(`A mutator read ${table} by ${field} without declaring it in its reads.`);
  }
}
