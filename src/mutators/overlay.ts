import type { Collection } from '#src/domain/collection.ts';
import { mutatorOf, type Mutation } from './index.ts';
import { RowCounts, type Counts } from './row-counts.ts';
import type { Rows, TableName, Tx } from './tx.ts';

/** Rows by id, per table. */
export type RowMaps = { [T in TableName]: Map<string, Rows[T]> };

/** What an overlay lies on: rows, and how many there are, which may be more than are here. */
export interface Base {
  readonly rows: { readonly [T in TableName]: ReadonlyMap<string, Rows[T]> };
  readonly counts: Counts;
  /** Throws MutationRejected when there is no room for what a mutation wrote: only the server can tell. */
  readonly admit?: (changes: RowChanges) => void;
}

/** Rows before and after something happened, by id, per table; undefined where there was or is none. */
export type RowChanges = { [T in TableName]: Map<string, RowChange<Rows[T]>> };

export interface RowChange<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

export function noChanges(): RowChanges {
  return { collection: new Map(), task: new Map() };
}

export function emptyRows(): RowMaps {
  return { collection: new Map(), task: new Map() };
}

/**
 * The effects of mutations on top of rows that stay as they are. Devices lay their outbox over confirmed rows with it, the
 * server a batch over the rows it has read.
 */
export class Overlay implements Tx {
  readonly #base: Base;
  readonly #changed = emptyRows();
  readonly #counts: RowCounts;
  #draft = emptyRows();

  constructor(base: Base) {
    this.#base = base;
    this.#counts = new RowCounts(base.counts);
  }

  /** The rows that differ from the base, or were written over it. */
  get changed(): { readonly [T in TableName]: ReadonlyMap<string, Rows[T]> } {
    return this.#changed;
  }

  /**
   * Runs one mutation, reading through `view` (this overlay, unless reads are to be watched). All of its effect holds, or
   * none when its mutator throws: MutationRejected, which is passed on. Returns what it wrote.
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

  collectionsNamed(name: string): Collection[] {
    return [...this.rows('collection')].filter((row) => row.deletedAt === null && row.name === name);
  }

  lastPosition(): number | null {
    let last: number | null = null;
    for (const { position } of this.rows('collection')) if (last === null || position > last) last = position;
    return last;
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

  /** Puts `row` in the place of an equal one that was written over the base. Returns false when there is none. */
  replaceByEqual<T extends TableName>(table: T, row: Rows[T]): boolean {
    if (!this.#changed[table].has(row.id)) return false;
    this.#changed[table].set(row.id, row);
    return true;
  }

  count(table: TableName): number {
    return this.#counts.live[table];
  }

  activeIn(collectionId: string): number {
    return this.#counts.activeIn.get(collectionId) ?? 0;
  }

  set<T extends TableName>(table: T, row: Rows[T]): void {
    this.#draft[table].set(row.id, row);
  }

  #drafted(): RowChanges {
    const changes = noChanges();
    for (const [id, after] of this.#draft.collection)
      changes.collection.set(id, { before: this.#kept('collection', id), after });
    for (const [id, after] of this.#draft.task)
      changes.task.set(id, { before: this.#kept('task', id), after });
    return changes;
  }

  #kept<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#changed[table].get(id) ?? this.#base.rows[table].get(id);
  }

  #keep(): void {
    for (const [id, row] of this.#draft.collection) {
      this.#counts.changeCollection(this.#kept('collection', id), row);
      this.#changed.collection.set(id, row);
    }
    for (const [id, row] of this.#draft.task) {
      this.#counts.changeTask(this.#kept('task', id), row, (of) => this.#kept('collection', of));
      this.#changed.task.set(id, row);
    }
  }
}
