import type { Change } from './presence.ts';
import { SortedIds } from './sorted-ids.ts';

interface StandingQuery<Row> {
  readonly holds: (row: Row) => boolean;
  count: number;
  /** Null until the list is first read. Most queries are only counted. */
  ids: SortedIds | null;
}

/** The effect of changed rows on one list. */
interface Move {
  readonly key: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface Rows<Row> {
  readonly find: (id: string) => Row | undefined;
  readonly all: () => Iterable<Row>;
  readonly compare: (a: Row, b: Row) => number;
}

/** The lists of queries that come and go. A change costs asking each query of the changed rows. */
export class StandingQueries<Row extends { readonly id: string }> {
  readonly #rows: Rows<Row>;
  readonly #queries = new Map<string, StandingQuery<Row>>();

  constructor(rows: Rows<Row>) {
    this.#rows = rows;
  }

  /** Keeps the list `key` with the rows that match `holds`. Asks it of all rows once. */
  stand(key: string, holds: (row: Row) => boolean): void {
    let count = 0;
    for (const row of this.#rows.all()) if (holds(row)) count += 1;
    this.#queries.set(key, { holds, count, ids: null });
  }

  drop(key: string): void {
    this.#queries.delete(key);
  }

  /** The condition of a kept query; undefined for an unknown key. */
  predicate(key: string): ((row: Row) => boolean) | undefined {
    return this.#queries.get(key)?.holds;
  }

  /** The ids in order; undefined for an unknown key. */
  ids(key: string): readonly string[] | undefined {
    const query = this.#queries.get(key);
    if (!query) return undefined;
    if (!query.ids) {
      query.ids = new SortedIds((a, b) => this.#compare(a, b));
      const { holds } = query;
      query.ids.add(Array.from(this.#rows.all()).flatMap((row) => (holds(row) ? [row.id] : [])));
    }
    return query.ids.snapshot();
  }

  /** Counts without sorting. */
  count(key: string): number {
    return this.#queries.get(key)?.count ?? 0;
  }

  /**
   * Removes rows before they change, each at most once: the comparison still needs the old rows. Returns the
   * moves for `enter`.
   */
  leave(changes: readonly Change<Row>[]): readonly Move[] {
    const moves = this.#queries.size === 0 ? [] : this.#moves(changes);
    for (const { key, removed } of moves) this.#queries.get(key)?.ids?.remove(removed);
    return moves;
  }

  /** Adds the rows in their new state. Returns the keys of the changed lists. */
  enter(moves: readonly Move[]): readonly string[] {
    for (const { key, removed, added } of moves) {
      const query = this.#queries.get(key);
      if (!query) continue;
      query.ids?.add(added);
      query.count += added.length - removed.length;
    }
    return moves.map(({ key }) => key);
  }

  /** Goes row by row, since many queries may compare the same text of a row. */
  #moves(changes: readonly Change<Row>[]): Move[] {
    const moves = new Map<string, { key: string; removed: string[]; added: string[] }>();
    for (const { before, after } of changes) {
      const keepsPlace = before && after && this.#rows.compare(before, after) === 0;
      const was = before && Array.from(this.#queries, ([, { holds }]) => holds(before));
      let index = 0;
      for (const [key, { holds }] of this.#queries) {
        const from = was?.[index++] === true;
        const to = after !== undefined && holds(after);
        if (keepsPlace ? from === to : !from && !to) continue;
        const move = moves.get(key) ?? { key, removed: [], added: [] };
        moves.set(key, move);
        if (from) move.removed.push((before as Row).id);
        if (to) move.added.push(after.id);
      }
    }
    return [...moves.values()];
  }

  #compare(a: string, b: string): number {
    return this.#rows.compare(this.#rows.find(a) as Row, this.#rows.find(b) as Row);
  }
}
