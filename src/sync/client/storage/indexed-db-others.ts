import type { StoreNames } from 'idb';
import {
  DATABASE_PREFIX,
  deleteEmptied,
  empty,
  emptyStores,
  isLeft,
  overAll,
  unmarkLeft,
  type WholeTransaction,
} from './indexed-db-removal.ts';
import { openAsItIs, whole, type Schema } from './indexed-db-schema.ts';

/**
 * Takes off this device what it keeps of all users but the one whose database is `own`, as the server has it too. Changes that
 * the server has not got stay, with nothing beside them; resolves to how many they are, those that were rejected included. Of a user who has
 * signed out nothing stays.
 */
export async function forgetOthers(own: string): Promise<number> {
  const waiting = await Promise.all((await othersThan(own)).map(forget));
  return waiting.reduce((sum, count) => sum + count, 0);
}

/** Takes off this device all that it keeps of other users, with the changes that the server has not got. */
export async function removeOthers(own: string): Promise<void> {
  await Promise.all((await othersThan(own)).map(remove));
}

async function othersThan(own: string): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  return names.filter((name) => name.startsWith(DATABASE_PREFIX) && name !== own);
}

async function forget(name: string): Promise<number> {
  if (await isLeft(name)) {
    await remove(name);
    return 0;
  }
  const db = await openAsItIs(name);
  // One transaction, so that no change is lost that comes from a tab which has not heard yet.
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
  const db = await openAsItIs(name);
  await empty(db).finally(() => db.close());
  await unmarkLeft(name);
  await deleteEmptied(name);
}

/** What is not of the rows, nor of what was done with them. */
const KEPT: ReadonlySet<string> = new Set<StoreNames<Schema>>(['outbox', 'rejection', 'receipt', 'meta']);

/** Leaves it as on a device that has not heard of the server yet: the next sign-in of that user loads all rows anew. */
async function dropRows(tx: WholeTransaction): Promise<void> {
  const rows = [...tx.objectStoreNames].filter((name) => !KEPT.has(name));
  const meta = tx.objectStore('meta');
  await Promise.all([
    ...rows.map(async (name) => tx.objectStore(name).clear()),
    ...(['version', 'loadedAt', 'missing'] as const).map(async (key) => meta.delete(key)),
  ]);
}
