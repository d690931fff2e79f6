import type { Context, MiddlewareHandler } from 'hono';

import { Rates, type Rate } from '#src/sync/server/rates.ts';
import { HeldBack } from './held-back.ts';
import { networkOf } from './network-of.ts';

/**
 * The rate of 429 answers to one network that are not delayed. People who are told to wait may ask again a
 * few times.
 */
const RATE: Rate = { burst: 30, perSecond: 2 };

export interface SlowRejectionsOptions {
  readonly addressOf: (context: Context) => string;
  readonly rates?: Rates;
}

/**
 * Delays the answers (429) to a client that keeps asking. Each rejection costs the server as much as most
 * other answers, and a client that waits for one asks no more meanwhile. Other answers are not delayed.
 */
export function slowRejections({
  addressOf,
  rates = new Rates(RATE),
}: SlowRejectionsOptions): MiddlewareHandler {
  const held = new HeldBack(rates);
  return async (c, next) => {
    await next();
    const network = c.res.status === 429 ? networkOf(addressOf(c)) : null;
    if (network !== null) await held.hold(network);
  };
}
