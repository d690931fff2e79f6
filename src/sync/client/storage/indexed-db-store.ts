import { deleteDB, type IDBPDatabase } from 'idb';
import { SunglowError } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type {
  DeviceDisk,
  DeviceOutline,
  DevicePatch,
  DeviceState,
  DiskEvents,
  FirstRows,
  FirstState,
  OutboxRecord,
} from './device-store.ts';
import type { HistoryEntries } from './history-entries.ts';
import { changeEntries } from './indexed-db-history.ts';
import { readAll, readFirst, repair, STATE_STORES, writeFirst, writePatch } from './indexed-db-state.ts';
import {
  deleteEmptied,
  empty,
  isMarkedForRemoval,
  openToEmpty,
  unmarkForRemoval,
} from './indexed-db-removal.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import { openDatabase, whole } from './indexed-db-schema.ts';
import type { Schema } from './indexed-db-records.ts';
import { requestInSlices } from './request-in-slices.ts';

/** Longer than opening, upgrading or emptying a database takes when no tab holds it up. */
const HELD_UP_MS = 5_000;

class StoreClosed extends SunglowError {
  constructor() {
    super('STORE_CLOSED', 'This tab has let go of its storage. Load it anew.');
  }
}

/** A user's data in a database of their own, in this browser's IndexedDB. */
export class IndexedDbStore implements DeviceDisk {
  readonly #name: string;
  readonly #startTimer: StartTimer;
  #connection: IDBPDatabase<Schema> | null = null;
  #incarnation: number | undefined;
  #events: DiskEvents = { lost() {}, signedOut() {}, gaveWay() {} };
  /** Settles once it is known if the database is being deleted because the user signed out. */
  #farewell: Promise<void> = Promise.resolve();
  #wasOpen = false;
  #isClosed = false;

  private constructor(name: string, startTimer: StartTimer) {
    this.#name = name;
    this.#startTimer = startTimer;
  }

  /**
   * `onBlocked` is called, perhaps more than once, while another tab keeps the database from being upgraded or deleted.
   * The opening waits for that tab. Rejects with a VersionError when a newer app has upgraded the database. When the
   * database cannot be opened, all later calls of the store fail.
   */
  static async open(
    name: string,
    onBlocked: () => void = () => {},
    startTimer: StartTimer = () => () => {},
  ): Promise<IndexedDbStore> {
    const store = new IndexedDbStore(name, startTimer);
    // No event tells that the opening waits for a deletion after a sign-out that a sleeping tab holds up.
    const stopTimer = startTimer(HELD_UP_MS, onBlocked);
    try {
      let db = await store.#connect(onBlocked);
      // The mark is read first. It is deleted only after `signedOut` is written, so this tab sees one of the two.
      const isToGo = await isMarkedForRemoval(name);
      const [incarnation, signedOut] = await Promise.all([
        db.get('meta', 'incarnation'),
        db.get('meta', 'signedOut'),
      ]);
      store.#incarnation = incarnation;
      if (signedOut || isToGo) {
        // The tab that signed out died before it had deleted the database, or could not open it.
        db.close();
        await deleteDB(name, { blocked: onBlocked });
        await unmarkForRemoval(name);
        db = await store.#connect(onBlocked);
        store.#incarnation = await db.get('meta', 'incarnation');
      }
    } catch (error) {
      if (isVersionError(error)) throw error;
      // Every later call on the store fails, and its caller may try again.
    } finally {
      stopTimer();
    }
    return store;
  }

  listen(events: DiskEvents): void {
    this.#events = events;
  }

  async load(): Promise<DeviceState> {
    const tx = this.#db.transaction(STATE_STORES);
    return whole(tx, () => readAll(tx));
  }

  async loadFirst(): Promise<FirstState | DeviceState> {
    const tx = this.#db.transaction(STATE_STORES);
    return whole(tx, () => readFirst(tx));
  }

  async keepFirst(first: FirstRows): Promise<void> {
    const tx = this.#db.transaction(STATE_STORES, 'readwrite', { durability: 'relaxed' });
    await whole(tx, () => writeFirst(tx, first));
  }

  async readOutbox(seqs: readonly number[]): Promise<OutboxRecord[]> {
    const tx = this.#db.transaction('outbox');
    const records = await whole(tx, () => Promise.all(seqs.map((seq) => tx.store.get(seq))));
    return records.filter((record) => record !== undefined) as OutboxRecord[];
  }

  async outline(): Promise<DeviceOutline> {
    const tx = this.#db.transaction(['meta', 'tables', 'outbox', 'rejection']);
    const [version = 0, tables, seqs, rejectionIds] = await whole(tx, () =>
      Promise.all([
        tx.objectStore('meta').get('version'),
        tx.objectStore('tables').get('whole'),
        tx.objectStore('outbox').getAllKeys(),
        tx.objectStore('rejection').getAllKeys(),
      ]),
    );
    return { version, tables: (tables as readonly string[] | undefined) ?? [], seqs, rejectionIds };
  }

