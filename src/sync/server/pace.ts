import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { Rate, Rates } from './rates.ts';

/** What may come at once: a large import, or a device that comes back after weeks. */
const BURST = 20_000;
/** Tasks that are counted for a mutation, for which one more counts: together they take a database about as long. */
const COUNTED_PER_MUTATION = 1_000;
/** Bytes of texts that a mutation may read and write, as most do; and those beyond, for which one more counts, for the same reason. */
const BYTES_INCLUDED = 1_000;
const BYTES_PER_MUTATION = 8_000;
/** Rows that may be read or written for what follows from a mutation; and those beyond, for which one more counts, for the same reason. */
const ROWS_PER_MUTATION = 4;
/** Ms that a mutation may take, which is far more than most do; and those beyond, for which one more counts. */
const MS_PER_MUTATION = 0.25;
/** A school may be behind one address; few of its users go on and on at the same time. */
const USERS_OF_A_NETWORK = 10;

/** What a push has taken of a server. */
export interface Work {
  readonly mutations: number;
  /** Tasks of owners that it deletes or restores, and tasks below a task that it moves, once for each move. */
  readonly tasks: number;
  /** The bytes of the texts of the rows that it read, and of those that it wrote. */
  readonly bytes: number;
  /** Rows that were read for what follows from it (see Follow), and those written that no mutation names. */
  readonly followed: number;
  /** How long its mutations took, without what they read and wrote. */
  readonly ms: number;
}

/** A user's mutations at `perSecond`, after as many at once as anybody makes by hand in a year. */
export function mutationRate(perSecond: number): Rate {
  return { burst: BURST, perSecond };
}

/** Those of all who come from one network. */
export function networkRate(perSecond: number): Rate {
  return { burst: USERS_OF_A_NETWORK * BURST, perSecond: USERS_OF_A_NETWORK * perSecond };
}

/** Characters that a user's devices may be sent at once for what they ask: two of them that load 200,000 tasks. */
const READ_BURST = 128_000_000;
/** Those of each second after that: a page in some five, which takes a server 1 % of its time. */
const READ_PER_SECOND = 256_000;
/** An answer without rows takes about as long as so many characters of rows. */
const LEAST_READ = 5_000;

/** What a user's devices are sent for what they ask, in characters. */
export const READ_RATE: Rate = { burst: READ_BURST, perSecond: READ_PER_SECOND };

/** What all who come from one network are sent. */
export const NETWORK_READ_RATE: Rate = {
  burst: USERS_OF_A_NETWORK * READ_BURST,
  perSecond: USERS_OF_A_NETWORK * READ_PER_SECOND,
};

/**
 * Slows down whoever writes, or reads, without end, as one user or as many from one network: their next push or pull waits, and
 * with it its answer, for which a device waits before it sends more. Nothing is ever rejected: that would lose what the user wrote.
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

  /** Whether the user, or others from `network` (null: from nowhere), have written, or read, more than they may by now. */
  isBehind(userId: string, network: string | null): boolean {
    return this.#hurries === 0 && this.#waitFor(userId, network) > 0;
  }

  /**
   * Waits as `wait` does, and for `restMs` at least, once what others have sent by now is on its way: a write takes several turns, and
   * many reads in a row would come between each two of them.
   */
  async giveWay(userId: string, network: string | null, restMs: number): Promise<void> {
    await othersHadTheirTurn();
    const waitMs = Math.max(restMs, this.#waitFor(userId, network));
    if (this.#hurries === 0 && waitMs > 0) await this.#wait(waitMs);
  }

  /** Resolves when the user may write, or read, more. */
  async wait(userId: string, network: string | null): Promise<void> {
    if (this.isBehind(userId, network)) await this.#wait(this.#waitFor(userId, network));
  }

  /** Counts an answer of so many characters. */
  countRead(userId: string, network: string | null, characters: number): void {
    this.#use(userId, network, LEAST_READ + characters);
  }

  /** Counts what a push of the user took; what they send next waits for it. */
  count(userId: string, network: string | null, { mutations, tasks, bytes, followed, ms }: Work): void {
    const counted = tasks / COUNTED_PER_MUTATION;
    const long = Math.max(0, bytes - mutations * BYTES_INCLUDED) / BYTES_PER_MUTATION;
    const following = Math.max(0, followed / ROWS_PER_MUTATION - mutations);
    const lasting = Math.max(0, ms / MS_PER_MUTATION - mutations);
    this.#use(userId, network, mutations + counted + long + following + lasting);
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

  #use(userId: string, network: string | null, count: number): void {
    this.#users.use(userId, count);
    if (network !== null) this.#networks.use(network, count);
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
