import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { Value } from '#src/tables/kit/column.ts';
import { declarationOf, TABLE_NAMES, type AnyRow, type Rows, type TableName } from '#src/tables/tables.ts';
import { isErased, MOST_ABOVE, ownershipsOf } from '#src/tables/kit/row.ts';
import type { SpaceId } from '#src/domain/space.ts';
import { mutatorOf, type Mutation } from '#src/tables/operations.ts';
import type { ColumnName, Read, Tx } from '#src/tables/kit/tx.ts';
import type { SyncTables } from './database.ts';
import {
  countOwned,
  largestRows,
  nothingFound,
  ownersOfRows,
  rowsBy,
  setIn,
  type Found,
  type Query,
} from './batch-queries.ts';
import { execute } from './execute.ts';
import { rowsBelow, RowsBelow } from './rows-below.ts';
import { sqlName } from './rows.ts';

/** The most values in one statement: SQLite takes 32,766 parameters. */
const MOST_VALUES = 10_000;

/** The reads of one table that a batch declares. */
class TableReads {
  readonly ids = new Set<string>();
  /** Values to look for, by column. `likeIds` has the ids of rows whose values are looked for, by column. */
  readonly values = new Map<string, Set<Value>>();
  readonly likeIds = new Map<string, Set<string>>();
  readonly largest = new Set<string>();
  /** The ids by question: which rows are above a row, which are below it, how many an owner has. */
  readonly above = new Set<string>();
  readonly below = new Set<string>();
  readonly owners = new Set<string>();
  readonly rowsBelow = new RowsBelow();
}

/** The reads of a table that the batch does not declare. Most batches declare reads of two or three tables. */
const NO_READS = new TableReads();

/** Everything that a batch of mutations declares to read. */
export class BatchReads {
  readonly #reads = new Map<TableName, TableReads>();
  /** The tables with declared reads, in the order of the schema. */
  readonly #tables: readonly TableName[];
  #asked: readonly Query[] = [];

