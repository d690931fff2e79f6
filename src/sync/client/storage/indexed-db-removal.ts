import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { openAsItIs, whole } from './indexed-db-schema.ts';
import type { Schema } from './indexed-db-records.ts';

export type WholeTransaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

/**
 * Prefix of the names of all users' databases on this device. Until 0.1.0, databases were called sunglow-ID and had
 * other schemas. They are neither read nor deleted, because changes may wait in them.
 */
export const DATABASE_PREFIX = 'sunglow-user-';

/** The name of a user's database on this device. */
export function databaseName(userId: string): string {
  return DATABASE_PREFIX + userId;
}

/** Empties a database before its deletion. `signedOut` tells the other tabs that the user signed out. */
export async function empty(db: IDBPDatabase<Schema>): Promise<void> {
  const tx = overAll(db);
  await whole(tx, () => emptyStores(tx));
}

/**
 * Empties a database that this tab does not have open. The opening waits while another tab holds up an upgrade, and may
 * fail. A mark, deleted with the database, tells the next tab that opens it that the user signed out.
 */
export async function openToEmpty(name: string): Promise<void> {
  // The opening is requested at once, so that it comes before that of a later sign-in. A full disk cannot hold the mark.
  const [db] = await Promise.all([openAsItIs(name), markForRemoval(name).catch(() => {})]);
  await empty(db).finally(() => db.close());
}

/** True when the user has signed out and the database could not be emptied yet. */
export async function isMarkedForRemoval(name: string): Promise<boolean> {
  return ((await indexedDB.databases?.()) ?? []).some((other) => other.name === markOf(name));
}

export function unmarkForRemoval(name: string): Promise<void> {
  return deleteDB(markOf(name));
}

/** Deletes an emptied database with its mark. Also resolves when a sleeping tab holds up the deletion. */
export async function deleteEmptied(name: string): Promise<void> {
  const { promise: blocked, resolve } = Promise.withResolvers<void>();
  const deleted = deleteDB(name, { blocked: () => resolve() }).then(() => unmarkForRemoval(name));
  await Promise.race([deleted, blocked]);
}

/**
 * Removes all databases that could not be emptied when their users signed out. Waits for the tabs that have them open.
 */
export async function removeMarked(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const marked = names.filter((name) => name.startsWith(markOf(DATABASE_PREFIX)));
  await Promise.all(marked.map(async (mark) => removeOne(mark.slice(markOf('').length))));
}

async function removeOne(name: string): Promise<void> {
  const names = (await indexedDB.databases()).map((other) => other.name);
  if (!names.includes(name)) return unmarkForRemoval(name);
  const db = await openAsItIs(name);
  try {
    // The mark is deleted after the database, and the database cannot go while it is open here. So a database without a
    // mark belongs to a later sign-in.
    if (!(await isMarkedForRemoval(name))) return;
    await empty(db);
  } finally {
    db.close();
  }
  await deleteEmptied(name);
}

export function overAll(db: IDBPDatabase<Schema>): WholeTransaction {
  // This includes object stores that only a newer app knows.
  return db.transaction([...db.objectStoreNames], 'readwrite');
}

export async function emptyStores(tx: WholeTransaction): Promise<void> {
  await Promise.all([...tx.objectStoreNames].map(async (name) => tx.objectStore(name).clear()));
  await tx.objectStore('meta').put(1, 'signedOut');
}

/**
 * The name of the mark. The mark is a separate database, because nothing can be written to a database that does not
 * open.
 */
export function markOf(name: string): string {
  return `left-${name}`;
}

async function markForRemoval(name: string): Promise<void> {
  (await openDB(markOf(name))).close();
}
