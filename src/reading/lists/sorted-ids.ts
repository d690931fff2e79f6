export type Compare = (a: string, b: string) => number;

/** With more changes at once than this, sorting the whole list costs less than placing each. */
const FEW = 32;

/**
 * Ids in the order of `compare`, changed in place and read as immutable snapshots. A list that nobody reads
 * is neither copied for a change nor sorted.
 */
export class SortedIds {
  readonly #compare: Compare;
  /** All ids until the list is first read; null after that. */
  #unsorted: Set<string> | null = new Set();
  #ids: string[] = [];
  #snapshot: readonly string[] | null = null;

  constructor(compare: Compare) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#unsorted?.size ?? this.#ids.length;
  }

  /** The same array until something is added or removed. */
  snapshot(): readonly string[] {
    if (this.#unsorted) {
      this.#ids = [...this.#unsorted].toSorted(this.#compare);
      this.#unsorted = null;
    }
    this.#snapshot ??= this.#ids.slice();
    return this.#snapshot;
  }

  /** All ids in no particular order, without sorting. Read them before anything changes. */
  unordered(): Iterable<string> {
    return this.#unsorted ?? this.#ids;
  }

  /** Removes ids of the list. `compare` must still know them as they were when added. */
  remove(ids: readonly string[]): void {
    this.#snapshot = null;
    if (this.#unsorted) {
      for (const id of ids) this.#unsorted.delete(id);
    } else if (ids.length > FEW) {
      const gone = new Set(ids);
      this.#ids = this.#ids.filter((id) => !gone.has(id));
    } else {
      for (const id of ids) this.#ids.splice(this.#placeOf(id), 1);
    }
  }

  /** Adds ids that the list does not have. */
  add(ids: readonly string[]): void {
    this.#snapshot = null;
    if (this.#unsorted) for (const id of ids) this.#unsorted.add(id);
    else if (ids.length > FEW) this.#ids = [...this.#ids, ...ids].toSorted(this.#compare);
    else for (const id of ids) this.#ids.splice(this.#placeOf(id), 0, id);
  }

  /** The index of `id` in the list, or where it would be. */
  #placeOf(id: string): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // The index is in range: middle < high <= length.
      if (this.#compare(this.#ids[middle] as string, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
