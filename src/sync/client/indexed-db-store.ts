import {
  deleteDB,
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import type { Collection } from '#src/domain/collection.ts';
import { SunglowError } from '#src/domain/errors.ts';
import type { Task } from '#src/domain/task.ts';
import type { Mutation } from '#src/mutators/index.ts';
import {
  fits,
  StaleDevice,
  type DeviceOutline,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type OutboxRecord,
  type Rejection,
} from './device-store.ts';
import { inSlices, runsOf } from './in-slices.ts';
import { NO_HISTORY, type HistoryEntries } from './history.ts';

/** Raised with every change of the schema below. Upgrades only add: an outbox must survive any of them (W11). */
const SCHEMA_VERSION = 3;

interface Schema extends DBSchema {
  collection: { key: string; value: Collection };
  task: { key: string; value: Task };
  outbox: { key: number; value: { seq?: number; mutation: Mutation }; indexes: { mutationId: string } };
  rejection: { key: string; value: Rejection };
  meta: { key: 'version' | 'loadedAt' | 'missing'; value: number };
  history: { key: typeof HISTORY_KEY; value: HistoryEntries };
}

/** Under it lies all of the history: it is always read whole, and small. */
const HISTORY_KEY = 'entries';

/** What a load reads, and a patch may change. */
const ALL_STORES = ['collection', 'task', 'outbox', 'rejection', 'meta'] as const;

class StoreClosed extends SunglowError {
  constructor() {
    super('STORE_CLOSED', 'This tab has let go of its storage. Load it anew.');
  }
}

/** A user's data in this browser's IndexedDB, in a database of its own. */
export class IndexedDbStore implements DeviceStore {
  readonly #name: string;
  readonly #onGiveWay: () => void;
  #db: IDBPDatabase<Schema>;
  #isClosed = false;

  private constructor(name: string, onGiveWay: () => void, db: IDBPDatabase<Schema>) {
    this.#name = name;
    this.#onGiveWay = onGiveWay;
    this.#db = db;
  }

  /** `onGiveWay`: another tab runs a newer version of the app, for which this one has let go of the database. */
  static async open(name: string, onGiveWay: () => void): Promise<IndexedDbStore> {
    return new IndexedDbStore(name, onGiveWay, await open(name, onGiveWay));
  }

  async load(): Promise<DeviceState> {
    const tx = this.#db.transaction(ALL_STORES);
    const [version, loadedAt, missing, collections, tasks, outbox, rejections] = await whole(tx, () =>
      Promise.all([
        tx.objectStore('meta').get('version'),
        tx.objectStore('meta').get('loadedAt'),
        tx.objectStore('meta').get('missing'),
        tx.objectStore('collection').getAll(),
        tx.objectStore('task').getAll(),
        tx.objectStore('outbox').getAll(),
        tx.objectStore('rejection').getAll(),
      ]),
    );
    return {
      version: version ?? 0,
      load: missing === undefined ? null : { loadedAt: loadedAt ?? 0, missing },
      collections,
      tasks,
      outbox: outbox as OutboxRecord[],
      rejections: rejections.toSorted((a, b) => a.at - b.at),
    };
  }

  async readOutbox(seqs: readonly number[]): Promise<OutboxRecord[]> {
    const tx = this.#db.transaction('outbox');
    const records = await whole(tx, () => Promise.all(seqs.map((seq) => tx.store.get(seq))));
    return records.filter((record) => record !== undefined) as OutboxRecord[];
  }

  async outline(): Promise<DeviceOutline> {
    const tx = this.#db.transaction(['meta', 'outbox', 'rejection']);
    const [version = 0, seqs, rejectionIds] = await whole(tx, () =>
      Promise.all([
        tx.objectStore('meta').get('version'),
        tx.objectStore('outbox').getAllKeys(),
        tx.objectStore('rejection').getAllKeys(),
      ]),
    );
    return { version, seqs, rejectionIds };
  }

  async addToOutbox(mutations: readonly Mutation[]): Promise<number[]> {
    const tx = this.#db.transaction('outbox', 'readwrite', { durability: 'strict' });
    return whole(tx, () => Promise.all(mutations.map(async (mutation) => tx.store.add({ mutation }))));
  }

  async applyPatch(patch: DevicePatch): Promise<void> {
    const tx = this.#db.transaction(ALL_STORES, 'readwrite');
    await whole(tx, async () => {
      const meta = tx.objectStore('meta');
      if (!fits(patch, (await meta.get('version')) ?? 0)) throw new StaleDevice();
      const collections = tx.objectStore('collection');
      const tasks = tx.objectStore('task');
      const outbox = tx.objectStore('outbox');
      const rejections = tx.objectStore('rejection');
      if (patch.from === 0) await Promise.all([collections.clear(), tasks.clear()]);
      await inSlices(patch.collections, async (row) => collections.put(row));
      await inSlices(patch.tasks, async (row) => tasks.put(row));
      await inSlices(patch.rejections, async (rejection) => rejections.put(rejection));
      // All of them: a write that failed unclearly and was repeated may have stored a mutation twice.
      const seqs = await inSlices(patch.settled, async (id) => outbox.index('mutationId').getAllKeys(id));
      await inSlices(runsOf(seqs.flat()), async ([first, last]) =>
        outbox.delete(IDBKeyRange.bound(first, last)),
      );
      await Promise.all([
        meta.put(patch.to, 'version'),
        ...(patch.load
          ? [meta.put(patch.load.loadedAt, 'loadedAt'), meta.put(patch.load.missing, 'missing')]
          : [meta.delete('loadedAt'), meta.delete('missing')]),
      ]);
    });
  }

  async deleteRejection(mutationId: string): Promise<void> {
    await this.#db.delete('rejection', mutationId);
  }

  async changeHistory<T>(change: (entries: HistoryEntries) => readonly [HistoryEntries, T]): Promise<T> {
    const tx = this.#db.transaction('history', 'readwrite');
    return whole(tx, async () => {
      const [entries, told] = change((await tx.store.get(HISTORY_KEY)) ?? NO_HISTORY);
      await tx.store.put(entries, HISTORY_KEY);
      return told;
    });
  }

  async reopen(): Promise<void> {
    // Else a tab that is late to hear of a sign-out would make the deleted database anew, and keep something in it.
    if (this.#isClosed) throw new StoreClosed();
    this.#db.close();
    this.#db = await open(this.#name, this.#onGiveWay);
  }

  close(): void {
    this.#isClosed = true;
    this.#db.close();
  }

  async destroy(): Promise<void> {
    this.close();
    await deleteDB(this.#name);
  }
}

/**
 * Resolves when the transaction has completed: only then is it durable, as a request that succeeded can still be undone.
 * When `work` throws, nothing of it is left: an exception alone would commit what was asked for before it.
 */
async function whole<T>(
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

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** As the server has done with its own (migration 004). An older app may have stored rows that had one already. */
async function giveCollectionsPositions(tx: Upgrade): Promise<void> {
  const collections = tx.objectStore('collection');
  for (const row of await collections.getAll()) {
    await collections.put({ position: row.createdAt, ...(row as Partial<Collection>) } as Collection);
  }
}

function open(name: string, onGiveWay: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, SCHEMA_VERSION, {
    upgrade(db, oldVersion, _newVersion, tx) {
      if (oldVersion < 1) {
        db.createObjectStore('collection', { keyPath: 'id' });
        db.createObjectStore('task', { keyPath: 'id' });
        const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
        outbox.createIndex('mutationId', 'mutation.id');
        db.createObjectStore('rejection', { keyPath: 'mutation.id' });
        db.createObjectStore('meta');
      } else if (oldVersion < 2) {
        // The opening itself fails when this does.
        whole(tx, () => giveCollectionsPositions(tx)).catch(() => {});
      }
      if (oldVersion < 3) db.createObjectStore('history');
    },
    blocking(_currentVersion, newVersion, event) {
      // Another tab upgrades or deletes the database, and waits until no tab has it open.
      (event.target as IDBDatabase).close();
      if (newVersion !== null) onGiveWay();
    },
  });
}
