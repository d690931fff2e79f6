import { setImmediate as afterReading } from 'node:timers/promises';

import type { WorkSize } from '#src/sync/server/database.ts';

/** Bounds how long the first of a group waits for the last. */
const MAX_GROUP = 64;

interface Waiting<Tx> {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes one transaction of those that come together. A commit on SQLite waits for the disk, and one wait then serves them
 * all. Each sees what the ones before it wrote, and none is answered before all are durable. When one throws, nothing of
 * the group is kept: the others run again together, and the one that throws by itself, so that it takes no other with it.
 *
 * A large one is a transaction of its own, and takes turns with the groups: whoever wrote little waits for one of them at
 * most, however many there are, and they come to their turn however much little there is.
 */
export class GroupCommit<Tx> {
  readonly #transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly #waiting: Readonly<Record<WorkSize, Waiting<Tx>[]>> = { small: [], large: [] };
  #isRunning = false;

  /** `transaction` runs its work in one transaction. */
  constructor(transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) {
    this.#transaction = transaction;
  }

  /** Resolves when what `work` did is committed; rejects, with nothing of it kept, with what it throws. */
  run<T>(work: (tx: Tx) => Promise<T>, size: WorkSize = 'small'): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // What `work` returns is what its own promise gets, which an array of different works cannot say.
      this.#waiting[size].push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    const { small, large } = this.#waiting;
    this.#isRunning = true;
    while (small.length + large.length > 0) {
      // What all sockets have to say is read by then; otherwise the first would be committed alone, and the others would wait.
      await afterReading();
      if (small.length > 0) await this.#commit(small.splice(0, MAX_GROUP));
      if (large.length > 0) await this.#commit(large.splice(0, 1));
    }
    this.#isRunning = false;
  }

  async #commit(group: readonly Waiting<Tx>[]): Promise<void> {
    const results: unknown[] = [];
    try {
      await this.#transaction(async (tx) => {
        // Begun anew where it met a conflict.
        results.length = 0;
        for (const { work } of group) results.push(await work(tx));
      });
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      // All of them did their work, and the commit failed.
      else if (results.length === group.length) for (const one of group) await this.#commit([one]);
      else {
        await this.#commit(group.toSpliced(results.length, 1));
        await this.#commit(group.slice(results.length, results.length + 1));
      }
    }
  }
}
