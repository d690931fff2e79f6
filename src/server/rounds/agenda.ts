/** The keys that this server serves next, and when, in memory. Instants are ms since 1970 UTC. */
export class Agenda<Key> {
  readonly #instants = new Map<Key, Set<number>>();

  add(key: Key, at: number): void {
    const instants = this.#instants.get(key);
    if (instants) instants.add(at);
    else this.#instants.set(key, new Set([at]));
  }

  /**
   * Takes the due instants up to `now` of `most` keys, in the order of their turns. `busy` keys keep theirs.
   */
  takeDue(now: number, busy: Pick<ReadonlySet<Key>, 'has'>, most: number): Key[] {
    const due: { readonly key: Key; readonly at: number }[] = [];
    for (const [key, instants] of this.#instants) {
      const at = Math.min(...instants);
      if (at <= now && !busy.has(key)) due.push({ key, at });
    }
    const first = due.toSorted((one, other) => one.at - other.at).slice(0, most);
    return first.map(({ key }) => {
      const later = [...(this.#instants.get(key) ?? [])].filter((at) => at > now);
      if (later.length > 0) this.#instants.set(key, new Set(later));
      else this.#instants.delete(key);
      return key;
    });
  }

  /** The next turn of a key that is not `busy`. Infinite where there is none. */
  next(busy: Pick<ReadonlySet<Key>, 'has'>): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [key, instants] of this.#instants) if (!busy.has(key)) next = Math.min(next, ...instants);
    return next;
  }
}
