import type { Value } from './column.ts';
import { byTable, TABLE_NAMES, type Rows, type TableName } from '#src/tables/tables.ts';
import { MOST_ABOVE, MOST_BELOW } from './row.ts';
import { mutatorOf, type Mutation } from '#src/tables/operations.ts';
import { RowCounts, type Counts } from './row-counts.ts';
import type { ColumnName, RowBelow, Tx } from './tx.ts';

/** Rows by id, per table. */
export type RowMaps = { [T in TableName]: Map<string, Rows[T]> };

/** The rows below an overlay, with their counts. The counts may include rows that are not here. */
export interface Base {
  readonly rows: { readonly [T in TableName]: ReadonlyMap<string, Rows[T]> };
  readonly counts: Counts;
  /** Throws MutationRejected when there is no room for the writes of a mutation. Only the server can tell. */
  readonly admit?: (changes: RowChanges) => void;
}

/** Rows before and after a change, by id, per table; undefined for no row. */
export type RowChanges = { [T in TableName]: Map<string, RowChange<Rows[T]>> };

export interface RowChange<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

export function noChanges(): RowChanges {
  return byTable(() => new Map()) as RowChanges;
}

export function emptyRows(): RowMaps {
  return byTable(() => new Map()) as RowMaps;
}

/** Adds rows. A row replaces the one with the same id. */
export function takeIn(maps: RowMaps, lists: { readonly [T in TableName]?: readonly Rows[T][] }): void {
  const take = <T extends TableName>(table: T) => {
    for (const row of lists[table] ?? []) maps[table].set(row.id, row);
  };
  for (const table of TABLE_NAMES) take(table);
}

/** The rows of each table as a list. */
export function listsOf(maps: RowMaps): { readonly [T in TableName]: Rows[T][] } {
  return byTable((table) => [...maps[table].values()]) as { [T in TableName]: Rows[T][] };
}

/**
 * The effects of mutations on top of unchanged rows. Devices lay their outbox over the confirmed rows with it. The
 * server lays a batch over the rows that it has read.
 */
export class Overlay implements Tx {
  readonly #base: Base;
  readonly #changed = emptyRows();
  readonly #counts: RowCounts;
  #draft = emptyRows();
  /** How many rows `below` has gone through. */
  seenBelow = 0;
  /** How many writes of rows there were. */
  written = 0;

  constructor(base: Base) {
    this.#base = base;
    this.#counts = new RowCounts(base.counts);
  }

  /** The rows written over the base, changed or not. */
  get changed(): { readonly [T in TableName]: ReadonlyMap<string, Rows[T]> } {
    return this.#changed;
  }

  /**
   * Runs one mutation. It reads through `view`: this overlay, unless its reads are watched. When the mutator throws,
   * nothing of its effect holds, and MutationRejected is passed on. Returns the written rows.
   */
  run(mutation: Mutation, view: Tx = this): RowChanges {
    try {
      mutatorOf(mutation).run(view, mutation.args);
      const changes = this.#drafted();
      this.#base.admit?.(changes);
      this.#keep();
      return changes;
    } finally {
      this.#draft = emptyRows();
    }
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#draft[table].get(id) ?? this.#kept(table, id);
  }

  having<T extends TableName>(table: T, column: ColumnName<T>, value: Value): Rows[T][] {
    return [...this.rows(table)].filter((row) => row.deletedAt === null && row[column] === value);
  }

  largest<T extends TableName>(table: T, column: ColumnName<T>): number | null {
    let largest: number | null = null;
    for (const row of this.rows(table)) {
      const value = row[column] as number;
      if (largest === null || value > largest) largest = value;
    }
    return largest;
  }

  /** All rows of the table, deleted or not, in no particular order. */
  *rows<T extends TableName>(table: T): Generator<Rows[T]> {
    const draft = this.#draft[table];
    const changed = this.#changed[table];
    yield* draft.values();
    for (const row of changed.values()) if (!draft.has(row.id)) yield row;
    for (const row of this.#base.rows[table].values()) {
      if (!changed.has(row.id) && !draft.has(row.id)) yield row;
    }
  }

  /** Replaces a row written over the base by the equal `row`. Returns false when there is no such row. */
  replaceByEqual<T extends TableName>(table: T, row: Rows[T]): boolean {
    if (!this.#changed[table].has(row.id)) return false;
    this.#changed[table].set(row.id, row);
    return true;
  }

  count(table: TableName): number {
    return this.#counts.live[table];
  }

  ownedBy(table: TableName, ownerId: string): number {
    return this.#counts.ownedBy(table, ownerId);
  }

  /** The ids of the rows directly below one (see Counts). */
  idsBelow(table: TableName, id: string): ReadonlySet<string> {
    return this.#counts.below(table, id);
  }

  levelsBelow(table: TableName, id: string, most = MOST_ABOVE): number {
    let levels = 0;
    if (most > 0)
      for (const below of this.idsBelow(table, id))
        levels = Math.max(levels, 1 + this.levelsBelow(table, below, most - 1));
    return levels;
  }

  below<T extends TableName>(table: T, id: string, columns: readonly ColumnName<T>[]): RowBelow<Rows[T]>[] {
    const found: RowBelow<Rows[T]>[] = [];
    const seen: [id: string, nearest: string][] = [[id, id]];
    // The loop also goes through the items that it adds, so it goes level by level.
    for (const [aboveId, above] of seen)
      for (const belowId of [...this.#counts.below(table, aboveId)].toSorted()) {
        if (seen.length > MOST_BELOW.seen || found.length === MOST_BELOW.found) return found;
        this.seenBelow += 1;
        const row = this.get(table, belowId);
        const isFound = row !== undefined && columns.some((column) => row[column] !== null);
        if (isFound) found.push({ row, above });
        seen.push([belowId, isFound ? belowId : above]);
      }
    return found;
  }

  set<T extends TableName>(table: T, row: Rows[T]): void {
    this.#draft[table].set(row.id, row);
  }

  #drafted(): RowChanges {
    const changes = noChanges();
    const add = <T extends TableName>(table: T) => {
      for (const [id, after] of this.#draft[table])
        changes[table].set(id, { before: this.#kept(table, id), after });
    };
    for (const table of TABLE_NAMES) add(table);
    return changes;
  }

  #kept<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#changed[table].get(id) ?? this.#base.rows[table].get(id);
  }

  #keep(): void {
    const keep = <T extends TableName>(table: T) => {
      for (const [id, row] of this.#draft[table]) {
        this.written += 1;
        this.#counts.change(table, this.#kept(table, id), row, (of, owner) => this.#kept(of, owner));
        this.#changed[table].set(id, row);
      }
    };
    // Owners come first: the counts of their rows depend on them.
    for (const table of TABLE_NAMES) keep(table);
  }
}
