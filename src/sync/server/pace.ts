import type { Rate, Rates } from './rates.ts';

/** At once: a large import, or a device that comes back after weeks. */
const BURST = 20_000;
/** Tasks that a wide mutation goes through, for which one more is counted: together they take a database about as long. */
const ROWS_PER_MUTATION = 10;
/** Behind one address may be a school; few of its users go on and on at the same time. */
const USERS_OF_A_NETWORK = 10;

/** A user's mutations at `perSecond`, after as many at once as anybody makes by hand in a year. */
export function mutationRate(perSecond: number): Rate {
  return { burst: BURST, perSecond };
}

/** Those of all who come from one network. */
export function networkRate(perSecond: number): Rate {
  return { burst: USERS_OF_A_NETWORK * BURST, perSecond: USERS_OF_A_NETWORK * perSecond };
}

/**
 * Slows down who writes without end, as one user or as many from one network: their next push waits, and with it its answer,
 * for which a device waits before it sends more. Nothing is ever refused: that would lose what the user wrote.
 */
export class Pace {
  readonly #users: Rates;
  readonly #networks: Rates;
  readonly #waiting = new Set<() => void>();
  #hurries = 0;

  constructor(users: Rates, networks: Rates) {
    this.#users = users;
    this.#networks = networks;
  }

  /** Whether nobody is to wait. */
  get isHurried(): boolean {
    return this.#hurries > 0;
  }

  /** Whether the user, or others from `network` (null: from nowhere), have written more than they may by now. */
  isBehind(userId: string, network: string | null): boolean {
    return !this.isHurried && this.#waitFor(userId, network) > 0;
  }

  /** Resolves when the user may write more. */
  async wait(userId: string, network: string | null): Promise<void> {
    if (this.isBehind(userId, network)) await this.#wait(this.#waitFor(userId, network));
  }

  /** Counts so many mutations of the user, and tasks that they went through; what they send next waits for them. */
  count(userId: string, network: string | null, mutations: number, rows: number): void {
    const used = mutations + rows / ROWS_PER_MUTATION;
    this.#users.use(userId, used);
    if (network !== null) this.#networks.use(network, used);
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
    this.#users.sweep();
    this.#networks.sweep();
  }

  /** Ms. */
  #waitFor(userId: string, network: string | null): number {
    return Math.max(
      this.#users.waitFor(userId, 0),
      network === null ? 0 : this.#networks.waitFor(network, 0),
    );
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
