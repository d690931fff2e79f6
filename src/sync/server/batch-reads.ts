import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Value } from '#src/domain/schema/column.ts';
import { ofTables, TABLE_NAMES, type AnyRow, type Rows, type TableName } from '#src/domain/schema/index.ts';
import { ownershipOf, type Ownership } from '#src/domain/schema/row.ts';
import { emptyRows, type RowMaps } from '#src/mutators/overlay.ts';
import { mutatorOf, type Mutation } from '#src/mutators/index.ts';
import type { Counts } from '#src/mutators/row-counts.ts';
import type { ColumnName, Read, Tx } from '#src/mutators/tx.ts';
import type { SyncTables } from './database.ts';
import { execute, statement } from './execute.ts';
import { rowOf, sqlName } from './rows.ts';

/** What a batch reads. */
export interface Found {
  readonly rows: RowMaps;
  readonly owned: Counts['owned'];
}

/** What a batch declares to read of one table. */
class TableReads {
  readonly ids = new Set<string>();
  /** Values by column, and by column the ids of rows whose values are asked for. */
  readonly values = new Map<string, Set<Value>>();
  readonly likeIds = new Map<string, Set<string>>();
  readonly largest = new Set<string>();
  /** Ids of rows whose owners are asked for, and of owners whose rows are to be counted. */
  readonly ownersOf = new Set<string>();
  readonly owners = new Set<string>();
}

interface CountRow {
  readonly owner: string;
  readonly rows: number;
}

/** A statement, and what becomes of its rows. */
interface Query {
  readonly compiled: CompiledQuery;
  readonly take: (found: Found, rows: readonly unknown[]) => void;
}

/** Everything that a batch of mutations declares to read. */
export class BatchReads {
  readonly #reads = ofTables(() => new TableReads());
  #asked: readonly Query[] = [];

  constructor(mutations: readonly Mutation[]) {
    for (const mutation of mutations) {
      for (const read of mutatorOf(mutation).reads(mutation.args)) this.#declare(read);
    }
  }

  /** All that can be asked for at once, a statement for each way to it: a batch is far below the limits on parameters. */
  statements(tx: Transaction<SyncTables>, userId: string): CompiledQuery[] {
    this.#asked = TABLE_NAMES.flatMap((table) => {
      const { ids, largest, ownersOf, owners } = this.#reads[table];
      const ownership = ownershipOf(table);
      return [
        ...rowsBy(tx, userId, table, 'id', ids),
        // The batch may move as many of them as it names: then the one behind those is the last.
        ...[...largest].map((column) => largestRows(tx, userId, table, column, ids.size + 1)),
        ...(ownership ? [...ownersOfRows(tx, userId, ownership, ownersOf)] : []),
        ...(ownership ? [...countOwned(tx, userId, ownership, owners)] : []),
      ];
    });
    return this.#asked.map(({ compiled }) => compiled);
  }

  /** The rest, from what `statements` found, in their order: only now are the values of rows known. */
  async complete(
    tx: Transaction<SyncTables>,
    userId: string,
    results: readonly (readonly unknown[])[],
  ): Promise<Found> {
    const found = nothingFound();
    this.#asked.forEach(({ take }, place) => take(found, results[place] ?? []));
    for (const table of TABLE_NAMES) {
      // Any other value that such a row could have by then is one that the batch gives it, and so declares.
      for (const [column, likeIds] of this.#reads[table].likeIds) {
        for (const id of likeIds) {
          const row: AnyRow | undefined = found.rows[table].get(id);
          if (row) setIn(this.#reads[table].values, column).add(row[column] ?? null);
        }
      }
    }
    const alike = TABLE_NAMES.flatMap((table) =>
      [...this.#reads[table].values].flatMap(([column, values]) => rowsBy(tx, userId, table, column, values)),
    );
    const rows = await execute(
      tx,
      alike.map(({ compiled }) => compiled),
    );
    alike.forEach(({ take }, place) => take(found, rows[place] ?? []));
    return found;
  }

  /** `tx`, which throws when a mutator reads what was not declared: on the server it would look absent, and be wrong. */
  guard(tx: Tx, { rows }: Found): Tx {
    const reads = this.#reads;
    return {
      get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
        if (!reads[table].ids.has(id) && !rows[table].has(id)) throw new UndeclaredRead(table, 'id');
        return tx.get(table, id);
      },
      having: <T extends TableName>(table: T, column: ColumnName<T>, value: Value): Rows[T][] => {
        if (!reads[table].values.get(column)?.has(value)) throw new UndeclaredRead(table, column);
        return tx.having(table, column, value);
      },
      largest: (table, column) => {
        if (!reads[table].largest.has(column)) throw new UndeclaredRead(table, column);
        return tx.largest(table, column);
      },
      count: (table) => tx.count(table),
      ownedBy: (table, ownerId) => {
        if (!reads[table].owners.has(ownerId)) throw new UndeclaredRead(table, 'owner');
        return tx.ownedBy(table, ownerId);
      },
      set: (table, row) => tx.set(table, row),
    };
  }

  #declare(read: Read): void {
    const reads = this.#reads[read.table];
    if ('id' in read) reads.ids.add(read.id);
    else if ('value' in read) setIn(reads.values, read.column).add(read.value);
    else if ('likeId' in read) setIn(reads.likeIds, read.column).add(read.likeId);
    else if ('ownerOf' in read) reads.ownersOf.add(read.ownerOf);
    else if ('ownedBy' in read) reads.owners.add(read.ownedBy);
    else reads.largest.add(read.largest);
  }
}

