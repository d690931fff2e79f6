import type { MutatorName, Operation } from '#src/mutators/index.ts';

/** One change of the user's: a single operation, or several that were done together. */
export interface HistoryEntry {
  /** Random; the same after it was taken back and done again. */
  readonly id: string;
  /** What was done, by its last operation, and to which task or collection. */
  readonly name: MutatorName;
  readonly rowId: string;
  /** What takes it back, or does it again, in this order. */
  readonly steps: readonly Operation[];
}

/** What the user did on a device, in all its tabs, and can take back, or do again. Oldest first. */
export interface HistoryEntries {
  readonly undo: readonly HistoryEntry[];
  readonly redo: readonly HistoryEntry[];
}

export const NO_HISTORY: HistoryEntries = { undo: [], redo: [] };

/** Where the entries are kept. */
export interface HistoryStore {
  /**
   * Puts what `change` makes of the entries in their place and returns what it tells, in one transaction. `change` is called
   * again where that failed, though it may have been carried out.
   */
  changeHistory<T>(change: (entries: HistoryEntries) => readonly [HistoryEntries, T]): Promise<T>;
}
