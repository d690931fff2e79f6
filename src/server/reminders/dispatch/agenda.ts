import type { SpaceId } from '#src/domain/space.ts';
/** The spaces that this server serves next, and when, in memory. Instants are ms since 1970 UTC. */
export class Agenda {
  readonly #instants = new Map<SpaceId, Set<number>>();

  add(spaceId: SpaceId, at: number): void {
    const instants = this.#instants.get(spaceId);
    if (instants) instants.add(at);
    else this.#instants.set(spaceId, new Set([at]));
  }

  /**
   * Takes the due instants up to `now` of `most` spaces, in the order of their turns. `busy` spaces keep
   * theirs.
   */
  takeDue(now: number, busy: Pick<ReadonlySet<SpaceId>, 'has'>, most: number): SpaceId[] {
    const due: { readonly spaceId: SpaceId; readonly at: number }[] = [];
    for (const [spaceId, instants] of this.#instants) {
      const at = Math.min(...instants);
      if (at <= now && !busy.has(spaceId)) due.push({ spaceId, at });
    }
    const first = due.toSorted((one, other) => one.at - other.at).slice(0, most);
    return first.map(({ spaceId }) => {
      const later = [...(this.#instants.get(spaceId) ?? [])].filter((at) => at > now);
      if (later.length > 0) this.#instants.set(spaceId, new Set(later));
      else this.#instants.delete(spaceId);
      return spaceId;
    });
  }

  /** The next turn of a space that is not `busy`. Infinite where there is none. */
  next(busy: Pick<ReadonlySet<SpaceId>, 'has'>): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [spaceId, instants] of this.#instants)
      if (!busy.has(spaceId)) next = Math.min(next, ...instants);
    return next;
  }
}
