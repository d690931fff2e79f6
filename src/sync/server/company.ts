/** How long (ms) somebody counts as being there after their last message. */
const THERE_MS = 10_000;

interface Visit {
  readonly userId: string;
  readonly at: number;
}

const NOBODY: Visit = { userId: '', at: -Infinity };

/** Whether a user has the server to themselves: work that others would wait behind is then done in larger pieces. */
export class Company {
  /** Who was there last, and who of all others. */
  #last = NOBODY;
  #other = NOBODY;

  /** Something has come from the user. */
  note(userId: string): void {
    if (userId !== this.#last.userId) this.#other = this.#last;
    this.#last = { userId, at: performance.now() };
  }

  /** Whether something has come from any other user lately. */
  isThere(userId: string): boolean {
    const other = userId === this.#last.userId ? this.#other : this.#last;
    return performance.now() - other.at < THERE_MS;
  }
}
