import type { Context, MiddlewareHandler } from 'hono';

import { Rates, type Rate } from '#src/sync/server/rates.ts';
import { HeldBack } from './held-back.ts';
import { networkOf } from './network-of.ts';

/** Answers of 429 to one network, at once and then each second. People who are told to wait ask again a few times. */
const RATE: Rate = { burst: 30, perSecond: 2 };

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
  const held = new HeldBack(rates);
  return async (c, next) => {
    await next();
    const network = c.res.status === 429 ? networkOf(addressOf(c)) : null;
    if (network !== null) await held.hold(network);
  };
}
