import { Rates, type Rate } from '#src/sync/server/rates.ts';

export interface SocketLimit {
  /** How many may be open at once. */
  readonly open: number;
  /** How many may be opened. */
  readonly rate: Rate;
}

export interface SocketLimitOptions {
  readonly perUser: SocketLimit;
  readonly perAddress: SocketLimit;
}

/**
 * A user has some devices, with one socket each, which a bad network may open again and again. Behind one address may be a
 * whole school, whose devices all come back at once when a server restarts.
 */
const LIMITS: SocketLimitOptions = {
  perUser: { open: 100, rate: { burst: 200, perSecond: 2 } },
  perAddress: { open: 5_000, rate: { burst: 5_000, perSecond: 50 } },
};

/** How long (ms) to wait when too many are open: two beats, by which dead ones have been found. */
const OPEN_WAIT_MS = 30_000;

/** How many sync sockets a user, and an address, may open and hold, on this server. */
export class SocketLimits {
  readonly #users: Holders;
  readonly #addresses: Holders;

  constructor({ perUser, perAddress }: SocketLimitOptions = LIMITS) {
    this.#users = new Holders(perUser);
    this.#addresses = new Holders(perAddress);
  }

  /** A socket is asked for: 0 when it may be looked at, else how long (ms) to wait. `network` as networkOf gives it. */
  arrive(network: string | null): number {
    return network === null ? 0 : this.#addresses.waitToOpen(network) || this.#addresses.waitForRate(network);
  }

  /** The same, once it is known whose it is; others may have been let in from the address while that was looked up. */
  identify(network: string | null, userId: string): number {
    const waitMs = this.#users.waitToOpen(userId);
    if (network === null || waitMs > 0) return waitMs;
    return this.#addresses.waitToOpen(network) || this.#users.waitForRate(userId);
  }

  /** A socket is let in. Returns what is to be called when it has closed. */
  hold(network: string | null, userId: string): () => void {
    const leave = [this.#users.hold(userId), ...(network === null ? [] : [this.#addresses.hold(network)])];
    return () => leave.forEach((end) => end());
  }

  /** Forgets whoever has been quiet; to be called now and then. */
  sweep(): void {
    this.#users.sweep();
    this.#addresses.sweep();
  }
}

class Holders {
  readonly #most: number;
  readonly #rates: Rates;
  readonly #open = new Map<string, number>();

  constructor({ open, rate }: SocketLimit) {
    this.#most = open;
    this.#rates = new Rates(rate);
  }

  waitToOpen(key: string): number {
    return (this.#open.get(key) ?? 0) >= this.#most ? OPEN_WAIT_MS : 0;
  }

  /** Takes one of the rate; one that is rejected takes nothing, so that whoever waits as long is let in. */
  waitForRate(key: string): number {
    const ms = this.#rates.waitFor(key, 1);
    if (ms === 0) this.#rates.use(key, 1);
    return ms;
  }

  hold(key: string): () => void {
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(key) ?? 0) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }

  sweep(): void {
    this.#rates.sweep();
  }
}
