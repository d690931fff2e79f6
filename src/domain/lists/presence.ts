import type { AnyRow, Rows, TableName } from '#src/domain/schema/index.ts';
import { ownerIdOf } from '#src/domain/schema/row.ts';

/** A row before and after a change; undefined where there is none. */
export interface Change<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Tells of the rows of a table which are there (see isThere), as they change, and as their owners come and go. */
export class Presence<T extends TableName> {
  readonly #table: T;
  /** The ids of the owners that are there. */
  readonly #owners = new Set<string>();
  /** The rows that come and go with an owner, by its id, whether it is there or not. */
  readonly #owned = new Map<string, Map<string, Rows[T]>>();

  constructor(table: T) {
    this.#table = table;
  }

  /**
   * Takes in changed rows and owners, each at most once. Returns the rows that are there, before and after: what is not there is
   * undefined.
   */
  apply(rows: Iterable<Change<Rows[T]>>, owners: Iterable<Change<AnyRow>>): Change<Rows[T]>[] {
    const changes = [...rows];
    const flipped = flippedBy(owners);
    const before = changes.map((change) => this.#ifThere(change.before));
    const changed = new Set(
      flipped.size === 0 ? [] : changes.map(({ before, after }) => (after ?? before)?.id),
    );
    const taken: Change<Rows[T]>[] = [];
    for (const ownerId of flipped) {
      const wasThere = this.#owners.delete(ownerId);
      if (!wasThere) this.#owners.add(ownerId);
      for (const row of this.#owned.get(ownerId)?.values() ?? []) {
        if (changed.has(row.id)) continue;
        taken.push(wasThere ? { before: row, after: undefined } : { before: undefined, after: row });
      }
    }
    for (const change of changes) this.#own(change);
    for (const [place, { after }] of changes.entries())
      taken.push({ before: before[place], after: this.#ifThere(after) });
    return taken;
  }

  #ifThere(row: Rows[T] | undefined): Rows[T] | undefined {
    if (!row) return undefined;
    const ownerId = ownerIdOf(this.#table, row);
    const isThere = ownerId === null ? row.deletedAt === null : this.#owners.has(ownerId);
    return isThere ? row : undefined;
  }

  #own({ before, after }: Change<Rows[T]>): void {
    const was = before ? ownerIdOf(this.#table, before) : null;
    const is = after ? ownerIdOf(this.#table, after) : null;
    if (before && was !== null && was !== is) {
      const rows = this.#owned.get(was);
      rows?.delete(before.id);
      if (rows?.size === 0) this.#owned.delete(was);
    }
    if (!after || is === null) return;
    const rows = this.#owned.get(is) ?? new Map<string, Rows[T]>();
    this.#owned.set(is, rows.set(after.id, after));
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
