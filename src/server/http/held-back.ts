import { setTimeout as pause } from 'node:timers/promises';

import type { Rates } from '#src/sync/server/rates.ts';

/** Proxies and people wait longer than this for an answer. */
const LONGEST_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;

/**
 * Delays clients past their rate: a client that waits for an answer does not ask again meanwhile. It rejects
 * no request.
 */
export class HeldBack {
  readonly #rates: Rates;
  #sweptAt = performance.now();

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Resolves when `key` may continue, after 10 s at most. */
  async hold(key: string): Promise<void> {
    if (performance.now() - this.#sweptAt > SWEEP_EVERY_MS) {
      this.#sweptAt = performance.now();
      this.#rates.sweep();
    }
    this.#rates.use(key, 1);
    const waitMs = Math.min(LONGEST_MS, this.#rates.waitFor(key, 0));
    if (waitMs > 0) await pause(waitMs, undefined, { ref: false });
  }
}
