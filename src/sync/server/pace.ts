import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { Rate, Rates } from './rates.ts';

/** How many mutations may come at once: a large import, or a device that comes back after weeks. */
const BURST = 20_000;
/** This many counted tasks count as one mutation more: a database takes about as long for both. */
const COUNTED_PER_MUTATION = 1_000;
/**
 * Bytes of texts that each mutation may read and write, enough for most. Each further BYTES_PER_MUTATION count as one
 * mutation more, since they take about as long.
 */
const BYTES_INCLUDED = 1_000;
const BYTES_PER_MUTATION = 8_000;
/**
 * Rows that each mutation may make the server read or write besides. Each further ROWS_PER_MUTATION count as one
 * mutation more, since they take about as long.
 */
const ROWS_PER_MUTATION = 4;
/** Ms that each mutation may take, far more than most need. Each further MS_PER_MUTATION count as one mutation more. */
const MS_PER_MUTATION = 0.25;
/** A whole school may share one address. Few of its users are busy at the same time. */
const USERS_OF_A_NETWORK = 10;

/** The work of a push, as a server measures it. */
export interface Work {
  readonly mutations: number;
  /** Tasks of owners that the push deletes or restores, and tasks below a moved task, once for each move. */
  readonly tasks: number;
  /** The bytes of the texts in the rows that it read and in those that it wrote, and of entries of the history that lost texts. */
  readonly bytes: number;
  /** Rows read by a Follow, and written rows that no mutation names. */
  readonly followed: number;
  /** How long its mutations ran, without their reads and writes. */
  readonly ms: number;
}

/** A user's rate of mutations: `perSecond`, after as many at once as a person makes by hand in a year. */
export function mutationRate(perSecond: number): Rate {
  return { burst: BURST, perSecond };
}

/** The rate of mutations of all users behind one network. */
export function networkRate(perSecond: number): Rate {
  return { burst: USERS_OF_A_NETWORK * BURST, perSecond: USERS_OF_A_NETWORK * perSecond };
}

/** Characters that the server sends at once as answers to a user's devices: two devices that load 200,000 tasks. */
const READ_BURST = 128_000_000;
/** Characters of each second after that: a page in about five seconds. A page takes 1 % of a server's time. */
const READ_PER_SECOND = 256_000;
/** An answer without rows takes about as long as this many characters of rows. */
const LEAST_READ = 5_000;

/** The rate of answers to a user's devices, in characters. */
export const READ_RATE: Rate = { burst: READ_BURST, perSecond: READ_PER_SECOND };

/** The rate of answers to all users behind one network, in characters. */
export const NETWORK_READ_RATE: Rate = {
  burst: USERS_OF_A_NETWORK * READ_BURST,
  perSecond: USERS_OF_A_NETWORK * READ_PER_SECOND,
};

/**
 * Slows down users who write or read without end, alone or with others behind one network. Their next push or pull
 * waits, and so does its answer; a device sends no more before it has that. The server never rejects a push for its
 * pace, since that would lose the user's work.
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

  /**
   * True when the user, or all users behind `network` together, have used more than their rate allows. `network` is null
   * where no rate of networks applies.
   */
  isBehind(userId: string, network: string | null): boolean {
    return this.#hurries === 0 && this.#waitFor(userId, network) > 0;
  }

  /**
   * Lets the messages that others have sent go first, then waits as `wait` does, for `restMs` at least. A write takes
   * several turns, and many reads in a row would come between each two of them.
   */
  async giveWay(userId: string, network: string | null, restMs: number): Promise<void> {
    await othersHadTheirTurn();
    const waitMs = Math.max(restMs, this.#waitFor(userId, network));
    if (this.#hurries === 0 && waitMs > 0) await this.#wait(waitMs);
  }

  /** How long (ms) the user or the network is behind; 0 while nothing waits. */
  waitMs(userId: string, network: string | null): number {
    return this.#hurries === 0 ? this.#waitFor(userId, network) : 0;
  }

  /** How much the user may do at once now, in the unit of the rate. */
  left(userId: string): number {
    return this.#users.room(userId);
  }

  /** Resolves when the user may write or read more. */
  async wait(userId: string, network: string | null): Promise<void> {
    if (this.isBehind(userId, network)) await this.#wait(this.#waitFor(userId, network));
  }

  /** Counts an answer of `characters` characters. */
  countRead(userId: string, network: string | null, characters: number): void {
    this.#use(userId, network, LEAST_READ + characters);
  }

  /** Counts the work of a user's push. The user's next push waits for it. */
  count(userId: string, network: string | null, { mutations, tasks, bytes, followed, ms }: Work): void {
    const counted = tasks / COUNTED_PER_MUTATION;
    const long = Math.max(0, bytes - mutations * BYTES_INCLUDED) / BYTES_PER_MUTATION;
    const following = Math.max(0, followed / ROWS_PER_MUTATION - mutations);
    const lasting = Math.max(0, ms / MS_PER_MUTATION - mutations);
    this.#use(userId, network, mutations + counted + long + following + lasting);
  }

  /** Lets all waiting messages through, and makes none wait until `work` is done. */
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

  /** How long (ms) the user or the network is behind. */
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
