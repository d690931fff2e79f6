import { SunglowError } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { openAsItIs, whole } from '#src/sync/client/storage/indexed-db-schema.ts';

/** This device has no data of the user, or is about to remove them. It stores nothing for that user. */
export class NoOutbox extends SunglowError {
  constructor(options?: ErrorOptions) {
    super('NO_OUTBOX', 'This device keeps nothing of the user. Open the app and sign in.', options);
  }
}

/** The mutations that wait on the device, oldest first, and the version of its rows. */
export interface Waiting {
  readonly mutations: readonly Mutation[];
  readonly version: number;
  /** See Load. 0 when no load is under way. */
  readonly loadedAt: number;
}

/** Resolves to true when this device has data of the user. */
export async function isStoredHere(userId: string): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.includes(databaseName(userId));
}

/**
 * Adds a mutation to the end of the outbox, also in the database of a newer app. Returns the record's number once the
 * record is on the disk. Throws NoOutbox, and creates no database, when there is none or the user signs out.
 */
export async function addToStoredOutbox(name: string, mutation: Mutation): Promise<number> {
  return withDatabase(name, (db) => {
    const tx = db.transaction(['outbox', 'meta'], 'readwrite', { durability: 'strict' });
    return whole(tx, async () => {
      if (await tx.objectStore('meta').get('signedOut')) throw new NoOutbox();
      return tx.objectStore('outbox').add({ mutation });
    });
  });
}

/**
 * Puts another mutation of the same id in the place of the record `seq`. A record never changes, so the mutation gets a
 * new number, at the end. Returns that number; null when the record is gone, because its mutation has an outcome. Throws
 * NoOutbox.
 */
export async function replaceInStoredOutbox(
  name: string,
  seq: number,
  mutation: Mutation,
): Promise<number | null> {
  return withDatabase(name, (db) => {
    const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' });
    return whole(tx, async () => {
      if (!(await tx.store.getKey(seq))) return null;
      await tx.store.delete(seq);
      return tx.store.add({ mutation });
    });
  });
}

/** Throws NoOutbox. */
export async function readStoredOutbox(name: string): Promise<Waiting> {
  return withDatabase(name, async (db) => {
    const tx = db.transaction(['outbox', 'meta']);
    const [records, version = 0, loadedAt = 0] = await whole(tx, () =>
      Promise.all([
        tx.objectStore('outbox').getAll(),
        tx.objectStore('meta').get('version'),
        tx.objectStore('meta').get('loadedAt'),
      ]),
    );
    return { mutations: records.map(({ mutation }) => mutation), version, loadedAt };
  });
}

/**
 * Opens the database for one transaction only, so that the upgrade of a newer app waits no longer than that. Throws
 * NoOutbox when there is no database.
 */
export async function withDatabase<T>(
  name: string,
  work: (db: Awaited<ReturnType<typeof openAsItIs>>) => Promise<T>,
): Promise<T> {
  const db = await openAsItIs(name).catch((cause: unknown) => {
    throw new NoOutbox({ cause });
  });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}
