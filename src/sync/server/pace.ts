import type { Rate, Rates } from './rates.ts';

/** At once: a large import, or a device that comes back after weeks. */
const BURST = 20_000;

/** A user's mutations at `perSecond`, after as many at once as anybody makes by hand in a year. */
export function mutationRate(perSecond: number): Rate {
  return { burst: BURST, perSecond };
}

/**
 * Slows down who writes without end: their next push waits, and with it its answer, for which a device waits before it
 * sends more. Nothing is ever refused: that would lose what the user wrote.
 */
export class Pace {
  readonly #rates: Rates;
  readonly #waiting = new Set<() => void>();
  #hurries = 0;

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Counts so many mutations of the user, and resolves when they may be applied. */
  async take(userId: string, mutations: number): Promise<void> {
    this.#rates.use(userId, mutations);
    const ms = this.#rates.waitFor(userId, 0);
    if (ms > 0 && this.#hurries === 0) await this.#wait(ms);
  }

  /** Nobody waits while `work` is under way: it waits for them. */
  async hurry(work: () => Promise<unknown>): Promise<void> {
    this.#hurries += 1;
    for (const end of this.#waiting) end();
    try {
      await work();
    } finally {
      this.#hurries -= 1;
    }
  }

  sweep(): void {
    this.#rates.sweep();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#waiting.add(end);
    });
  }
}
