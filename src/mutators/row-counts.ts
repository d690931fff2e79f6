import { ofTables, type AnyRow, type TableName } from '#src/domain/schema/index.ts';
import { isThere, ownerIdOf, ownershipsBy, type FindRow } from '#src/domain/schema/row.ts';

/** How many rows there are. */
export interface Counts {
  /** Those that are there (see isThere). */
  readonly live: Readonly<Record<TableName, number>>;
  /** Of each table, those that come and go with an owner, by its id; none where it is missing. */
  readonly owned: Readonly<Record<TableName, ReadonlyMap<string, number>>>;
}

/** Counts that follow rows as they change, one after the other: what a row costs, not what there is. */
export class RowCounts implements Counts {
  readonly live: Record<TableName, number>;
  readonly owned: Record<TableName, Map<string, number>>;

  constructor(counts?: Counts) {
    this.live = ofTables((table) => counts?.live[table] ?? 0);
    this.owned = ofTables((table) => new Map(counts?.owned[table]));
  }

  /** Counts that a row has become another. `find` finds rows as they are by now; of this one it is not asked. */
  change(table: TableName, before: AnyRow | undefined, after: AnyRow, find: FindRow): void {
    const more = (before ? this.#count(table, before, -1, find) : 0) + this.#count(table, after, 1, find);
    if (more === 0) return;
    for (const { table: owned } of ownershipsBy(table))
      this.live[owned] += more * (this.owned[owned].get(after.id) ?? 0);
  }

  /** Returns how many more are there. */
  #count(table: TableName, row: AnyRow, by: 1 | -1, find: FindRow): number {
    const ownerId = ownerIdOf(table, row);
    if (ownerId !== null) this.owned[table].set(ownerId, (this.owned[table].get(ownerId) ?? 0) + by);
    if (!isThere(table, row, find)) return 0;
    this.live[table] += by;
    return by;
  }
}
