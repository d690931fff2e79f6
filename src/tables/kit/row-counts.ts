import { declarationOf, byTable, type AnyRow, type TableName } from '#src/tables/tables.ts';
import { isCounted, ownerOf, ownershipsBy, type FindRow } from './row.ts';

/** The numbers of rows, and the rows below others. */
export interface Counts {
  /** How many rows count to the limit of their table (see isCounted). */
  readonly live: Readonly<Record<TableName, number>>;
  /** How many rows of the table belong to the owner of this id, whether the owner is there or not. */
  readonly ownedBy: (table: TableName, ownerId: string) => number;
  /** The ids of the rows directly below another one in the tree of their table, unless they are deleted themselves. */
  readonly below: (table: TableName, id: string) => ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export const NO_COUNTS: Counts = { live: byTable(() => 0), ownedBy: () => 0, below: () => NONE };

/** Counts that follow rows as they change, one after the other. A change costs the same however many rows there are. */
export class RowCounts implements Counts {
  readonly live: Record<TableName, number>;
  readonly #base: Counts;
  /** The numbers that differ from the base, by id of the owner. */
  readonly #owned = byTable(() => new Map<string, number>());
  readonly #below = byTable(() => new Map<string, Set<string>>());

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

  /** Counts a changed row. `find` finds the other rows in their current state, and is not asked for this one. */
  change(table: TableName, before: AnyRow | undefined, after: AnyRow, find: FindRow): void {
    const more = (before ? this.#count(table, before, -1, find) : 0) + this.#count(table, after, 1, find);
    if (more === 0) return;
    for (const { table: owned, countsAlone } of ownershipsBy(table))
      if (!countsAlone) this.live[owned] += more * this.ownedBy(owned, after.id);
  }

  /** Returns the change of the number of rows that are there. */
  #count(table: TableName, row: AnyRow, by: 1 | -1, find: FindRow): number {
    const owner = ownerOf(table, row);
    if (owner) this.#owned[table].set(owner.id, this.ownedBy(table, owner.id) + by);
    const aboveId = row[declarationOf(table).tree?.column ?? ''];
    if (typeof aboveId === 'string' && row.deletedAt === null) this.#place(table, row.id, aboveId, by);
    if (!isCounted(table, row, find, owner)) return 0;
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
