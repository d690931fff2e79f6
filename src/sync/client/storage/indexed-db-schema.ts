import { openDB, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks, type StoreNames } from 'idb';
import type { Schema } from './indexed-db-records.ts';

/**
 * Opens a user's database, and creates or upgrades it if needed. Rejects with a VersionError when a newer app has
 * upgraded it.
 */
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

/**
 * Opens a database at its current version, also that of a newer app. Rejects, and creates no database, when there is
 * none.
 */
export function openAsItIs(name: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, undefined, {
    upgrade: (_db, _oldVersion, _newVersion, tx) => {
      // The opening itself reports the failure.
      tx.done.catch(() => {});
      tx.abort();
    },
  });
}

/** A version of the schema, with the upgrade from all versions before it. An outbox must survive any upgrade (W11). */
export interface SchemaVersion {
  readonly version: number;
  /** `oldVersion` is 0 for a new database. An error in here makes the opening fail. */
  readonly upgrade: (db: IDBPDatabase<Schema>, oldVersion: number, tx: Upgrade) => void;
}

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** The schema of this app. Its number rises with every change of Schema. */
export const SCHEMA: SchemaVersion = {
  version: 2,
  upgrade: (db, oldVersion, tx) => {
    if (oldVersion < 2) {
      db.createObjectStore('import');
      db.createObjectStore('planned');
    }
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
 * Resolves when the transaction has completed: before that, a request that succeeded can still be undone. When `work`
 * throws, the whole transaction is aborted. An exception alone would commit the requests before it.
 */
export async function whole<T>(
  tx: { readonly done: Promise<void>; abort(): void },
  work: () => Promise<T>,
): Promise<T> {
  // The promise is awaited below. This handler only prevents an unhandled rejection.
  tx.done.catch(() => {});
  try {
    const result = await work();
    await tx.done;
    return result;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // A failed request has aborted the transaction already.
    }
    await tx.done.catch(() => {});
    throw error;
  }
}
