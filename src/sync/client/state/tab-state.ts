import { TABLE_NAMES } from '#src/tables/tables.ts';
import { timeOfId } from '#src/domain/id.ts';
import { SunglowError } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { countPaged } from '#src/sync/protocol.ts';
import {
  fitsDevice,
  type DeviceOutline,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type FirstRows,
  type FirstState,
  type Load,
  type OutboxRecord,
  type Rejection,
} from '#src/sync/client/storage/device-store.ts';
import type { ConnectionState } from '#src/sync/client/connection/link.ts';
import { Outbox } from './outbox.ts';
import { Topics, type Topic } from './topics.ts';
import { View } from './view.ts';
import type { MakeLists, ViewLists } from './view-lists.ts';

export interface SyncStatus {
  readonly connection: ConnectionState;
  /** Number of changes that the server has not answered. */
  readonly unsent: number;
  /** Time when the oldest of them was made on this device, ms since 1970 UTC. Null when there are none. */
  readonly waitingSince: number | null;
  /** Null when no load in pages is under way (sync rule W16). */
  readonly load: Progress | null;
  readonly storage: StorageState;
}

/**
 * `kept`: the device keeps all data. `memory`: this tab alone has the data, and loses them when it closes. `failing`:
 * the last change could not be stored and was undone (sync rule W1). `closed`: a newer app has taken over, and this tab
 * can store nothing more (W11).
 */
export type StorageState = 'kept' | 'memory' | 'failing' | 'closed';

/** Number of rows that a load in pages has brought, and number still missing. Both count deleted rows. */
export interface Progress {
  readonly received: number;
  readonly missing: number;
}

export interface TabStateEvents {
  /** Mutations of this tab are stored under these numbers. */
  saved(seqs: readonly number[]): void;
  /** These mutations, held by this tab alone, are undone. */
  dropped(mutationIds: readonly string[]): void;
  /** Any state may have changed. */
  changed(): void;
}

/** Most waiting mutations for keeping the first rows. Replaying more may take longer than reading all rows. */
const MOST_REPLAYED = 500;

/** The cause of a StorageFailed in a tab without a disk and a server. */
class NowhereToKeep extends SunglowError {
  constructor() {
    super(
      'NOWHERE_TO_KEEP',
      'This browser stores nothing, and the server cannot be reached. Repeat the change online.',
    );
  }
}

/** The memory of one tab: the view, the outbox and the listeners. All changes are announced. */
export class TabState<L extends ViewLists = ViewLists> {
  view: View<L>;
  readonly outbox: Outbox;
  readonly topics = new Topics();
  /** The version of the confirmed rows. */
  version = 0;
  /** The load in pages under way. Null without one. */
  load: Load | null = null;
  /** See ConfirmedRows. */
  tables: readonly string[] = [];
  /** Number of rows that the load has brought to a device that had rows before. */
  #received = 0;
  /** How far a load has come whose rows are not to be seen before it is complete. */
  #hidden: Progress | null = null;
  /** Rejected mutations that the user has not settled, oldest first. */
  rejections: readonly Rejection[] = [];
  /** True when all rows of the device are in the view, not only the first rows (sync rule W18). */
  hasAll = false;
  readonly #all = Promise.withResolvers<void>();
  status: SyncStatus = {
    connection: 'connecting',
    unsent: 0,
    waitingSince: null,
    load: null,
    storage: 'kept',
  };

  readonly #events: TabStateEvents;

  constructor(makeLists: MakeLists<L>, store: DeviceStore, events: TabStateEvents) {
    this.view = new View(makeLists);
    this.#events = events;
    this.outbox = new Outbox(store, {
      isKept: () => this.status.storage !== 'memory',
      saved: (seqs) => {
        if (this.status.storage === 'failing') this.setStorage('kept');
        this.#dropUnkept();
        events.saved(seqs);
        events.changed();
      },
      failed: () => {
        if (this.status.storage === 'kept') this.setStorage('failing');
      },
      rearranged: () => this.replay(),
    });
  }

  /** Resolves when `hasAll` is true. */
  whenAll(): Promise<void> {
    return this.#all.promise;
  }

  /** True when all rows up to the version are here. Otherwise the server must send all rows. */
  get isWhole(): boolean {
    return this.version === 0 || TABLE_NAMES.every((table) => this.tables.includes(table));
  }

  /** Shows the mutation and puts it into the outbox. When the mutator throws, passes its error on and changes nothing. */
  mutate(mutation: Mutation): Promise<void> {
    const topics = this.view.run(mutation);
    const saved = this.outbox.add(mutation);
    this.#announce(topics);
    return saved;
  }

  /** The stored state, as far as this tab knows it. */
  known(): DeviceState {
    const { version, load, rejections } = this;
    // This tab has no rows of tables that only a newer app knows.
    const tables = TABLE_NAMES.filter((table) => this.tables.includes(table));
    // Before all rows are read, this tab does not know the stored rows.
    const rows = this.hasAll ? this.view.confirmed() : {};
    return { version, load, tables, rows, outbox: this.outbox.records(), rejections };
  }

  /** The first rows for the next tab. Null while they must not be kept, or while all rows are read as fast. */
  first(limit: number): FirstRows | null {
    const { mark } = this.outbox;
    if (!this.hasAll || this.load || !mark || mark.size > MOST_REPLAYED) return null;
    if (this.status.storage !== 'kept' || this.view.countPaged() < 4 * limit) return null;
    return { version: this.version, outbox: mark, ...this.view.first(limit) };
  }

  /** Shows the first rows while all rows are read. It sets no version, because these rows are only a part. */
  showFirst({ rows, others, outbox, rejections }: FirstState): void {
    this.outbox.include(outbox);
    this.rejections = rejections;
    this.view.rebase({ from: 0, rows }, this.outbox.mutations());
    this.view.lists.expect(others);
    this.#announce(new Set(['everything']));
  }

