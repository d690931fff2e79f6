import type { AnyRow, Rows, TableName } from '#src/domain/schema/index.ts';
import { ownerOf } from '#src/domain/schema/row.ts';

/** A row before and after a change; undefined where there is none. */
export interface Change<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Knows which rows of a table come and go with which others, of their own table or of another one. */
export class Presence<T extends TableName> {
  readonly #table: T;
  /** The ids of the rows that come and go with an owner, by its id, whether it is there or not. */
  readonly #owned = new Map<string, Set<string>>();

  constructor(table: T) {
    this.#table = table;
  }

  /**
   * Takes in changed rows, each at most once. Returns the ids of all rows of the table of which anything may be other than it was: these, and
   * what comes and goes with them, and with `owners` of another table.
   */
  apply(rows: readonly Change<Rows[T]>[], owners: Iterable<Change<AnyRow>>): Iterable<string> {
    for (const change of rows) this.#own(change);
    const touched = new Set<string>();
    for (const { before, after } of rows) touched.add((after ?? before)?.id ?? '');
    for (const id of flippedBy(owners)) this.#addOwned(id, touched);
    for (const id of touched) this.#addOwned(id, touched);
    return touched;
  }

  /** How many rows come and go with an owner, whether it is there or not. */
  count(ownerId: string): number {
    return this.#owned.get(ownerId)?.size ?? 0;
  }

  /** A Set that is gone through comes to what is added meanwhile. */
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

/** The ids of those that come or go. */
function flippedBy(changes: Iterable<Change<AnyRow>>): Set<string> {
  const ids = new Set<string>();
  for (const { before, after } of changes) {
    const isFlip = (before?.deletedAt === null) !== (after?.deletedAt === null);
    const id = (after ?? before)?.id;
    if (isFlip && id !== undefined) ids.add(id);
  }
  return ids;
}
