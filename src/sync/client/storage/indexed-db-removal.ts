import { deleteDB, openDB, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { openAsItIs, whole } from './indexed-db-schema.ts';
import type { Schema } from './indexed-db-records.ts';

export type WholeTransaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>;

/**
 * The names of the databases of all users on this device begin with it. Until 0.1.0 they were called sunglow-ID, with other schemas: these are
 * neither read nor deleted, since changes may wait in them.
 */
export const DATABASE_PREFIX = 'sunglow-user-';

/** The name of the database of a user's data on this device. */
export function databaseName(userId: string): string {
  return DATABASE_PREFIX + userId;
}

/** Empties a database that is about to be deleted. The other tabs see by `signedOut` that the user signed out. */
export async function empty(db: IDBPDatabase<Schema>): Promise<void> {
  const tx = overAll(db);
  await whole(tx, () => emptyStores(tx));
}

/**
 * Empties a database that this tab does not have open. The opening waits while another tab holds up an upgrade, and may fail: a mark, which
 * goes with the database, tells the tab that opens it next that the user signed out.
 */
export async function openToEmpty(name: string): Promise<void> {
  // The opening is asked for at once, so that it comes before that of a later sign-in. A full disk cannot hold the mark.
  const [db] = await Promise.all([openAsItIs(name), markForRemoval(name).catch(() => {})]);
  await empty(db).finally(() => db.close());
}

/** Whether the user has signed out of what is in the database, and it could not be emptied yet. */
export async function isMarkedForRemoval(name: string): Promise<boolean> {
  return ((await indexedDB.databases?.()) ?? []).some((other) => other.name === markOf(name));
}

export function unmarkForRemoval(name: string): Promise<void> {
  return deleteDB(markOf(name));
}

/** Deletes a database that was emptied, with its mark; resolves also where a tab that sleeps holds up the deletion. */
export async function deleteEmptied(name: string): Promise<void> {
  const { promise: blocked, resolve } = Promise.withResolvers<void>();
  const deleted = deleteDB(name, { blocked: () => resolve() }).then(() => unmarkForRemoval(name));
  await Promise.race([deleted, blocked]);
}

/** Removes all that users have signed out of and that could not be emptied then. Waits for whoever has it open. */
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
    // The mark goes after the database, and while this has it open that cannot go: without the mark, it is one of a later sign-in.
    if (!(await isMarkedForRemoval(name))) return;
    await empty(db);
  } finally {
    db.close();
  }
  await deleteEmptied(name);
}

export function overAll(db: IDBPDatabase<Schema>): WholeTransaction {
  // These are also those that only a newer app knows.
  return db.transaction([...db.objectStoreNames], 'readwrite');
}

export async function emptyStores(tx: WholeTransaction): Promise<void> {
  await Promise.all([...tx.objectStoreNames].map(async (name) => tx.objectStore(name).clear()));
  await tx.objectStore('meta').put(1, 'signedOut');
}

/** The name of the mark. It is a database of its own: nothing can be written to the other one while that cannot be opened. */
export function markOf(name: string): string {
  return `left-${name}`;
}

async function markForRemoval(name: string): Promise<void> {
  (await openDB(markOf(name))).close();
}
