import { SunglowError } from '#src/domain/errors.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { openAsItIs, whole } from '#src/sync/client/storage/indexed-db-schema.ts';

/** The user's data are not on this device, or about to be removed from it: nothing can be kept for them. */
export class NoOutbox extends SunglowError {
  constructor(options?: ErrorOptions) {
    super('NO_OUTBOX', 'This device keeps nothing of the user. Open the app and sign in.', options);
  }
}

/** What waits on the device, oldest first, and where its rows stand. */
export interface Waiting {
  readonly mutations: readonly Mutation[];
  readonly version: number;
  /** See Load; 0 when none is under way. */
  readonly loadedAt: number;
}

/** Whether this device keeps data of the user. */
export async function isStoredHere(userId: string): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  return names.includes(databaseName(userId));
}

/**
 * Adds to the end of the outbox of a database, whatever app left that, and returns the record's number. Durable: on the disk. Throws
 * NoOutbox, having made no database, where there is none or the user signs out.
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

/** Holds it open for one transaction only: a newer app that upgrades it waits for no longer than that. Throws NoOutbox where there is none. */
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
