import { MOST_ABOVE } from '#src/tables/kit/row.ts';

/** How many levels of rows are below the rows of a tree. Each count is kept until a row below changes its place. */
export class Levels {
  readonly #below: (id: string) => ReadonlySet<string>;
  readonly #known = new Map<string, number>();
  /** The id of the row directly above each counted row, by the id of the counted row. */
  readonly #above = new Map<string, string>();
  /** How many rows the counts have gone through. */
  visited = 0;

  /** `below` gives the ids of the rows directly below a row. */
  constructor(below: (id: string) => ReadonlySet<string>) {
    this.#below = below;
  }

  /** How many levels are below the row `id`. Counts up to `most`. */
  of(id: string, most = MOST_ABOVE): number {
    const known = this.#known.get(id);
    if (known !== undefined || most === 0) return Math.min(known ?? 0, most);
    let levels = 0;
    for (const below of this.#below(id)) {
      this.visited += 1;
      this.#above.set(below, id);
      levels = Math.max(levels, 1 + this.of(below, most - 1));
    }
    // A count that stopped at `most` is not kept: there may be more levels.
    if (levels < most || most === MOST_ABOVE) this.#known.set(id, levels);
    return levels;
  }

  /** Forgets the counts of the row `id` and of the rows above it, after a row has come directly below it or left. */
  change(id: string): void {
    let at: string | undefined = id;
    for (let level = 0; at !== undefined && level <= MOST_ABOVE; level++) {
      this.#known.delete(at);
      at = this.#above.get(at);
    }
  }
}
