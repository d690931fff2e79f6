import { ApiProblem } from './problem.ts';

/** The most requests of a user that wait. A client that sends more does not wait for answers. */
const MOST_WAITING = 64;

/** The requests of each user, one after the other: a user with many at once waits for themselves, and nobody else does. */
export class Turns {
  readonly #last = new Map<string, { readonly done: Promise<unknown>; count: number }>();

  /** Runs `work` after the earlier work of the user. Throws TOO_MANY_REQUESTS when too much waits. */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(userId);
    if (before && before.count >= MOST_WAITING)
      throw new ApiProblem('TOO_MANY_REQUESTS', undefined, { retryAfter: 1 });
    const turn = (before?.done ?? Promise.resolve()).then(work);
    const done = turn.catch(() => {}).finally(() => this.#left(userId));
    this.#last.set(userId, { done, count: (before?.count ?? 0) + 1 });
    return turn;
  }

  #left(userId: string): void {
    const last = this.#last.get(userId);
    if (!last) return;
    last.count -= 1;
    if (last.count === 0) this.#last.delete(userId);
  }
}