  constructor(mutations: readonly Mutation[]) {
    for (const mutation of mutations) {
      for (const read of mutatorOf(mutation).reads(mutation.args)) this.#declare(read);
    }
    this.#tables = TABLE_NAMES.filter((table) => this.#reads.has(table));
    // The batch may move a row below one of `rowsBelow`. The rows below the moved row are then read too.
    for (const { below, rowsBelow } of this.#reads.values())
      if (rowsBelow.ids.size > 0) for (const id of below) rowsBelow.ids.add(id);
  }

  /**
   * The first statements, one for each kind of read. They need no answer of another one. A batch is far below the
   * limits on parameters.
   */
  statements(tx: Transaction<SyncTables>, spaceId: SpaceId): CompiledQuery[] {
    this.#asked = this.#tables.flatMap((table) => {
      const { ids, largest, above, owners } = this.#readsOf(table);
      return [
        ...rowsBy(tx, spaceId, table, 'id', new Set([...ids, ...above])),
        // The batch may move all the rows that it names. The largest number is then that of the next row.
        ...[...largest].map((column) => largestRows(tx, spaceId, table, column, ids.size + 1)),
        ...ownershipsOf(table).flatMap((ownership) => [
          ...(ownership.owner === table ? [] : ownersOfRows(tx, spaceId, ownership, above)),
          ...countOwned(tx, spaceId, ownership, owners),
        ]),
      ];
    });
    return this.#asked.map(({ compiled }) => compiled);
  }

  /**
   * Takes in the results of `statements`, in their order, and reads the rest: this needs the values of the rows found
   * so far.
   */
  async complete(
    tx: Transaction<SyncTables>,
    spaceId: SpaceId,
    results: readonly (readonly unknown[])[],
  ): Promise<Found> {
    const found = nothingFound();
    this.#asked.forEach(({ take }, place) => take(found, results[place] ?? []));
    for (const table of this.#tables) {
      // A row can get another value only from the batch, which then declares that value.
      for (const [column, likeIds] of this.#readsOf(table).likeIds) {
        for (const id of likeIds) {
          const row: AnyRow | undefined = found.rows[table].get(id);
          if (row) setIn(this.#readsOf(table).values, column).add(row[column] ?? null);
        }
      }
    }
    const alike = this.#tables.flatMap((table) =>
      [...this.#readsOf(table).values].flatMap(([column, values]) =>
        rowsBy(tx, spaceId, table, column, values),
      ),
    );
    await this.#take(tx, found, alike);
    for (const table of this.#tables) {
      const reads = this.#readsOf(table);
      // Most batches ask for no rows above or below others, and wait for nothing here.
      if (reads.above.size > 0) await this.#findAbove(tx, spaceId, table, found);
      if (reads.below.size > 0) await this.#findBelow(tx, spaceId, table, found);
      if (reads.rowsBelow.ids.size > 0)
        await this.#take(tx, found, await rowsBelow(tx, spaceId, table, reads.rowsBelow, found));
    }
    return found;
  }

  /** True when the batch reads rows that no mutation names. A server has limits on these reads; a device may read more. */
  get hasUnnamed(): boolean {
    return this.#reads.values().some(({ rowsBelow }) => rowsBelow.ids.size > 0);
  }

  /**
   * Reads the rows above others, level by level, and the owners of the topmost rows.
   */
  async #findAbove(
    tx: Transaction<SyncTables>,
    spaceId: SpaceId,
    table: TableName,
    found: Found,
  ): Promise<void> {
    const { tree } = declarationOf(table);
    if (!tree) return;
    const known: ReadonlyMap<string, AnyRow> = found.rows[table];
    const tops = new Set<string>();
    const reads = this.#readsOf(table);
    let ids = reads.above;
    for (let level = 0; ids.size > 0 && level < MOST_ABOVE; level++) {
      const above = new Set<string>();
      for (const id of ids) {
        const aboveId = known.get(id)?.[tree.column];
        if (typeof aboveId === 'string') above.add(aboveId);
        else if (level > 0) tops.add(id);
      }
      // The id of a purged row counts as declared, so that a mutator may see that the row is gone.
      for (const id of above) reads.ids.add(id);
      await this.#take(
        tx,
        found,
        rowsBy(tx, spaceId, table, 'id', new Set([...above].filter((id) => !known.has(id)))),
      );
      ids = above;
    }
    for (const id of ids) tops.add(id);
    const owners = ownershipsOf(table).filter(({ owner }) => owner !== table);
    await this.#take(
      tx,
      found,
      owners.flatMap((ownership) => ownersOfRows(tx, spaceId, ownership, tops)),
    );
  }

  /**
   * Reads the ids of the rows below others, level by level. Each id is read once, even where the batch moves its row
   * and the rows above it.
   */
  async #findBelow(
    tx: Transaction<SyncTables>,
    spaceId: SpaceId,
    table: TableName,
    found: Found,
  ): Promise<void> {
    const { tree } = declarationOf(table);
    if (!tree) return;
    const above = sql.ref<string>(sqlName(tree.column));
    let ids = [...this.#readsOf(table).below];
    const asked = new Set(ids);
    for (let level = 0; ids.length > 0 && level <= tree.levels; level++) {
      const next: string[] = [];
      for (let start = 0; start < ids.length; start += MOST_VALUES) {
        const some = ids.slice(start, start + MOST_VALUES);
        const rows = await tx
          .selectFrom(table)
          .select([above.as('above'), sql<string>`string_agg(id, ',')`.as('ids')])
          .where('space_id', '=', spaceId)
          .where(above, 'in', some)
          .where('deleted_at', 'is', null)
          .groupBy(above)
          .execute();
        for (const { above: aboveId, ids: joined } of rows) {
          // One result row for each id would take twice as long.
          const below = new Set(joined.split(','));
          found.below[table].set(aboveId, below);
          for (const id of below) if (!asked.has(id)) next.push(id);
          for (const id of below) asked.add(id);
        }
      }
      ids = next;
    }
  }

  async #take(tx: Transaction<SyncTables>, found: Found, queries: readonly Query[]): Promise<void> {
    if (queries.length === 0) return;
    const results = await execute(
      tx,
      queries.map(({ compiled }) => compiled),
    );
    queries.forEach(({ take }, place) => take(found, results[place] ?? []));
  }

  /**
   * True when the server still has all rows that the batch reads by id, with their texts. A device may still have a row
   * that the server has purged.
   */
  areAllKept({ rows }: Found): boolean {
    return this.#tables.every((table) => {
      const known: ReadonlyMap<string, AnyRow> = rows[table];
      return this.#readsOf(table)
        .ids.values()
        .every((id) => {
          const row = known.get(id);
          return row !== undefined && !isErased(table, row);
        });
    });
  }

  /**
   * `tx`, which throws when a mutator reads anything undeclared. Unread rows look absent on the server, so its effect
   * would be wrong.
   */
  guard(tx: Tx, { rows }: Found): Tx {
    const readsOf = (table: TableName) => this.#readsOf(table);
    return {
      get: <T extends TableName>(table: T, id: string): Rows[T] | undefined => {
        if (!readsOf(table).ids.has(id) && !rows[table].has(id)) throw new UndeclaredRead(table, 'id');
        return tx.get(table, id);
      },
      having: <T extends TableName>(table: T, column: ColumnName<T>, value: Value): Rows[T][] => {
        if (!readsOf(table).values.get(column)?.has(value)) throw new UndeclaredRead(table, column);
        return tx.having(table, column, value);
      },
      largest: (table, column) => {
        if (!readsOf(table).largest.has(column)) throw new UndeclaredRead(table, column);
        return tx.largest(table, column);
      },
      count: (table) => tx.count(table),
      ownedBy: (table, ownerId) => {
        if (!readsOf(table).owners.has(ownerId)) throw new UndeclaredRead(table, 'owner');
        return tx.ownedBy(table, ownerId);
      },
      levelsBelow: (table, id) => {
        if (!readsOf(table).below.has(id)) throw new UndeclaredRead(table, 'below');
        return tx.levelsBelow(table, id);
      },
      below: (table, id, columns) => {
        if (!readsOf(table).rowsBelow.ids.has(id)) throw new UndeclaredRead(table, 'below');
        return tx.below(table, id, columns);
      },
      set: (table, row) => tx.set(table, row),
    };
  }

  #readsOf(table: TableName): TableReads {
    return this.#reads.get(table) ?? NO_READS;
  }

  #declare(read: Read): void {
    const reads = this.#reads.get(read.table) ?? new TableReads();
    this.#reads.set(read.table, reads);
    if ('id' in read) reads.ids.add(read.id);
    else if ('value' in read) setIn(reads.values, read.column).add(read.value);
    else if ('likeId' in read) setIn(reads.likeIds, read.column).add(read.likeId);
    else if ('above' in read) reads.above.add(read.above);
    else if ('levelsBelow' in read) reads.below.add(read.levelsBelow);
    else if ('below' in read) {
      reads.rowsBelow.ids.add(read.below);
      for (const column of read.columns) reads.rowsBelow.columns.add(column);
    } else if ('ownedBy' in read) reads.owners.add(read.ownedBy);
    else reads.largest.add(read.largest);
  }
}

/** A mistake in a mutator: its `reads` does not name what its `run` reads. */
class UndeclaredRead extends Error {
  constructor(table: TableName, column: string) {
    super(`A mutator read ${table} by ${column} without declaring it in its reads.`);
  }
}
