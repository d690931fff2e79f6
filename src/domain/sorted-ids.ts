export type Compare = (a: string, b: string) => number;

/** Past so many changes at once, going through the whole list once is cheaper than placing each. */
const FEW = 32;
const NONE: readonly string[] = [];

/**
 * Ids in the order of `compare`, changed in place and read as immutable snapshots: a list that nobody reads is not copied
 * for each change.
 */
export class SortedIds {
  #ids: string[] = [];
  #snapshot: readonly string[] | null = NONE;

  get size(): number {
    return this.#ids.length;
  }

  /** The same array until something is added or removed. */
  snapshot(): readonly string[] {
    this.#snapshot ??= this.#ids.slice();
    return this.#snapshot;
  }

  /** Takes out ids that are in it, which `compare` must still know. */
  remove(ids: readonly string[], compare: Compare): void {
    if (ids.length > FEW) {
      const gone = new Set(ids);
      this.#ids = this.#ids.filter((id) => !gone.has(id));
    } else {
      for (const id of ids) this.#ids.splice(this.#placeOf(id, compare), 1);
    }
    this.#snapshot = null;
  }

  /** Puts in ids that are not in it. */
  add(ids: readonly string[], compare: Compare): void {
    if (ids.length > FEW) this.#ids = [...this.#ids, ...ids].toSorted(compare);
    else for (const id of ids) this.#ids.splice(this.#placeOf(id, compare), 0, id);
    this.#snapshot = null;
  }

  /** Where `id` stands, or would stand. */
  #placeOf(id: string, compare: Compare): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // In range: middle < high <= length.
      if (compare(this.#ids[middle] as string, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