  async addToOutbox(mutations: readonly Mutation[]): Promise<number[]> {
    const tx = this.#db.transaction('outbox', 'readwrite', { durability: 'strict' });
    return whole(tx, () => {
      let asked = 0;
      const seqs = mutations.map(async (mutation) => {
        const seq = tx.store.add({ mutation });
        asked += 1;
        return seq;
      });
      // An explicit commit: otherwise the browser asks the page for more requests first, and the page is busy showing
      // the change.
      if (asked === mutations.length) tx.commit();
      return Promise.all(seqs);
    });
  }

  async applyPatch(patch: DevicePatch): Promise<void> {
    const tx = this.#db.transaction(STATE_STORES, 'readwrite');
    await whole(tx, () => writePatch(tx, patch));
  }

  async deleteRejections(mutationIds: readonly string[]): Promise<void> {
    const tx = this.#db.transaction('rejection', 'readwrite');
    await whole(tx, () => requestInSlices(mutationIds, (id) => tx.store.delete(id)));
  }

  async changeHistory<T>(change: (entries: HistoryEntries) => readonly [HistoryEntries, T]): Promise<T> {
    const tx = this.#db.transaction('history', 'readwrite');
    return whole(tx, () => changeEntries(tx.store, change));
  }

  async reopen(known: DeviceState): Promise<DeviceState | null> {
    await this.#farewell;
    this.#connection?.close();
    const db = await this.#connect();
    const incarnation = await db.get('meta', 'incarnation');
    if (incarnation === this.#incarnation) return null;
    const tx = db.transaction(STATE_STORES, 'readwrite', { durability: 'strict' });
    const isSignedOut = await whole(tx, async () => {
      if (await tx.objectStore('meta').get('signedOut')) return true;
      await repair(tx, known);
      return false;
    });
    if (isSignedOut) throw this.#leave();
    const stored = await this.load();
    this.#incarnation = incarnation;
    return stored;
  }

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  async destroy(): Promise<void> {
    const { promise: heldUp, resolve } = Promise.withResolvers<void>();
    const stopTimer = this.#startTimer(HELD_UP_MS, resolve);
    await Promise.race([this.#remove(), heldUp]).finally(stopTimer);
  }

  async #remove(): Promise<void> {
    // Without a connection, this tab works in memory, or gave way to a newer app with an unknown schema.
    const emptied = this.#connection ? empty(this.#connection) : openToEmpty(this.#name);
    this.close();
    // If emptying failed, the deletion below removes the data.
    await emptied.catch(() => {});
    try {
      await deleteEmptied(this.#name);
    } catch (error) {
      // A browser that never let the database be opened has no data in it.
      if (this.#wasOpen) throw error;
    }
  }

  get #db(): IDBPDatabase<Schema> {
    if (!this.#connection) throw new StoreClosed();
    return this.#connection;
  }

  async #connect(onBlocked: () => void = () => {}): Promise<IDBPDatabase<Schema>> {
    // A tab that hears late of a sign-out must not create the deleted database again and store data in it.
    if (this.#isClosed) throw new StoreClosed();
    try {
      const db = await openDatabase(this.#name, {
        blocked: onBlocked,
        blocking: (_version, newVersion) => {
          if (db !== this.#connection) db.close();
          else if (newVersion === null) this.#beDeleted(db);
          else this.#giveWay();
        },
        terminated: () => db === this.#connection && this.#lose(),
      });
      this.#wasOpen = true;
      if (!this.#isClosed) return (this.#connection = db);
      db.close();
      throw new StoreClosed();
    } catch (error) {
      if (isVersionError(error)) this.#giveWay();
      throw error;
    }
  }

  /**
   * Tells a sign-out, which no tab may undo, from a deletion by the user or the browser. The database can still be read
   * here.
   */
  #beDeleted(db: IDBPDatabase<Schema>): void {
    this.#farewell = db.get('meta', 'signedOut').then(
      (isSignedOut) => void (isSignedOut ? this.#leave() : this.#lose()),
      () => this.#lose(),
    );
    this.#disconnect();
  }

  #leave(): StoreClosed {
    if (!this.#isClosed) {
      this.close();
      this.#events.signedOut();
    }
    return new StoreClosed();
  }

  #lose(): void {
    this.#disconnect();
    this.#events.lost();
  }

  /** Another tab upgrades the database, and waits until no tab has it open. */
  #giveWay(): void {
    this.#disconnect();
    this.#events.gaveWay();
  }

  /** Closes the connection once its running transactions are done. */
  #disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
  }
}

function isVersionError(error: unknown): boolean {
  return error instanceof Error && error.name === 'VersionError';
}
