/** How long (ms) a user counts as present after their last message. */
const PRESENT_MS = 10_000;

interface Visit {
  readonly userId: string;
  readonly at: number;
}

const NOBODY: Visit = { userId: '', at: -Infinity };

/**
 * The users that share the server with a user. Work for a user who is alone runs in larger pieces, since nobody
 * waits behind it.
 */
export class OtherUsers {
  /** The last visit of all, and the last visit of another user. */
  #last = NOBODY;
  #other = NOBODY;

  /** Notes that a message of the user has come. */
  note(userId: string): void {
    if (userId !== this.#last.userId) this.#other = this.#last;
    this.#last = { userId, at: performance.now() };
  }

  /** True when a message of another user has come lately. */
  arePresentBeside(userId: string): boolean {
    const other = userId === this.#last.userId ? this.#other : this.#last;
    return performance.now() - other.at < PRESENT_MS;
  }
}
