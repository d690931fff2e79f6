/** When this server is to turn to which users next, in its memory. Instants are ms since 1970 UTC. */
export class Agenda {
  readonly #instants = new Map<string, Set<number>>();

  add(userId: string, at: number): void {
    const instants = this.#instants.get(userId);
    if (instants) instants.add(at);
    else this.#instants.set(userId, new Set([at]));
  }

  /** Takes from it what is due by `now`, of `most` users: those whose turn is first, in that order. `busy` ones keep theirs. */
  takeDue(now: number, busy: Pick<ReadonlySet<string>, 'has'>, most: number): string[] {
    const due: { readonly userId: string; readonly at: number }[] = [];
    for (const [userId, instants] of this.#instants) {
      const at = Math.min(...instants);
      if (at <= now && !busy.has(userId)) due.push({ userId, at });
    }
    const first = due.toSorted((one, other) => one.at - other.at).slice(0, most);
    return first.map(({ userId }) => {
      const later = [...(this.#instants.get(userId) ?? [])].filter((at) => at > now);
      if (later.length > 0) this.#instants.set(userId, new Set(later));
      else this.#instants.delete(userId);
      return userId;
    });
  }

  /** When the next turn of a user is who is not `busy`; infinite where there is none. */
  next(busy: Pick<ReadonlySet<string>, 'has'>): number {
    let next = Number.POSITIVE_INFINITY;
    for (const [userId, instants] of this.#instants)
      if (!busy.has(userId)) next = Math.min(next, ...instants);
    return next;
  }
}
