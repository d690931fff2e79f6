import { Rates, type Rate } from '#src/sync/server/rates.ts';

export interface SocketLimit {
  /** The most open sockets. */
  readonly open: number;
  /** The rate of new sockets. */
  readonly rate: Rate;
}

export interface SocketLimitOptions {
  readonly perUser: SocketLimit;
  readonly perAddress: SocketLimit;
}

/**
 * A user has a few devices with one socket each, and a bad network may open them again and again. A whole
 * school may be behind one address, and all of its devices come back together when a server restarts.
 */
const LIMITS: SocketLimitOptions = {
  perUser: { open: 100, rate: { burst: 200, perSecond: 2 } },
  perAddress: { open: 5_000, rate: { burst: 5_000, perSecond: 50 } },
};

/** How long (ms) to wait when too many sockets are open: two beats, enough to find dead ones. */
const OPEN_WAIT_MS = 30_000;

/** Limits the sync sockets that a user and an address may open and hold on this server. */
export class SocketLimits {
  readonly #users: Holders;
  readonly #addresses: Holders;

  constructor({ perUser, perAddress }: SocketLimitOptions = LIMITS) {
    this.#users = new Holders(perUser);
    this.#addresses = new Holders(perAddress);
  }

  /**
   * Takes a request for a socket. Returns 0 when it may continue, else the time to wait (ms). `network` comes
   * from networkOf.
   */
  arrive(network: string | null): number {
    return network === null ? 0 : this.#addresses.waitToOpen(network) || this.#addresses.waitForRate(network);
  }

  /** The same check once the user is known. Other sockets of the address may have been opened meanwhile. */
  identify(network: string | null, userId: string): number {
    const waitMs = this.#users.waitToOpen(userId);
    if (network === null || waitMs > 0) return waitMs;
    return this.#addresses.waitToOpen(network) || this.#users.waitForRate(userId);
  }

  /** Counts an open socket. Returns a function that has to be called when it has closed. */
  hold(network: string | null, userId: string): () => void {
    const leave = [this.#users.hold(userId), ...(network === null ? [] : [this.#addresses.hold(network)])];
    return () => leave.forEach((end) => end());
  }

  /** Forgets idle users and addresses. Has to be called from time to time. */
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

  /** Takes one from the rate. A rejected request takes nothing, so that it succeeds after the wait. */
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
