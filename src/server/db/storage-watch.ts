import { storageProblem, type StorageProblem } from './storage-problem.ts';

/** Remembers the last storage problem of a statement, as libraries may hide its error. */
export class StorageWatch {
  #last: { readonly problem: StorageProblem; readonly at: number } | null = null;

  /** Has to be called with the error of each statement that fails. */
  note(error: unknown): void {
    const problem = storageProblem(error);
    if (problem !== null) this.#last = { problem, at: performance.now() };
  }

  /**
   * The storage problem of a statement at `instant` (ms of `performance.now`) or later. Null when there was
   * none.
   */
  problemSince(instant: number): StorageProblem | null {
    return this.#last !== null && this.#last.at >= instant ? this.#last.problem : null;
  }
}
