import type { Change } from './presence.ts';
import { SortedIds } from './sorted-ids.ts';

/**
 * A family of lists, one for each key: a row is in the lists of its keys, in the order of `compare`. A
 * predicate is a family with one key for the rows that match. `compare` finds no two rows equal; it finds a
 * row equal to its older state when the row keeps its place.
 */
export interface Family<Row> {
  readonly keysOf: (row: Row) => readonly string[];
  readonly compare: (a: Row, b: Row) => number;
}

const NONE: readonly string[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Lists that are kept sorted as rows change, at the cost of the changed rows alone. A list that it returns is
 * immutable, and stays the same object until it changes.
 */
export class StandingLists<Name extends string, Row extends { readonly id: string }> {
  readonly #families: readonly (readonly [Name, Family<Row>])[];
  readonly #lists: Record<Name, Map<string, SortedIds>>;
  /** The result of a change of no list. */
  readonly #unchanged: Readonly<Record<Name, ReadonlySet<string>>>;
  readonly #rows = new Map<string, Row>();

  constructor(families: Readonly<Record<Name, Family<Row>>>) {
    this.#families = Object.entries(families) as [Name, Family<Row>][];
    const lists = this.#families.map(([name]) => [name, new Map()] as const);
    this.#lists = Object.fromEntries(lists) as Record<Name, Map<string, SortedIds>>;
    const unchanged = this.#families.map(([name]) => [name, NO_KEYS] as const);
    this.#unchanged = Object.fromEntries(unchanged) as Record<Name, ReadonlySet<string>>;
  }

  row(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** All rows, in no particular order. */
  rows(): Iterable<Row> {
    return this.#rows.values();
  }

  ids(family: Name, key: string): readonly string[] {
    return this.#lists[family].get(key)?.snapshot() ?? NONE;
  }

  /** The rows of a list in no particular order, without sorting. Read them before anything changes. */
  unordered(family: Name, key: string): Iterable<string> {
    return this.#lists[family].get(key)?.unordered() ?? NONE;
  }

  /** The number of rows in a list. Counts without copying. */
  count(family: Name, key: string): number {
    return this.#lists[family].get(key)?.size ?? 0;
  }

  /** The keys of a family's lists that are not empty, in no particular order. */
  keys(family: Name): Iterable<string> {
    return this.#lists[family].keys();
  }

  /** Takes in changed rows, each at most once. Returns the keys of the changed lists, by family. */
  apply(changes: readonly Change<Row>[]): Readonly<Record<Name, ReadonlySet<string>>> {
    if (changes.length === 0) return this.#unchanged;
    const moves = this.#families.flatMap(([name, family]) => {
      const moved = movesIn(family, changes);
      return moved ? [{ name, family, ...moved }] : [];
    });
    for (const { name, removed } of moves) {
      for (const [key, ids] of removed) this.#lists[name].get(key)?.remove(ids);
    }
    // The rows change between removing and adding: the comparison needs the old rows before, and the new rows
    // after.
    for (const { before, after } of changes) {
      if (after) this.#rows.set(after.id, after);
      else if (before) this.#rows.delete(before.id);
    }
    const changed: Record<Name, ReadonlySet<string>> = { ...this.#unchanged };
    for (const { name, family, removed, added } of moves) {
      const lists = this.#lists[name];
      for (const [key, ids] of added) {
        const list = lists.get(key) ?? new SortedIds((a, b) => this.#compare(family, a, b));
        lists.set(key, list);
        list.add(ids);
      }
      for (const key of removed.keys()) if (lists.get(key)?.size === 0) lists.delete(key);
      changed[name] = new Set([...removed.keys(), ...added.keys()]);
    }
    return changed;
  }

  #compare(family: Family<Row>, a: string, b: string): number {
    // Every id has a row: it enters a list after its row is set, and leaves before its row goes.
    return family.compare(this.#rows.get(a) as Row, this.#rows.get(b) as Row);
  }
}

interface Moves {
  readonly removed: Map<string, string[]>;
  readonly added: Map<string, string[]>;
}

/** Null for no moves. */
function movesIn<Row extends { readonly id: string }>(
  { keysOf, compare }: Family<Row>,
  changes: readonly Change<Row>[],
): Moves | null {
  const moves: Moves = { removed: new Map(), added: new Map() };
  for (const { before, after } of changes) {
    const from = before ? keysOf(before) : NONE;
    const to = after ? keysOf(after) : NONE;
    const keepsPlace = before && after && compare(before, after) === 0;
    if (before)
      for (const key of from) if (!keepsPlace || !to.includes(key)) append(moves.removed, key, before.id);
    if (after)
      for (const key of to) if (!keepsPlace || !from.includes(key)) append(moves.added, key, after.id);
  }
  return moves.removed.size + moves.added.size > 0 ? moves : null;
}

function append(map: Map<string, string[]>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids) ids.push(id);
  else map.set(key, [id]);
}
