import type { MutatorName, Operation } from '#src/tables/operations.ts';

/** One change of the user: a single operation, or several that were done together. */
export interface HistoryEntry {
  /** Random. Stays the same when the change is taken back and done again. */
  readonly id: string;
  /** Name and row of the last operation of the change. */
  readonly name: MutatorName;
  readonly rowId: string;
  /** The operations that take the change back, or do it again, in this order. */
  readonly steps: readonly Operation[];
}

/** The user's changes on a device, in all its tabs, that can be taken back or done again. Oldest first. */
export interface HistoryEntries {
  readonly undo: readonly HistoryEntry[];
  readonly redo: readonly HistoryEntry[];
}

export const NO_HISTORY: HistoryEntries = { undo: [], redo: [] };

/** The store of the entries. */
export interface HistoryStore {
  /**
   * Replaces the entries by the result of `change` and returns its second value, in one transaction. After a failed
   * transaction, `change` is called again, although the first call may have been carried out.
   */
  changeHistory<T>(change: (entries: HistoryEntries) => readonly [HistoryEntries, T]): Promise<T>;
}