export function nothingFound(): Found & { readonly owned: Record<TableName, Map<string, number>> } {
  return { rows: emptyRows(), owned: ofTables(() => new Map<string, number>()) };
}

function setIn<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const set = sets.get(key) ?? new Set<T>();
  sets.set(key, set);
  return set;
}

function takeRows(table: TableName): Query['take'] {
  return (found, rows) => {
    const known: Map<string, AnyRow> = found.rows[table];
    for (const row of rows as readonly AnyRow[]) known.set(row.id, row);
  };
}

/** By another column than the id only those that are not deleted. No statement for no values. */
function rowsBy(
  tx: Transaction<SyncTables>,
  userId: string,
  table: TableName,
  column: string,
  values: ReadonlySet<Value>,
): Query[] {
  if (values.size === 0) return [];
  const shape = `${table} by ${values.size} of ${column}`;
  const compiled = statement(tx, shape, [userId, ...values], () => {
    const rows = tx
      .selectFrom(table)
      .select(rowOf(table))
      .where('user_id', '=', userId)
      .where(sql.ref(sqlName(column)), 'in', [...values]);
    return column === 'id' ? rows : rows.where('deleted_at', 'is', null);
  });
  return [{ compiled, take: takeRows(table) }];
}

/** The owners of rows, deleted or not; no statement for no rows. */
function ownersOfRows(
  tx: Transaction<SyncTables>,
  userId: string,
  { table, column, owner }: Ownership,
  ids: ReadonlySet<string>,
): Query[] {
  if (ids.size === 0) return [];
  const compiled = statement(tx, `owners of ${ids.size} of ${table}`, [userId, userId, ...ids], () =>
    tx
      .selectFrom(owner)
      .select(rowOf(owner))
      .where('user_id', '=', userId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom(table)
          .select(sql.ref<string>(sqlName(column)).as('owner'))
          .where('user_id', '=', userId)
          .where('id', 'in', [...ids]),
      ),
  );
  return [{ compiled, take: takeRows(owner) }];
}

/** So many rows, deleted or not, those with the largest numbers in the column. */
function largestRows(
  tx: Transaction<SyncTables>,
  userId: string,
  table: TableName,
  column: string,
  count: number,
): Query {
  const compiled = statement(tx, `largest ${column} of ${table}`, [userId, count], () =>
    tx
      .selectFrom(table)
      .select(rowOf(table))
      .where('user_id', '=', userId)
      .orderBy(sql.ref(sqlName(column)), 'desc')
      .limit(count),
  );
  return { compiled, take: takeRows(table) };
}

/** How many rows come and go with each owner, by the index alone; no row for none, and no statement for no owners. */
function countOwned(
  tx: Transaction<SyncTables>,
  userId: string,
  { table, column, unless }: Ownership,
  ids: ReadonlySet<string>,
): Query[] {
  if (ids.size === 0) return [];
  const owner = sql.ref<string>(sqlName(column));
  const compiled = statement(tx, `owned by ${ids.size} in ${table}`, [userId, ...ids], () =>
    tx
      .selectFrom(table)
      .select((eb) => [owner.as('owner'), eb.fn.countAll<number>().as('rows')])
      .where('user_id', '=', userId)
      .where(owner, 'in', [...ids])
      .where('deleted_at', 'is', null)
      .where(sql.ref(sqlName(unless)), 'is', null)
      .groupBy(owner),
  );
  return [
    {
      compiled,
      take: (found, rows) => {
        const owned = found.owned[table] as Map<string, number>;
        for (const { owner: id, rows: count } of rows as readonly CountRow[]) owned.set(id, count);
      },
    },
  ];
}

/** A mistake in a mutator: its `reads` does not name what its `run` reads. */
class UndeclaredRead extends Error {
  constructor(table: TableName, column: string) {
    super(`A mutator read ${table} by ${column} without declaring it in its reads.`);
  }
}
