import { takeBackImport, type ImportedRow, type KeptImport } from '#src/reading/history/take-back-import.ts';
import { forgetImportOf } from '#src/sync/client/background/stored-import.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { doOperations } from './take-back.ts';

export interface TookImportBack {
  /** The change that undoes it; null when nothing was taken back. */
  readonly entryId: string | null;
  readonly kept: readonly KeptImport[];
}

/** Ends the import that waits, if it adds some of these rows. Settings have the same ids in each import. */
export function endImportOf(userId: string, imported: readonly ImportedRow[]): Promise<void> {
  const added = imported.filter(({ table }) => table !== 'setting');
  return forgetImportOf(userId, new Set(added.map(({ row }) => row.id)));
}

/**
 * Takes an import back as one change for undo (rule I6). Rejects with StorageFailed when the device is full: what was
 * taken back until then can be undone.
 */
export async function takeImportBack(
  replica: Replica,
  imported: readonly ImportedRow[],
  onProgress: (done: number) => void = () => {},
): Promise<TookImportBack> {
  // Before all rows are read, a row may seem to be gone.
  await replica.whenAll();
  const rows = {
    get: replica.get.bind(replica) as Parameters<typeof takeBackImport>[1]['get'],
    rows: replica.rows.bind(replica),
  };
  const { operations, kept } = takeBackImport(imported, rows, Date.now());
  const { entryId } = await doOperations(replica, operations, onProgress);
  return { entryId, kept };
}
