import { SunglowError } from '#src/domain/errors.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { whole } from '#src/sync/client/storage/indexed-db-schema.ts';
import { StorageFailed } from '#src/sync/client/state/outbox.ts';
import { NoOutbox, withDatabase } from './stored-outbox.ts';

/** The number of operations that an import runs and stores together. */
export const IMPORT_SLICE = 200;

const KEY = 'newest';

/** Thrown when another import would lose its rest. */
export class ImportWaits extends SunglowError {
  constructor(fileName: string) {
    super('IMPORT_WAITS', `The rest of “${fileName}” waits to be imported. Stop that import, or let it end.`);
  }
}

/**
 * Stores all operations of an import before the first one runs, in place of those of an import that has ended, so that
 * the next tab goes on after this one was closed. They leave the device with all else of the user. Throws NoOutbox when
 * the device has no data of the user, and ImportWaits for the sake of an import that has not ended.
 */
export async function storeImport(
  userId: string,
  { id, fileName }: Pick<StoredImport, 'id' | 'fileName'>,
  operations: readonly Operation[],
): Promise<void> {
  await onDisk(userId, async (db) => {
    const tx = db.transaction(['import', 'planned', 'meta'], 'readwrite', { durability: 'strict' });
    const planned = tx.objectStore('planned');
    await whole(tx, async () => {
      if (await tx.objectStore('meta').get('signedOut')) throw new NoOutbox();
      const earlier = await tx.objectStore('import').get(KEY);
      if (earlier?.endedAt === null) throw new ImportWaits(earlier.fileName);
      await planned.clear();
      const stored = { id, fileName, all: operations.length, done: 0, endedAt: null };
      await tx.objectStore('import').put(stored, KEY);
      for (let place = 0; place < operations.length; place += IMPORT_SLICE)
        await planned.put(operations.slice(place, place + IMPORT_SLICE), place);
    });
  });
}

/** The newest import, done or not. Null without one. Throws StorageFailed, as all of these. */
export async function readImport(userId: string): Promise<StoredImport | null> {
  try {
    return await onDisk(userId, async (db) => (await db.get('import', KEY)) ?? null);
  } catch (error) {
    if (error instanceof NoOutbox) return null;
    throw error;
  }
}

/** The operations of a stored import from a place on, as many as it stored together. None once it is forgotten. */
export function readPlanned(userId: string, place: number): Promise<readonly Operation[]> {
  return onDisk(userId, async (db) => (await db.get('planned', place)) ?? []);
}

/** Forgets the first operations of an import, which are done. Resolves to false when another tab has ended the import. */
export function advanceImport(
  userId: string,
  id: string,
  { done, at }: { readonly done: number; readonly at: number },
): Promise<boolean> {
  return onDisk(userId, async (db) => {
    const tx = db.transaction(['import', 'planned'], 'readwrite');
    return whole(tx, async () => {
      const stored = await tx.objectStore('import').get(KEY);
      if (stored?.id !== id) return false;
      const endedAt = done >= stored.all ? at : null;
      await tx.objectStore('import').put({ ...stored, done, endedAt }, KEY);
      await tx.objectStore('planned').delete(IDBKeyRange.upperBound(done, true));
      return true;
    });
  });
}

/** Ends the stored import, if it has this id: no tab goes on with it. Without an id, any. */
export async function forgetImport(userId: string, id?: string): Promise<void> {
  try {
    await onDisk(userId, async (db) => {
      const tx = db.transaction(['import', 'planned'], 'readwrite');
      await whole(tx, async () => {
        const stored = await tx.objectStore('import').get(KEY);
        if (id !== undefined && stored?.id !== id) return;
        await tx.objectStore('import').clear();
        await tx.objectStore('planned').clear();
      });
    });
  } catch (error) {
    if (!(error instanceof NoOutbox)) throw error;
  }
}

/** Throws NoOutbox, and StorageFailed when the disk fails. */
async function onDisk<T>(userId: string, work: Parameters<typeof withDatabase<T>>[1]): Promise<T> {
  try {
    return await withDatabase(databaseName(userId), work);
  } catch (error) {
    throw error instanceof NoOutbox || error instanceof ImportWaits ? error : new StorageFailed(error);
  }
}
