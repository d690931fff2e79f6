export interface Rate {
  /** How many are free at once. */
  readonly burst: number;
  /** How many more become free each second after that. */
  readonly perSecond: number;
}

/**
 * The uses of each key at one rate, in the memory of this process. It keeps one number for each key (the generic cell
 * rate algorithm): the instant when all uses are free again.
 */
export class Rates {
  readonly #freeAt = new Map<string, number>();
  readonly #everyMs: number;
  readonly #burstMs: number;
  readonly #now: () => number;

  /** `now` gives ms of a clock that never goes back. */
  constructor({ burst, perSecond }: Rate, now: () => number = () => performance.now()) {
    this.#everyMs = 1_000 / perSecond;
    this.#burstMs = burst * this.#everyMs;
    this.#now = now;
  }

  /**
   * How long (ms) until `key` may use `count` more; 0 when it may use them now. A `count` of 0 asks how long the key is
   * over its rate.
   */
  waitFor(key: string, count: number): number {
    const now = this.#now();
    const used = Math.max(this.#freeAt.get(key) ?? now, now) - now;
    return Math.max(0, used + count * this.#everyMs - this.#burstMs);
  }

  /** How many `key` may use now, as a whole number. */
  room(key: string): number {
    const now = this.#now();
    const used = Math.max(this.#freeAt.get(key) ?? now, now) - now;
    return Math.max(0, Math.floor((this.#burstMs - used) / this.#everyMs));
  }

  use(key: string, count: number): void {
    const now = this.#now();
    this.#freeAt.set(key, Math.max(this.#freeAt.get(key) ?? now, now) + count * this.#everyMs);
  }

  /** Forgets keys that have all their uses free again. The server calls it at intervals. */
  sweep(): void {
    const now = this.#now();
    for (const [key, freeAt] of this.#freeAt) if (freeAt <= now) this.#freeAt.delete(key);
  }
}
