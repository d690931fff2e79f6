import { setTimeout as pause } from 'node:timers/promises';
import type { Context, MiddlewareHandler } from 'hono';

import { Rates, type Rate } from '#src/sync/server/rates.ts';
import { networkOf } from './socket-limits.ts';

/** Answers of 429 to one network, at once and then each second. People who are told to wait ask again a few times. */
const RATE: Rate = { burst: 30, perSecond: 2 };
/** Proxies, and people, wait for an answer for longer. */
const LONGEST_MS = 10_000;
const SWEEP_EVERY_MS = 60_000;

export interface SlowRejectionsOptions {
  readonly addressOf: (context: Context) => string;
  readonly rates?: Rates;
}

/**
 * Holds back the answers (429) to whoever goes on asking what they were told to wait with: to find that out takes the server as long
 * as most other answers do, and whoever waits for them asks no more meanwhile. What is answered otherwise waits for nothing.
 */
export function slowRejections({
  addressOf,
  rates = new Rates(RATE),
}: SlowRejectionsOptions): MiddlewareHandler {
  let sweptAt = performance.now();
  return async (c, next) => {
    await next();
    const network = c.res.status === 429 ? networkOf(addressOf(c)) : null;
    if (network === null) return;
    if (performance.now() - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = performance.now();
      rates.sweep();
    }
    rates.use(network, 1);
    const waitMs = Math.min(LONGEST_MS, rates.waitFor(network, 0));
    if (waitMs > 0) await pause(waitMs, undefined, { ref: false });
  };
}
