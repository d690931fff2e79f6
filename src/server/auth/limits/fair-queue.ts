/** The origin of work in the queue. */
export interface Turn {
  /** The client's address. */
  readonly address: string;
  /** The account that the work is about. */
  readonly account: string;
}

interface Job {
  readonly keys: readonly string[];
  readonly start: () => void;
}

/**
 * Runs some work at once and queues the rest. Addresses take turns, and so do the accounts of an address, so
 * that nobody waits longer because another one brings much work. Each address and each account has one piece
 * running at a time.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #busy = new Set<string>();
  #running = 0;
  /** Keyed by address, then by account. After a turn, the key moves to the end. */
  readonly #waiting = new Map<string, Map<string, Job[]>>();

  /** `atOnce`: the number of pieces that run at once. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs `work` when its turn comes. Settles as `work` does. */
  async run<T>({ address, account }: Turn, work: () => Promise<T>): Promise<T> {
    const keys = [`address ${address}`, `account ${account}`];
    await new Promise<void>((start) => {
      const accounts = this.#waiting.get(address) ?? new Map<string, Job[]>();
      const jobs = accounts.get(account) ?? [];
      jobs.push({ keys, start });
      this.#waiting.set(address, accounts.set(account, jobs));
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      for (const key of keys) this.#busy.delete(key);
      this.#running -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    while (this.#running < this.#atOnce) {
      const job = this.#take();
      if (!job) return;
      for (const key of job.keys) this.#busy.add(key);
      this.#running += 1;
      job.start();
    }
  }

  /** Skips busy addresses and accounts; no more of them are busy than pieces run at once. */
  #take(): Job | null {
    for (const [address, accounts] of this.#waiting) {
      for (const [account, jobs] of accounts) {
        const [job] = jobs;
        if (!job || job.keys.some((key) => this.#busy.has(key))) continue;
        jobs.shift();
        accounts.delete(account);
        if (jobs.length > 0) accounts.set(account, jobs);
        this.#waiting.delete(address);
        if (accounts.size > 0) this.#waiting.set(address, accounts);
        return job;
      }
    }
    return null;
  }
}
