import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { ExistingRows } from '#src/file/existing-rows.ts';
import type { AllRows } from '#src/file/rows-there.ts';
import { TaskLists } from '#src/reading/lists/task-lists.ts';
import type { Database } from '#src/server/db/tables.ts';
import { rowOf } from '#src/sync/server/rows.ts';
import { StoredBytes } from '#src/sync/server/stored-bytes.ts';
import { emptyRows, noChanges, type Base, type RowMaps } from '#src/tables/kit/overlay.ts';
import { RowCounts } from '#src/tables/kit/row-counts.ts';
import { isThere, type FindRow } from '#src/tables/kit/row.ts';
import { TABLE_NAMES, type Rows, type TableName } from '#src/tables/tables.ts';

/** All rows of a space in memory, for a command. */
export class SpaceRows {
  readonly #rows: RowMaps;
  readonly #counts: RowCounts;
  readonly #find: FindRow;

  private constructor(rows: RowMaps) {
    this.#rows = rows;
    this.#find = (table, id) => rows[table].get(id);
    this.#counts = new RowCounts();
    const count = <T extends TableName>(table: T) => {
      for (const row of rows[table].values()) this.#counts.change(table, undefined, row, this.#find);
    };
    // Owners come first, because a row is counted by the state of its owner.
    for (const table of TABLE_NAMES) count(table);
  }

  /** Reads one state of the space. */
  static async read(tx: Transaction<Database>, spaceId: SpaceId): Promise<SpaceRows> {
    const rows = emptyRows();
    const take = async <T extends TableName>(table: T) => {
      const found = await tx
        .selectFrom(table as 'task')
        .select(rowOf(table))
        .where('space_id', '=', spaceId)
        .orderBy('id')
        .execute();
      for (const row of found as unknown as Rows[T][]) rows[table].set(row.id, row);
    };
    for (const table of TABLE_NAMES) await take(table);
    return new SpaceRows(rows);
  }

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#rows[table].get(id);
  }

  /** The rows as an import needs them. */
  existing(userId: string): ExistingRows {
    return {
      userId,
      get: (table, id) => this.get(table, id),
      rows: (table) => [...this.#rows[table].values()].filter((row) => isThere(table, row, this.#find)),
      count: (table) => this.#counts.live[table],
      subTaskCount: (id) => this.#counts.below('task', id).size,
    };
  }

  /** All rows, also deleted ones, with the lists of this day. */
  all(userId: string, today: CalendarDay): AllRows {
    const changes = noChanges();
    const add = <T extends TableName>(table: T) => {
      for (const row of this.#rows[table].values())
        changes[table].set(row.id, { before: undefined, after: row });
    };
    for (const table of TABLE_NAMES) add(table);
    const lists = new TaskLists(today, this.#find);
    lists.apply(changes);
    return {
      userId,
      get: (table, id) => this.get(table, id),
      rows: (table) => this.#rows[table].values(),
      lists,
    };
  }

  /** The base of an overlay that admits writes as the server does. `storedBytes`: the bytes of the space now. */
  base(storedBytes: number, maxBytes: number): Base {
    return { rows: this.#rows, counts: this.#counts, admit: new StoredBytes(storedBytes, maxBytes).admit };
  }
}
