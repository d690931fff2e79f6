import type { StoreNames } from 'idb';
import {
  DATABASE_PREFIX,
  deleteEmptied,
  emptyStores,
  isMarkedForRemoval,
  openToEmpty,
  overAll,
  type WholeTransaction,
} from './indexed-db-removal.ts';
import { openAsItIs, whole } from './indexed-db-schema.ts';
import type { Schema } from './indexed-db-records.ts';

/**
 * Removes the data of all users from this device, except the database `own`. Changes that the server lacks stay, unless
 * their user signed out. Resolves to the number of changes that stay, rejected ones included.
 */
export async function forgetOthers(own: string): Promise<number> {
  const waiting = await Promise.all((await othersThan(own)).map(forget));
  return waiting.reduce((sum, count) => sum + count, 0);
}

/** Removes all data of other users from this device, with the changes that the server lacks. */
export async function removeOthers(own: string): Promise<void> {
  await Promise.all((await othersThan(own)).map(remove));
}

async function othersThan(own: string): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  return names.filter((name) => name.startsWith(DATABASE_PREFIX) && name !== own);
}

async function forget(name: string): Promise<number> {
  if (await isMarkedForRemoval(name)) {
    await remove(name);
    return 0;
  }
  const db = await openAsItIs(name);
  // One transaction keeps a change that a tab adds meanwhile.
  const tx = overAll(db);
  const waiting = await whole(tx, async () => {
    const counts = (['outbox', 'rejection'] as const).map(async (store) => tx.objectStore(store).count());
    const count = (await Promise.all(counts)).reduce((sum, each) => sum + each);
    await (count === 0 ? emptyStores(tx) : dropRows(tx));
    return count;
  }).finally(() => db.close());
  if (waiting === 0) await deleteEmptied(name);
  return waiting;
}

async function remove(name: string): Promise<void> {
  await openToEmpty(name);
  await deleteEmptied(name);
}

/** The object stores that stay. Rows and the history go. */
const KEPT: ReadonlySet<string> = new Set<StoreNames<Schema>>(['outbox', 'rejection', 'receipt', 'meta']);

/** Resets the database to version 0, so the user's next sign-in loads all rows again. */
async function dropRows(tx: WholeTransaction): Promise<void> {
  const rows = [...tx.objectStoreNames].filter((name) => !KEPT.has(name));
  const meta = tx.objectStore('meta');
  await Promise.all([
    ...rows.map(async (name) => tx.objectStore(name).clear()),
    ...(['version', 'loadedAt', 'missing'] as const).map(async (key) => meta.delete(key)),
  ]);
}
