import type { CompiledQuery, Selectable, Transaction } from 'kysely';
import { emptyRows, type RowMaps } from '#src/mutators/overlay.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { Counts } from '#src/mutators/row-counts.ts';
import type { Read, Rows, TableName, Tx } from '#src/mutators/tx.ts';
import type { CollectionTable, SyncTables, TaskTable } from './database.ts';
import { execute, statement } from './execute.ts';
import { COLLECTION_COLUMNS, TASK_COLUMNS, toCollection, toTask } from './rows.ts';

/** What a batch reads. */
export interface Found {
  readonly rows: RowMaps;
  readonly activeIn: Counts['activeIn'];
}

/** Everything that a batch of mutations declares to read. */
export class BatchReads {
  readonly #ids: Record<TableName, Set<string>> = { collection: new Set(), task: new Set() };
  /** Names of collections, and ids of those whose namesakes are asked for. */
  readonly #names = new Set<string>();
  readonly #named = new Set<string>();
  /** Ids of tasks whose collections are asked for, and of collections whose active tasks are to be counted. */
  readonly #homesOf = new Set<string>();
  readonly #counted = new Set<string>();
  #asksForLast = false;

  constructor(mutations: readonly Mutation[]) {
    for (const mutation of mutations) {
      for (const read of mutatorOf(mutation).reads(mutation.args)) this.#declare(read);
    }
  }

  /** All that can be asked for at once, a statement for each way to it: a batch is far below the limits on parameters. */
  statements(tx: Transaction<SyncTables>, userId: string): CompiledQuery<FoundRow>[] {
    return [
      ...collectionsBy(tx, userId, 'id', this.#ids.collection),
      ...collectionsOf(tx, userId, this.#homesOf),
      // The batch may move as many of them as it names: then the one behind those is the last.
      ...(this.#asksForLast ? [lastCollections(tx, userId, this.#ids.collection.size + 1)] : []),
      ...tasksById(tx, userId, this.#ids.task),
      ...activeTasksOf(tx, userId, this.#counted),
    ];
  }

  /** The rest, from what `statements` found: only now are the names of collections known. */
  async complete(tx: Transaction<SyncTables>, userId: string, found: readonly FoundRow[]): Promise<Found> {
    const rows = emptyRows();
    const activeIn = new Map<string, number>();
    const add = (row: FoundRow) => {
      if ('active' in row) activeIn.set(row.collection_id, row.active);
      else if ('collection_id' in row) rows.task.set(row.id, toTask(row));
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
    return { rows, activeIn };
  }

  /** `tx`, which throws when a mutator reads what was not declared: on the server it would look absent, and be wrong. */
  guard(tx: Tx, { rows }: Found): Tx {
    return {
      get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
        if (!this.#ids[table].has(id) && !rows[table].has(id)) throw new UndeclaredRead(table, 'id');
        return tx.get(table, id);
      },
      collectionsNamed: (name) => {
        if (!this.#names.has(name)) throw new UndeclaredRead('collection', 'name');
        return tx.collectionsNamed(name);
      },
      lastPosition: () => {
        if (!this.#asksForLast) throw new UndeclaredRead('collection', 'position');
        return tx.lastPosition();
      },
      count: (table) => tx.count(table),
      activeIn: (collectionId) => {
        if (!this.#counted.has(collectionId)) throw new UndeclaredRead('task', 'collectionId');
        return tx.activeIn(collectionId);
      },
      set: (table, row) => tx.set(table, row),
    };
  }

  #declare(read: Read): void {
    if ('namesakesOf' in read) this.#named.add(read.namesakesOf);
    else if ('collectionsNamed' in read) this.#names.add(read.collectionsNamed);
    else if ('collectionOf' in read) this.#homesOf.add(read.collectionOf);
    else if ('lastPosition' in read) this.#asksForLast = true;
    else if ('activeIn' in read) this.#counted.add(read.activeIn);
    else this.#ids[read.table].add(read.id);
  }
}

type CollectionRow = Pick<Selectable<CollectionTable>, (typeof COLLECTION_COLUMNS)[number]>;
type TaskRow = Pick<Selectable<TaskTable>, (typeof TASK_COLUMNS)[number]>;
type CountRow = { readonly collection_id: string; readonly active: number };
export type FoundRow = CollectionRow | TaskRow | CountRow;

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

/** The collections of tasks, deleted or not; no statement for no tasks. */
function collectionsOf(
  tx: Transaction<SyncTables>,
  userId: string,
  taskIds: ReadonlySet<string>,
): CompiledQuery<CollectionRow>[] {
  if (taskIds.size === 0) return [];
  const query = statement(tx, `collections of ${taskIds.size} tasks`, [userId, userId, ...taskIds], () =>
    tx
      .selectFrom('collection')
      .select(COLLECTION_COLUMNS)
      .where('user_id', '=', userId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('task')
          .select('collection_id')
          .where('user_id', '=', userId)
          .where('id', 'in', [...taskIds]),
      ),
  );
  return [query];
}

/** So many collections, deleted or not, those with the largest positions. */
function lastCollections(
  tx: Transaction<SyncTables>,
  userId: string,
  count: number,
): CompiledQuery<CollectionRow> {
  return statement(tx, 'last collections', [userId, count], () =>
    tx
      .selectFrom('collection')
      .select(COLLECTION_COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('position', 'desc')
      .limit(count),
  );
}

/** How many active tasks collections have, by the index alone; no row for none, and no statement for no collections. */
function activeTasksOf(
  tx: Transaction<SyncTables>,
  userId: string,
  ids: ReadonlySet<string>,
): CompiledQuery<CountRow>[] {
  if (ids.size === 0) return [];
  const query = statement(tx, `active tasks of ${ids.size} collections`, [userId, ...ids], () =>
    tx
      .selectFrom('task')
      .select((eb) => ['collection_id', eb.fn.countAll<number>().as('active')])
      .where('user_id', '=', userId)
      .where('collection_id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .where('completed_at', 'is', null)
      .groupBy('collection_id'),
  );
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
