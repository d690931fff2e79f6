import type { AnyRow, Rows, TableName } from '#src/tables/tables.ts';
import { ownerOf } from '#src/tables/kit/row.ts';

/** A row before and after a change; undefined where there is none. */
export interface Change<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** The ownership of a table's rows: a row comes and goes with its owner, in the same table or another one. */
export class Presence<T extends TableName> {
  readonly #table: T;
  /** The ids of the rows of each owner, present or not. */
  readonly #owned = new Map<string, Set<string>>();

  constructor(table: T) {
    this.#table = table;
  }

  /**
   * Takes in changed rows, each at most once. Returns the ids of all rows of the table that may have changed:
   * these rows, and the rows of changed owners, also of `owners` from another table.
   */
  apply(rows: readonly Change<Rows[T]>[], owners: Iterable<Change<AnyRow>>): Iterable<string> {
    for (const change of rows) this.#own(change);
    const touched = new Set<string>();
    for (const { before, after } of rows) touched.add((after ?? before)?.id ?? '');
    for (const id of flippedBy(owners)) this.#addOwned(id, touched);
    for (const id of touched) this.#addOwned(id, touched);
    return touched;
  }

  /** The number of rows that come and go with an owner, present or not. */
  count(ownerId: string): number {
    return this.#owned.get(ownerId)?.size ?? 0;
  }

  /** Iterating a Set includes ids that are added meanwhile. */
  #addOwned(ownerId: string, touched: Set<string>): void {
    for (const id of this.#owned.get(ownerId) ?? []) touched.add(id);
  }

  #own({ before, after }: Change<Rows[T]>): void {
    const was = before ? ownerOf(this.#table, before)?.id : undefined;
    const is = after ? ownerOf(this.#table, after)?.id : undefined;
    if (was === is) return;
    if (before && was !== undefined) {
      const ids = this.#owned.get(was);
      ids?.delete(before.id);
      if (ids?.size === 0) this.#owned.delete(was);
    }
    if (after && is !== undefined) {
      const ids = this.#owned.get(is) ?? new Set();
      this.#owned.set(is, ids.add(after.id));
    }
  }
}

/** The ids of the rows that come or go. */
function flippedBy(changes: Iterable<Change<AnyRow>>): Set<string> {
  const ids = new Set<string>();
  for (const { before, after } of changes) {
    const isFlip = (before?.deletedAt === null) !== (after?.deletedAt === null);
    const id = (after ?? before)?.id;
    if (isFlip && id !== undefined) ids.add(id);
  }
  return ids;
}
