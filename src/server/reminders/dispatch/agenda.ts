/** When this server is to turn to which users next, in its memory. Instants are ms since 1970 UTC. */
export class Agenda {
  readonly #instants = new Map<string, Set<number>>();

  add(userId: string, at: number): void {
    const instants = this.#instants.get(userId);
    if (instants) instants.add(at);
    else this.#instants.set(userId, new Set([at]));
  }

  /** Takes from it what is due by `now`. Returns the users, whose turn is first before others; `busy` ones keep theirs. */
  takeDue(now: number, busy: Pick<ReadonlySet<string>, 'has'>): string[] {
    const due: { readonly userId: string; readonly at: number }[] = [];
    for (const [userId, instants] of this.#instants) {
      if (busy.has(userId)) continue;
      const at = Math.min(...instants);
      if (at > now) continue;
      due.push({ userId, at });
      for (const each of instants) if (each <= now) instants.delete(each);
      if (instants.size === 0) this.#instants.delete(userId);
    }
    return due.toSorted((one, other) => one.at - other.at).map(({ userId }) => userId);
  }

  /** When the next turn of a user is who is not `busy`; infinite where there is none. */
  next(busy: Pick<ReadonlySet<string>, 'has'>): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [userId, instants] of this.#instants)
      if (!busy.has(userId)) next = Math.min(next, ...instants);
    return next;
  }
}
