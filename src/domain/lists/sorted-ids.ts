export type Compare = (a: string, b: string) => number;

/** Past so many changes at once, going through the whole list once is cheaper than placing each. */
const FEW = 32;

/**
 * Ids in the order of `compare`, changed in place and read as immutable snapshots: a list that nobody reads is not copied
 * for each change, and not sorted before it is read for the first time.
 */
export class SortedIds {
  readonly #compare: Compare;
  /** Everything, as long as it has not been read. */
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

  /** All of it as it lies here, without sorting what has never been read; to be gone through before anything changes. */
  unordered(): Iterable<string> {
    return this.#unsorted ?? this.#ids;
  }

  /** Takes out ids that are in it, which `compare` must still know as they were put in. */
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

  /** Puts in ids that are not in it. */
  add(ids: readonly string[]): void {
    this.#snapshot = null;
    if (this.#unsorted) for (const id of ids) this.#unsorted.add(id);
    else if (ids.length > FEW) this.#ids = [...this.#ids, ...ids].toSorted(this.#compare);
    else for (const id of ids) this.#ids.splice(this.#placeOf(id), 0, id);
  }

  /** Where `id` stands, or would stand. */
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
