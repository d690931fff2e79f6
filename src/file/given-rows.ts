import { emptyRows, type RowMaps } from '#src/tables/kit/overlay.ts';
import { RowCounts } from '#src/tables/kit/row-counts.ts';
import { isThere, type FindRow } from '#src/tables/kit/row.ts';
import { TABLE_NAMES, type Rows, type TableName } from '#src/tables/tables.ts';
import type { ExistingRows } from './existing-rows.ts';

/** All rows of a user in memory, given table by table, for an import away from the tab that shows them. */
export class GivenRows {
  readonly rows: RowMaps = emptyRows();
  #counts: RowCounts | null = null;
  readonly #find: FindRow = (table, id) => this.rows[table].get(id);

  take<T extends TableName>(table: T, rows: Iterable<Rows[T]>): void {
    for (const row of rows) this.rows[table].set(row.id, row);
    this.#counts = null;
  }

  /** The counts of all rows taken so far. */
  get counts(): RowCounts {
    return (this.#counts ??= this.#count());
  }

  /** The rows as an import needs them. */
  existing(userId: string): ExistingRows {
    return {
      userId,
      get: (table, id) => this.rows[table].get(id),
      rows: (table) => [...this.rows[table].values()].filter((row) => isThere(table, row, this.#find)),
      count: (table) => this.counts.live[table],
      subTaskCount: (id) => this.counts.below('task', id).size,
    };
  }

  #count(): RowCounts {
    const counts = new RowCounts();
    const count = <T extends TableName>(table: T) => {
      for (const row of this.rows[table].values()) counts.change(table, undefined, row, this.#find);
    };
    // Owners come first, because a row is counted by the state of its owner.
    for (const table of TABLE_NAMES) count(table);
    return counts;
  }
}
