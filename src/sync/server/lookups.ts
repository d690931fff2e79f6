import type { Value } from '#src/tables/kit/column.ts';
import { declarationOf, TABLE_NAMES, type AnyRow, type Rows, type TableName } from '#src/tables/tables.ts';
import type { Overlay, RowChanges } from '#src/tables/kit/overlay.ts';
import type { ColumnName, RowBelow, Tx } from '#src/tables/kit/tx.ts';
import { Levels } from './levels.ts';
import { LargestNumber, ValueIndex } from './row-index.ts';

/** An index for each table and column. */
type ByColumn<Index> = Map<TableName, Map<string, Index>>;

/**
 * An overlay with indexes, so that each lookup costs only the rows that it finds. Without them, each of 500 mutations
 * in a batch would go through the rows read for all of them. Mutations run through it, and `settle` follows each one.
 */
export class Lookups implements Tx {
  readonly #overlay: Overlay;
  readonly #values: ByColumn<ValueIndex> = new Map();
  readonly #largest: ByColumn<LargestNumber> = new Map();
  readonly #levels = new Map<TableName, Levels>();
  /**
   * The tables that the current mutation has written to. Until it is settled, lookups go through all rows of these
   * tables.
   */
  readonly #unsettled = new Set<TableName>();

  constructor(overlay: Overlay) {
    this.#overlay = overlay;
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#overlay.get(table, id);
  }

  having<T extends TableName>(table: T, column: ColumnName<T>, value: Value): Rows[T][] {
    if (this.#unsettled.has(table)) return this.#overlay.having(table, column, value);
    const make = () => new ValueIndex(column, this.#overlay.rows(table));
    const ids = kept(this.#values, table, column, make).with(value);
    return [...ids].flatMap((id) => this.get(table, id) ?? []);
  }

  largest<T extends TableName>(table: T, column: ColumnName<T>): number | null {
    if (this.#unsettled.has(table)) return this.#overlay.largest(table, column);
    const make = () => new LargestNumber(column, this.#overlay.rows(table));
    const { value } = kept(this.#largest, table, column, make);
    if (value !== undefined) return value;
    this.#largest.get(table)?.delete(column);
    return this.largest(table, column);
  }

  count(table: TableName): number {
    return this.#overlay.count(table);
  }

  ownedBy(table: TableName, ownerId: string): number {
    return this.#overlay.ownedBy(table, ownerId);
  }

  levelsBelow(table: TableName, id: string): number {
    const levels = this.#levels.get(table) ?? new Levels((of) => this.#overlay.idsBelow(table, of));
    this.#levels.set(table, levels);
    return levels.of(id);
  }

  below<T extends TableName>(table: T, id: string, columns: readonly ColumnName<T>[]): RowBelow<Rows[T]>[] {
    return this.#overlay.below(table, id, columns);
  }

  /** How many rows `levelsBelow` and `below` have gone through. */
  get visited(): number {
    return this.#levels.values().reduce((sum, { visited }) => sum + visited, this.#overlay.seenBelow);
  }

  set<T extends TableName>(table: T, row: Rows[T]): void {
    this.#unsettled.add(table);
    this.#overlay.set(table, row);
  }

  /** Ends the current mutation. `changes` are its changes; null when it was rejected. */
  settle(changes: RowChanges | null): void {
    this.#unsettled.clear();
    if (!changes) return;
    for (const table of TABLE_NAMES)
      for (const { before, after } of changes[table].values()) if (after) this.#change(table, before, after);
  }

  #change(table: TableName, before: AnyRow | undefined, after: AnyRow): void {
    for (const index of this.#values.get(table)?.values() ?? []) index.change(before, after);
    for (const largest of this.#largest.get(table)?.values() ?? []) largest.change(before, after);
    const [from, to] = [aboveOf(table, before), aboveOf(table, after)];
    if (from === to) return;
    for (const above of [from, to]) if (above !== null) this.#levels.get(table)?.change(above);
  }
}

/** The id of the row directly above an undeleted row; null for none. */
function aboveOf(table: TableName, row: AnyRow | undefined): string | null {
  const above = row?.deletedAt === null ? row[declarationOf(table).tree?.column ?? ''] : null;
  return typeof above === 'string' ? above : null;
}

/** The index of a column; `make` makes it the first time. */
function kept<Index>(all: ByColumn<Index>, table: TableName, column: string, make: () => Index): Index {
  const ofTable = all.get(table) ?? new Map<string, Index>();
  all.set(table, ofTable);
  const index = ofTable.get(column) ?? make();
  ofTable.set(column, index);
  return index;
}
