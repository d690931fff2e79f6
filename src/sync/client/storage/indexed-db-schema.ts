import { openDB, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks, type StoreNames } from 'idb';
import type { Schema } from './indexed-db-records.ts';

/** Opens a user's database, made or upgraded where needed. Rejects with a VersionError when a newer app has upgraded it. */
export function openDatabase(
  name: string,
  callbacks: Omit<OpenDBCallbacks<Schema>, 'upgrade'>,
  { version, upgrade } = SCHEMA,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, version, {
    ...callbacks,
    upgrade: (db, oldVersion, _newVersion, tx) => upgrade(db, oldVersion, tx),
  });
}

/** Opens it as whatever app left it, be it a newer one. Rejects when there is none, and makes none. */
export function openAsItIs(name: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, undefined, {
    upgrade: (_db, _oldVersion, _newVersion, tx) => {
      // The opening itself tells that it failed.
      tx.done.catch(() => {});
      tx.abort();
    },
  });
}

/** A version of the schema, and the way to it from all before. An outbox must survive any upgrade (W11). */
export interface SchemaVersion {
  readonly version: number;
  /** `oldVersion`: 0 for a new database. What fails in here makes the opening fail. */
  readonly upgrade: (db: IDBPDatabase<Schema>, oldVersion: number, tx: Upgrade) => void;
}

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** The schema of this app. Its number rises with every change of the schema above. */
export const SCHEMA: SchemaVersion = {
  version: 1,
  upgrade: (db, oldVersion, tx) => {
    if (oldVersion >= 1) return;
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    outbox.createIndex('mutationId', 'mutation.id');
    db.createObjectStore('rejection', { keyPath: 'mutation.id' });
    db.createObjectStore('segment', { autoIncrement: true });
    db.createObjectStore('tables');
    db.createObjectStore('history');
    db.createObjectStore('receipt', { autoIncrement: true });
    whole(tx, () => db.createObjectStore('meta').put(Math.random(), 'incarnation')).catch(() => {});
  },
};

/**
 * Resolves when the transaction has completed: only then is it durable, as a request that succeeded can still be undone.
 * When `work` throws, nothing of it is left: an exception alone would commit what was asked for before it.
 */
export async function whole<T>(
  tx: { readonly done: Promise<void>; abort(): void },
  work: () => Promise<T>,
): Promise<T> {
  // It is waited for below; nobody else is to hear that it failed.
  tx.done.catch(() => {});
  try {
    const result = await work();
    await tx.done;
    return result;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // A request that failed has aborted it already.
    }
    await tx.done.catch(() => {});
    throw error;
  }
}
