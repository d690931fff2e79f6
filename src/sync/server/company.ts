/** How long (ms) a user counts as present after their last message. */
const THERE_MS = 10_000;

interface Visit {
  readonly userId: string;
  readonly at: number;
}

const NOBODY: Visit = { userId: '', at: -Infinity };

/**
 * Tells whether a user shares the server with others. Work for a user who is alone runs in larger pieces, since nobody
 * waits behind it.
 */
export class Company {
  /** The last visit of all, and the last visit of another user. */
  #last = NOBODY;
  #other = NOBODY;

  /** Notes that a message of the user has come. */
  note(userId: string): void {
    if (userId !== this.#last.userId) this.#other = this.#last;
    this.#last = { userId, at: performance.now() };
  }

  /** True when a message of another user has come lately. */
  isThere(userId: string): boolean {
    const other = userId === this.#last.userId ? this.#other : this.#last;
    return performance.now() - other.at < THERE_MS;
  }
}
