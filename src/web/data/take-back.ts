import type { HistoryEntry } from '#src/reading/history/history.ts';
import { takeBack, type Kept } from '#src/reading/history/take-back.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { doInSlices } from './do-in-slices.ts';

export interface TookBack {
  /** The change that undoes it; null when nothing was taken back. */
  readonly entryId: string | null;
  /** The changes that stay. */
  readonly kept: readonly Kept[];
  /** The operations that were rejected, such as the restoration of a name that is taken by now. */
  readonly rejected: readonly Operation[];
}

/**
 * Takes back entries of the history, newest first, as one change for undo (rule H2). Rejects with StorageFailed when
 * the device is full: what was taken back until then can be undone.
 */
export async function takeBackEntries(
  replica: Replica,
  entries: readonly HistoryEntry[],
  onProgress: (done: number) => void = () => {},
): Promise<TookBack> {
  // Before all rows are read, a row may seem to be gone.
  await replica.whenAll();
  const changes = entries.flatMap(({ rows }) => rows);
  const { operations, kept } = takeBack(changes, (table, id) => replica.get(table, id), Date.now());
  return { ...(await doOperations(replica, operations, onProgress)), kept };
}

/** Does operations as one change, each for itself: a rejected one stops no other. */
export async function doOperations(
  replica: Replica,
  operations: readonly Operation[],
  onProgress: (done: number) => void,
): Promise<Omit<TookBack, 'kept'>> {
  const steps = operations.map((operation) => [operation]);
  const { entryId, rejected } = await doInSlices(replica, steps, onProgress);
  return { entryId, rejected: [...rejected].flat() };
}
