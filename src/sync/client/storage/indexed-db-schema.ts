import { openDB, type IDBPDatabase, type IDBPTransaction, type OpenDBCallbacks, type StoreNames } from 'idb';
import type { AnyRow } from '#src/domain/schema/index.ts';
import { splitEntries } from './indexed-db-history.ts';
import type { Schema } from './indexed-db-records.ts';
import { addRows } from './indexed-db-segments.ts';

/** Raised with every change of the schema. An outbox must survive any upgrade (W11). */
const SCHEMA_VERSION = 6;

/** Opens a user's database, made or upgraded where needed. Rejects with a VersionError when a newer app has upgraded it. */
export function openDatabase(
  name: string,
  callbacks: Omit<OpenDBCallbacks<Schema>, 'upgrade'>,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, SCHEMA_VERSION, { ...callbacks, upgrade });
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

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** What fails in here makes the opening fail. */
function upgrade(
  db: IDBPDatabase<Schema>,
  oldVersion: number,
  _newVersion: number | null,
  tx: Upgrade,
): void {
  if (oldVersion < 1) {
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    outbox.createIndex('mutationId', 'mutation.id');
    db.createObjectStore('rejection', { keyPath: 'mutation.id' });
    whole(tx, () => db.createObjectStore('meta').put(Math.random(), 'incarnation')).catch(() => {});
  }
  if (oldVersion < 5) {
    db.createObjectStore('segment', { autoIncrement: true });
    db.createObjectStore('tables');
    if (oldVersion > 0) whole(tx, () => joinRows(db, tx)).catch(() => {});
  }
  if (oldVersion < 6) db.createObjectStore('receipt', { autoIncrement: true });
  if (oldVersion < 3) db.createObjectStore('history');
  else if (oldVersion < 4) whole(tx, () => splitEntries(tx.objectStore('history'))).catch(() => {});
}

/** The tables of before there were segments, in stores of their own. */
const FIRST_TABLES = ['collection', 'task'] as const;

async function joinRows(db: IDBPDatabase<Schema>, tx: Upgrade): Promise<void> {
  const rows: Record<string, AnyRow[]> = {};
  for (const table of FIRST_TABLES) {
    rows[table] = (await tx.objectStore(table as 'segment').getAll()) as unknown as AnyRow[];
    db.deleteObjectStore(table as 'segment');
  }
  // The server has done so with its own (migration 004).
  rows['collection'] = rows['collection']?.map((row) => ({ position: row['createdAt'] ?? 0, ...row })) ?? [];
  await addRows(tx.objectStore('segment'), rows);
  await tx.objectStore('tables').put(FIRST_TABLES, 'whole');
}

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
