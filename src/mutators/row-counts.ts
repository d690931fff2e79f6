import { declarationOf, ofTables, type AnyRow, type TableName } from '#src/domain/schema/index.ts';
import { isThere, ownerOf, ownershipsBy, type FindRow } from '#src/domain/schema/row.ts';

/** How many rows there are. */
export interface Counts {
  /** Those that are there (see isThere); of rows below others of their table, and of others that count alone, those that are not deleted themselves. */
  readonly live: Readonly<Record<TableName, number>>;
  /** How many rows of the table come and go with the owner of this id, whether that is there or not. */
  readonly ownedBy: (table: TableName, ownerId: string) => number;
  /** The ids of the rows that stand directly below another in the tree of their table, and are not deleted themselves. */
  readonly below: (table: TableName, id: string) => ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export const NO_COUNTS: Counts = { live: ofTables(() => 0), ownedBy: () => 0, below: () => NONE };

/** Counts that follow rows as they change, one after the other: what a row costs, not what there is. */
export class RowCounts implements Counts {
  readonly live: Record<TableName, number>;
  readonly #base: Counts;
  /** What differs from the base, by id of the owner. */
  readonly #owned = ofTables(() => new Map<string, number>());
  readonly #below = ofTables(() => new Map<string, Set<string>>());

  constructor(base = NO_COUNTS) {
    this.live = { ...base.live };
    this.#base = base;
  }

  ownedBy(table: TableName, ownerId: string): number {
    return this.#owned[table].get(ownerId) ?? this.#base.ownedBy(table, ownerId);
  }

  below(table: TableName, id: string): ReadonlySet<string> {
    return this.#below[table].get(id) ?? this.#base.below(table, id);
  }

  /** Counts that a row has become another. `find` finds rows as they are by now; of this one it is not asked. */
  change(table: TableName, before: AnyRow | undefined, after: AnyRow, find: FindRow): void {
    const more = (before ? this.#count(table, before, -1, find) : 0) + this.#count(table, after, 1, find);
    if (more === 0) return;
    for (const { table: owned, countsAlone } of ownershipsBy(table))
      if (!countsAlone) this.live[owned] += more * this.ownedBy(owned, after.id);
  }

  /** Returns how many more are there. */
  #count(table: TableName, row: AnyRow, by: 1 | -1, find: FindRow): number {
    const owner = ownerOf(table, row);
    if (owner) this.#owned[table].set(owner.id, this.ownedBy(table, owner.id) + by);
    const aboveId = row[declarationOf(table).tree?.column ?? ''];
    if (typeof aboveId === 'string' && row.deletedAt === null) this.#place(table, row.id, aboveId, by);
    if (!owner?.countsAlone && !isThere(table, row, find)) return 0;
    this.live[table] += by;
    return by;
  }

  #place(table: TableName, id: string, aboveId: string, by: 1 | -1): void {
    const ids = this.#below[table].get(aboveId) ?? new Set(this.#base.below(table, aboveId));
    this.#below[table].set(aboveId, ids);
    if (by === 1) ids.add(id);
    else ids.delete(id);
  }
}
