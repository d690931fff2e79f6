import { storageProblem, type StorageProblem } from './storage-problem.ts';

/** What statements have met that could not store anything, whatever a library then made of their errors. */
export class StorageWatch {
  #last: { readonly problem: StorageProblem; readonly at: number } | null = null;

  /** Call it with the error of each statement that fails. */
  note(error: unknown): void {
    const problem = storageProblem(error);
    if (problem !== null) this.#last = { problem, at: performance.now() };
  }

  /** Why a statement could not store anything at `instant` (ms of `performance.now`) or later; null when none was kept from it. */
  problemSince(instant: number): StorageProblem | null {
    return this.#last !== null && this.#last.at >= instant ? this.#last.problem : null;
  }
}