  /** Shows the whole stored state. `view` holds its rows alone. `before`: see `replaceBy`. */
  showAll(view: View<L>, stored: DeviceState, before: readonly OutboxRecord[]): void {
    this.#takeOver(stored, before);
    view.lists.follow(this.view.lists);
    view.rebase(null, this.outbox.mutations());
    this.view = view;
    this.#announce(new Set(['everything']));
  }

  /** Takes over the stored state. `before` holds the outbox records that were durable before the store was read. */
  replaceBy(stored: DeviceState, before: readonly OutboxRecord[]): void {
    this.#takeOver(stored, before);
    this.view.lists.expect([]);
    const topics = this.view.rebase({ from: 0, rows: stored.rows }, this.outbox.mutations());
    this.#announce(topics.add('rejections'));
  }

  #takeOver(stored: DeviceState, before: readonly OutboxRecord[]): void {
    this.outbox.replaceBy(stored.outbox, before);
    this.version = stored.version;
    this.load = stored.load;
    this.tables = stored.tables;
    this.#hidden = null;
    this.rejections = stored.rejections;
    this.hasAll = true;
    this.#all.resolve();
  }

  /**
   * True when the device has stored data, other than new mutations, that never came here. `durable` holds the numbers
   * of the outbox records that were durable before the store was read.
   */
  isBehind({ version, tables, seqs, rejectionIds }: DeviceOutline, durable: readonly number[]): boolean {
    const known = new Set(this.rejections.map((rejection) => rejection.mutation.id));
    const waiting = new Set(seqs);
    return (
      version !== this.version ||
      // Rows of a table that an older app left out come later, at the same version.
      TABLE_NAMES.some((table) => tables.includes(table) && !this.tables.includes(table)) ||
      durable.some((seq) => !waiting.has(seq)) ||
      rejectionIds.some((id) => !known.has(id))
    );
  }

  /** Takes in a stored patch. Returns false, and changes nothing, when this tab lacks rows that the patch builds on. */
  takeIn(patch: DevicePatch): boolean {
    const isNew = fitsDevice(patch, this);
    // Of an older patch, only the outcomes are new.
    if (!isNew && patch.to >= this.version) return false;
    this.outbox.settle(patch.settled);
    const settled = new Set(patch.settled);
    const left = this.rejections.filter(({ mutation }) => !settled.has(mutation.id));
    const known = new Set(left.map(({ mutation }) => mutation.id));
    const news = patch.rejections.filter((rejection) => !known.has(rejection.mutation.id));
    if (isNew) {
      this.version = patch.to;
      this.load = patch.load;
      this.tables = patch.tables;
      this.#received = this.load ? this.#received + countPaged(patch.rows) : 0;
      this.#hidden = null;
    }
    const topics = this.view.rebase(isNew ? patch : null, this.outbox.mutations());
    if (news.length > 0 || left.length < this.rejections.length) {
      this.rejections = [...left, ...news];
      topics.add('rejections');
    }
    this.#announce(topics);
    return true;
  }

  /** Replays the outbox after its entries changed or moved. */
  replay(): void {
    this.#announce(this.view.rebase(null, this.outbox.mutations()));
  }

  dropRejections(mutationIds: readonly string[]): void {
    const dropped = new Set(mutationIds);
    this.rejections = this.rejections.filter(({ mutation }) => !dropped.has(mutation.id));
    this.topics.announce(new Set(['rejections']));
  }

  setConnection(connection: ConnectionState): void {
    if (connection === this.status.connection) return;
    // The hidden load begins again on the next connection.
    if (connection !== 'online') this.#hidden = null;
    this.status = { ...this.status, connection };
    this.#announce(new Set(['status']));
    this.#dropUnkept();
  }

  setStorage(storage: StorageState): void {
    if (storage === this.status.storage) return;
    this.status = { ...this.status, storage };
    this.#announce(new Set(['status']));
  }

  /** A newer version of the app has taken over the store. */
  giveWay(): void {
    this.status = { ...this.status, connection: 'upgrade', storage: 'closed' };
    this.#announce(new Set(['status']));
  }

  /** How far a load has come whose rows are not to be seen before it is complete. */
  setProgress(progress: Progress): void {
    this.#hidden = progress;
    this.#announce(new Set());
  }

  /** Undoes the mutations that only the server could keep while it is out of reach (sync rule W1). */
  #dropUnkept(): void {
    const { connection, storage } = this.status;
    if (storage !== 'memory' || connection === 'online' || connection === 'connecting') return;
    this.#events.dropped(this.outbox.dropUnkept(new NowhereToKeep()));
  }

  #announce(topics: Set<Topic>): void {
    const { unsent, waitingSince, load } = this.status;
    const { oldest } = this.outbox;
    // The time in the arguments may be older: an import, or a completion that is done again, keeps its time.
    const since = oldest ? timeOfId(oldest.id) : null;
    const progress = this.#progress();
    const isSame = progress?.received === load?.received && progress?.missing === load?.missing;
    if (this.outbox.size !== unsent || since !== waitingSince || !isSame) {
      this.status = { ...this.status, unsent: this.outbox.size, waitingSince: since, load: progress };
      topics.add('status');
    }
    this.topics.announce(topics);
    if (topics.size > 0) this.#events.changed();
  }

  #progress(): Progress | null {
    if (this.#hidden) return this.#hidden;
    if (!this.load) return null;
    const { loadedAt, missing } = this.load;
    return { received: loadedAt > 0 ? this.view.countPaged() : this.#received, missing };
  }
}
