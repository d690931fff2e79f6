import { MOST_ABOVE } from '#src/domain/schema/row.ts';

/** How many levels of rows stand below the rows of a tree: reckoned once, until something below changes. */
export class Levels {
  readonly #below: (id: string) => ReadonlySet<string>;
  readonly #known = new Map<string, number>();
  /** Below which row each stood when it was gone through. */
  readonly #above = new Map<string, string>();
  /** How many rows were gone through. */
  visited = 0;

  /** `below` gives the ids of the rows directly below one. */
  constructor(below: (id: string) => ReadonlySet<string>) {
    this.#below = below;
  }

  /** Those below the row `id`, `most` at most. */
  of(id: string, most = MOST_ABOVE): number {
    const known = this.#known.get(id);
    if (known !== undefined || most === 0) return Math.min(known ?? 0, most);
    let levels = 0;
    for (const below of this.#below(id)) {
      this.visited += 1;
      this.#above.set(below, id);
      levels = Math.max(levels, 1 + this.of(below, most - 1));
    }
    // There may be more than were looked for.
    if (levels < most || most === MOST_ABOVE) this.#known.set(id, levels);
    return levels;
  }

  /** A row has come to stand directly below the row `id`, or has gone from there. */
  change(id: string): void {
    let at: string | undefined = id;
    for (let level = 0; at !== undefined && level <= MOST_ABOVE; level++) {
      this.#known.delete(at);
      at = this.#above.get(at);
    }
  }
}
