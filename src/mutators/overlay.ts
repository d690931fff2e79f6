import type { Collection } from '#src/domain/collection.ts';
import { goesWith, type Task } from '#src/domain/task.ts';
import { mutatorOf, type Mutation } from './index.ts';
import { TABLE_NAMES, type Rows, type TaskFields, type TableName, type Tx } from './tx.ts';

/** Rows by id, per table. */
export type RowMaps = { [T in TableName]: Map<string, Rows[T]> };

/** What an overlay lies on: rows, and how many rows of each table are not deleted (there may be more than are here). */
export interface Base {
  readonly rows: { readonly [T in TableName]: ReadonlyMap<string, Rows[T]> };
  readonly liveCounts: Readonly<Record<TableName, number>>;
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
  readonly #liveCounts: Record<TableName, number>;
  #draft = emptyRows();

  constructor(base: Base) {
    this.#base = base;
    this.#liveCounts = { ...base.liveCounts };
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
      const changes = noChanges();
      for (const table of TABLE_NAMES) this.#keep(table, changes);
      return changes;
    } finally {
      this.#draft = emptyRows();
    }
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#draft[table].get(id) ?? this.#changed[table].get(id) ?? this.#base.rows[table].get(id);
  }

  collectionsNamed(name: string): Collection[] {
    return [...this.rows('collection')].filter((row) => row.deletedAt === null && row.name === name);
  }

  countTasksWith(collection: Collection): number {
    return this.#tasksWith(collection).length;
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
    return this.#liveCounts[table];
  }

  set<T extends TableName>(table: T, row: Rows[T]): void {
    this.#draft[table].set(row.id, row);
  }

  setTasksWith(collection: Collection, fields: TaskFields): void {
    for (const task of this.#tasksWith(collection)) this.set('task', { ...task, ...fields });
  }

  #tasksWith(collection: Collection): Task[] {
    const found: Task[] = [];
    for (const task of this.rows('task')) if (goesWith(task, collection)) found.push(task);
    return found;
  }

  #keep<T extends TableName>(table: T, changes: RowChanges): void {
    for (const [id, after] of this.#draft[table]) {
      const before = this.#changed[table].get(id) ?? this.#base.rows[table].get(id);
      this.#liveCounts[table] += liveness(after) - liveness(before);
      this.#changed[table].set(id, after);
      changes[table].set(id, { before, after });
    }
  }
}

/** 1 for a row that counts, 0 for one that is deleted or not there. */
export function liveness(row: { deletedAt: number | null } | undefined): 0 | 1 {
  return row && row.deletedAt === null ? 1 : 0;
}
