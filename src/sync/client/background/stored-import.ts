import type { Operation } from '#src/tables/operations.ts';
import type { StoredImport } from '#src/sync/client/storage/indexed-db-records.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { whole } from '#src/sync/client/storage/indexed-db-schema.ts';
import { StorageFailed } from '#src/sync/client/state/outbox.ts';
import { NoOutbox, withDatabase } from './stored-outbox.ts';

/** The number of operations that an import runs and stores together. */
export const IMPORT_SLICE = 100;

const KEY = 'newest';

/** True for an import with operations that are left. */
export function isUnfinished({ done, all }: StoredImport): boolean {
  return done < all;
}

/**
 * Stores all operations of an import before the first one runs, so that the next tab goes on after this one was closed.
 * They leave the device with all else of the user. Resolves to false, and stores nothing, while another import waits,
 * and on a device without data of the user. Throws StorageFailed when the disk fails.
 */
export async function storeImport(
  userId: string,
  { id, fileName, at }: Pick<StoredImport, 'id' | 'fileName' | 'at'>,
  operations: readonly Operation[],
): Promise<boolean> {
  return onDisk(
    userId,
    async (db) => {
      const tx = db.transaction(['import', 'planned', 'meta'], 'readwrite', { durability: 'strict' });
      const planned = tx.objectStore('planned');
      return whole(tx, async () => {
        if (await tx.objectStore('meta').get('signedOut')) return false;
        const earlier = await tx.objectStore('import').get(KEY);
        if (earlier && earlier.id !== id && isUnfinished(earlier)) return false;
        await planned.clear();
        await tx.objectStore('import').put({ id, fileName, all: operations.length, done: 0, at }, KEY);
        for (let place = 0; place < operations.length; place += IMPORT_SLICE)
          await planned.put(operations.slice(place, place + IMPORT_SLICE), place);
        return true;
      });
    },
    false,
  );
}

/** The newest import, done or not. Null without one. Throws StorageFailed, as all of these. */
export function readImport(userId: string): Promise<StoredImport | null> {
  return onDisk(userId, async (db) => (await db.get('import', KEY)) ?? null, null);
}

/** The operations of a stored import from a place on, as many as it stored together. None once it is forgotten. */
export function readPlanned(userId: string, place: number): Promise<readonly Operation[]> {
  return onDisk(userId, async (db) => (await db.get('planned', place)) ?? [], []);
}

/**
 * Notes how many operations of an import are done, and forgets them once all are: until then they tell whose rows are
 * taken back. Resolves to false when the import was forgotten meanwhile, as by another tab.
 */
export function advanceImport(
  userId: string,
  id: string,
  { done, at }: { readonly done: number; readonly at: number },
): Promise<boolean> {
  return onDisk(
    userId,
    async (db) => {
      const tx = db.transaction(['import', 'planned'], 'readwrite');
      return whole(tx, async () => {
        const stored = await tx.objectStore('import').get(KEY);
        if (stored?.id !== id) return false;
        const next = { ...stored, done, at };
        await tx.objectStore('import').put(next, KEY);
        if (!isUnfinished(next)) await tx.objectStore('planned').clear();
        return true;
      });
    },
    false,
  );
}

/** Ends the stored import, if it has this id: no tab goes on with it. */
export async function forgetImport(userId: string, id: string): Promise<void> {
  await onDisk(
    userId,
    async (db) => {
      const tx = db.transaction(['import', 'planned'], 'readwrite');
      await whole(tx, async () => {
        const stored = await tx.objectStore('import').get(KEY);
        if (stored?.id !== id) return;
        await tx.objectStore('import').clear();
        await tx.objectStore('planned').clear();
      });
    },
    undefined,
  );
}

/** Ends the import that waits, if it adds one of these rows. Otherwise a tab would continue an import that was taken back. */
export async function forgetImportOf(userId: string, rowIds: ReadonlySet<string>): Promise<void> {
  const stored = await readImport(userId);
  if (!stored || !isUnfinished(stored)) return;
  for (let place = 0; place < stored.all; place += IMPORT_SLICE) {
    const planned = await readPlanned(userId, place);
    if (planned.some(({ args }) => rowIds.has(args.id))) return forgetImport(userId, stored.id);
  }
}

/** Resolves to `otherwise` on a device without data of the user. Throws StorageFailed when the disk fails. */
async function onDisk<T>(
  userId: string,
  work: Parameters<typeof withDatabase<T>>[1],
  otherwise: T,
): Promise<T> {
  try {
    return await withDatabase(databaseName(userId), work);
  } catch (error) {
    if (error instanceof NoOutbox) return otherwise;
    throw new StorageFailed(error);
  }
}
