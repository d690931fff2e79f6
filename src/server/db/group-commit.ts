import { setImmediate as afterReading } from 'node:timers/promises';

import type { WorkSize } from '#src/sync/server/database.ts';

/** The largest group. It bounds how long the first of a group waits for the last. */
const MAX_GROUP = 64;

interface Waiting<Tx> {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes one transaction of all small transactions that arrive together. A commit on SQLite waits for the
 * disk, and one wait then serves them all. Each sees the writes of the ones before it, and none is answered
 * before all are durable. When one throws, the whole group is undone: the others run again together, and the
 * failing one runs again alone.
 *
 * A large transaction runs by itself, and takes turns with the groups. A small one therefore waits for one
 * large one at most, and small ones never hold up the large ones for good.
 */
export class GroupCommit<Tx> {
  readonly #transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly #waiting: Readonly<Record<WorkSize, Waiting<Tx>[]>> = { small: [], large: [] };
  #isRunning = false;

  /** `transaction` runs its work in one transaction. */
  constructor(transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) {
    this.#transaction = transaction;
  }

  /**
   * Resolves when the writes of `work` are committed. Rejects with the error of `work`, and keeps none of its
   * writes.
   */
  run<T>(work: (tx: Tx) => Promise<T>, size: WorkSize = 'small'): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The cast is safe: each promise gets the result of its own `work`. The array cannot express that.
      this.#waiting[size].push({ work, resolve: resolve as (result: unknown) => void, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    const { small, large } = this.#waiting;
    this.#isRunning = true;
    while (small.length + large.length > 0) {
      // A pause until the messages of all sockets are read. Without it the first would be committed alone,
      // and the others would wait.
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
        // A conflict begins the transaction anew.
        results.length = 0;
        for (const { work } of group) results.push(await work(tx));
      });
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      // All works succeeded, and the commit failed.
      else if (results.length === group.length) for (const one of group) await this.#commit([one]);
      else {
        await this.#commit(group.toSpliced(results.length, 1));
        await this.#commit(group.slice(results.length, results.length + 1));
      }
    }
  }
}
