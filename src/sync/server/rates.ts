export interface Rate {
  /** How many at once. */
  readonly burst: number;
  /** How many more come free each second after that. */
  readonly perSecond: number;
}

/**
 * What each of many may do at a rate, in the memory of this process. It keeps one number for each (the generic cell rate
 * algorithm): the instant at which all that was used is given back.
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

  /** How long (ms) until `key` may use `count` more; 0 when it may now. With 0, how long it has used more than it may. */
  waitFor(key: string, count: number): number {
    const now = this.#now();
    const used = Math.max(this.#freeAt.get(key) ?? now, now) - now;
    return Math.max(0, used + count * this.#everyMs - this.#burstMs);
  }

  /** How many `key` may use now: a whole number. */
  room(key: string): number {
    const now = this.#now();
    const used = Math.max(this.#freeAt.get(key) ?? now, now) - now;
    return Math.max(0, Math.floor((this.#burstMs - used) / this.#everyMs));
  }

  use(key: string, count: number): void {
    const now = this.#now();
    this.#freeAt.set(key, Math.max(this.#freeAt.get(key) ?? now, now) + count * this.#everyMs);
  }

  /** Forgets whoever has everything back; to be called now and then. */
  sweep(): void {
    const now = this.#now();
    for (const [key, freeAt] of this.#freeAt) if (freeAt <= now) this.#freeAt.delete(key);
  }
}
