/** Whose work something is. */
export interface Turn {
  /** Where they come from. */
  readonly address: string;
  /** The account that it is about. */
  readonly account: string;
}

interface Job {
  readonly keys: readonly string[];
  readonly start: () => void;
}

/**
 * Does some work at once and has the rest wait. Addresses take turns, and of one address its accounts do, so that it makes no
 * difference to one how much another has brought. One piece of an address, and of an account, is done at a time.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #busy = new Set<string>();
  #running = 0;
  /** The keys are the address, then the account; whoever had their turn goes to the end. */
  readonly #waiting = new Map<string, Map<string, Job[]>>();

  /** `atOnce`: how many pieces of all. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves, or rejects, with what `work` does when it is its turn. */
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

  /** Those that are passed over are busy, which are no more than run at once. */
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
