import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { openAsItIs, whole, type Schema } from './indexed-db-schema.ts';

export type WholeTransaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

/** What the names of the databases of all users on this device begin with. */
export const DATABASE_PREFIX = 'sunglow-';

/** The name of the database of a user's data on this device. */
export function databaseName(userId: string): string {
  return DATABASE_PREFIX + userId;
}

/** Empties a database that is about to be deleted. The other tabs see by the mark that the user signed out. */
export async function empty(db: IDBPDatabase<Schema>): Promise<void> {
  const tx = overAll(db);
  await whole(tx, () => emptyStores(tx));
}

/**
 * Does the same with a database that is not open here. An upgrade that another tab holds up holds this up too: meanwhile a mark beside it
 * says that the user signed out, and whoever opens it next goes by that (see isLeft).
 */
export async function openToEmpty(name: string): Promise<void> {
  try {
    // It stands in line at once, before whoever signs in later. A full disk takes no mark.
    const [db] = await Promise.all([openAsItIs(name), markLeft(name).catch(() => {})]);
    await empty(db).finally(() => db.close());
  } finally {
    await unmarkLeft(name);
  }
}

/** Whether the user has signed out of what is in the database, and it could not be emptied yet. */
export async function isLeft(name: string): Promise<boolean> {
  return ((await indexedDB.databases?.()) ?? []).some((other) => other.name === markOf(name));
}

export function unmarkLeft(name: string): Promise<void> {
  return deleteDB(markOf(name));
}

/** Deletes a database that was emptied; resolves also where a tab that sleeps holds up the deletion. */
export async function deleteEmptied(name: string): Promise<void> {
  const { promise: blocked, resolve } = Promise.withResolvers<void>();
  await Promise.race([deleteDB(name, { blocked: () => resolve() }), blocked]);
}

export function overAll(db: IDBPDatabase<Schema>): WholeTransaction {
  // These are also those that only a newer app knows.
  return db.transaction([...db.objectStoreNames], 'readwrite');
}

export async function emptyStores(tx: WholeTransaction): Promise<void> {
  await Promise.all([...tx.objectStoreNames].map(async (name) => tx.objectStore(name).clear()));
  await tx.objectStore('meta').put(1, 'signedOut');
}

/** The mark is an empty database: what is in the other one cannot be changed while it cannot be opened. */
const markOf = (name: string) => `left-${name}`;

async function markLeft(name: string): Promise<void> {
  (await openDB(markOf(name))).close();
}
