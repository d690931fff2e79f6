import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { ReadonlyTaskLists, TaskLists } from '#src/reading/lists/task-lists.ts';
import {
  mutationOf,
  type Door,
  type MutatorArgs,
  type MutatorName,
  type Operation,
} from '#src/tables/operations.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { History } from '#src/sync/client/state/history.ts';
import { Leadership } from '#src/sync/client/tabs/leadership.ts';
import { MendingStore } from '#src/sync/client/storage/mending-store.ts';
import type { ReplicaOptions } from './replica-options.ts';
import { FirstKeeper } from '#src/sync/client/state/first-keeper.ts';
import { StoredState } from '#src/sync/client/state/stored-state.ts';
import { isOfLeader, type TabChannel, type TabMessage } from '#src/sync/client/tabs/tab-channel.ts';
import { TabState, type SyncStatus } from '#src/sync/client/state/tab-state.ts';
import type { Topic, Watcher } from '#src/sync/client/state/topics.ts';

/**
 * One user's data in one tab. Reads come from memory. Writes show at once and become durable on the device. The leading
 * tab keeps the device in step with the server. A read returns the same object until its content changes.
 */
export class Replica {
  /** The user's changes on this device, to be taken back or done again. */
  readonly history: History;
  readonly #options: ReplicaOptions;
  readonly #store: MendingStore;
  readonly #state: TabState<TaskLists>;
  readonly #stored: StoredState;
  readonly #firstKeeper: FirstKeeper;
  readonly #tabs: TabChannel;
  readonly #leadership: Leadership;
  #stopWatching: () => void = () => {};
  #sequence: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#store = new MendingStore({
      disk: options.disk,
      known: () => this.#state.known(),
      onReplaced: (stored) => {
        this.#state.replaceBy(stored, this.#state.outbox.records());
        this.#post({ type: 'repaired' });
      },
      onMemory: () => this.#goAlone(),
      isSafeElsewhere: () => this.#state.status.connection === 'online',
      onSignedOut: () => this.close(),
      onGaveWay: () => this.giveWay(),
    });
    this.#state = new TabState(options.makeLists, this.#store, {
      saved: (seqs) => {
        // If this message is lost, the other tabs find the mutations at the next beat, or when one of them takes the
        // lead.
        this.#post({ type: 'saved', seqs });
      },
      dropped: (mutationIds) => this.#store.forget(mutationIds),
      changed: () => this.#closed || this.#firstKeeper.changed(),
    });
    this.history = new History({ ...options, store: this.#store, state: this.#state });
    this.#firstKeeper = new FirstKeeper({
      store: this.#store,
      state: this.#state,
      startTimer: options.startTimer,
      limit: options.shownFirst,
      isLeading: () => this.#leadership.link !== null,
    });
    this.#stored = new StoredState(this.#store, this.#state);
    this.#leadership = new Leadership({
      ...options,
      store: this.#store,
      state: this.#state,
      stored: this.#stored,
      inSequence: (work) => this.#inSequence(work),
      post: (message) => this.#post(message),
    });
    this.#tabs = options.joinTabs((message) => {
      if (isOfLeader(message)) this.#leadership.heard();
      // The tab closes at once, so that running work does not bring deleted data back to the disk.
      if (message.type === 'destroyed') this.close();
      // A leader answers at once, because one that is busy with the disk still runs.
      else if (message.type === 'joined') this.#leadership.answer();
      else this.#inSequence(() => this.#onTabMessage(message));
    });
  }

  /** Resolves when the first rows of the lists can be read (see `hasAll`), without waiting for the network. */
  static async open(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options);
    try {
      await new Promise<void>((resolve, reject) => {
        let isShown = false;
        const onFirst = () => {
          isShown = true;
          resolve();
        };
        replica.#inSequence(async () => {
          try {
            await replica.#stored.open(options.pause, onFirst);
            resolve();
          } catch (error) {
            reject(error);
            if (isShown) throw error;
          }
        });
      });
    } catch (error) {
      replica.close();
      throw error;
    }
    // The user may have signed out meanwhile.
    if (replica.#closed) return replica;
    replica.#stopWatching = options.watchDevice({
      woke: () => replica.#wake(),
      online: () => replica.reconnect(),
      // Every tab gets this event, and only the leading one has a link.
      offline: () => replica.#leadership.link?.probe(),
    });
    if (!options.disk) replica.#goAlone();
    if (replica.#isAlone) return replica;
    replica.#leadership.seek();
    return replica;
  }

  /**
   * True when all rows of the device can be read, not only the first rows of the lists (sync rule W18). Its topic is
   * `status`.
   */
  get hasAll(): boolean {
    return this.#state.hasAll;
  }

  /** Resolves when `hasAll` is true. */
  whenAll(): Promise<void> {
    return this.#state.whenAll();
  }

  get userId(): string {
    return this.#options.userId;
  }

  /**
   * Changes the view at once. Throws MutationRejected when the mutator rejects the change, InvalidValue when the
   * arguments are wrong. Resolves when the change is durable on this device, or on the server when the device keeps
   * nothing. Rejects with StorageFailed when the change could not become durable and was undone (sync rule W1). `door`:
   * its door in the user's history, if it is not this device. `id`: its id, if it is known before.
   */
  mutate<N extends MutatorName>(
    name: N,
    args: MutatorArgs<N>,
    door?: Door,
    id = this.#options.newId(),
  ): Promise<void> {
    return this.#state.mutate(mutationOf(id, { name, args } as Operation, door));
  }

  /** The row, deleted or not. */
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.#state.view.get(table, id);
  }

  /** See Tx. */
  get below(): Overlay['below'] {
    return this.#state.view.below;
  }

  /** All rows of the table that the device has, deleted or not, in no particular order. */
  rows<T extends TableName>(table: T): Iterable<Rows[T]> {
    return this.#state.view.rows(table);
  }

  get lists(): ReadonlyTaskLists {
    return this.#state.view.lists;
  }

  /** The rejected mutations that the user has not settled, oldest first. */
  rejections(): readonly Rejection[] {
    return this.#state.rejections;
  }

  /** The ids of the changes that the server has not answered, oldest first. */
  unsentIds(): string[] {
    return this.#state.outbox.mutations().map(({ id }) => id);
  }

  status(): SyncStatus {
    return this.#state.status;
  }

  /** Calls `listener` after each change of the topic, until the returned function is called. */
  subscribe(topic: Topic, listener: () => void): () => void {
    return this.#state.topics.subscribe(topic, listener);
  }

  /** Calls `watcher` with the topics of each change, until the returned function is called. */
  watch(watcher: Watcher): () => void {
    return this.#state.topics.watch(watcher);
  }

  /** Sets the user's local day. It decides which tasks are overdue, of today or upcoming. */
  setToday(day: CalendarDay): void {
    this.#state.topics.announce(this.#state.view.lists.setToday(day));
  }

  /** Keeps a list by a query, as long as `lists` is the same object (see TaskLists.stand). */
  stand(...query: Parameters<TaskLists['stand']>): void {
    this.#state.topics.announce(this.#state.view.lists.stand(...query));
  }

  /** The device is in another time zone, so completions may belong to other days. */
  changeTimeZone(): void {
    this.#state.topics.announce(this.#state.view.lists.changeTimeZone());
  }

  /** Settles rejected mutations after the user has dealt with them. They leave the screen together. */
  async discardRejection(...mutationIds: readonly string[]): Promise<void> {
    if (mutationIds.length === 0) return;
    await this.#store.deleteRejections(mutationIds);
    this.#state.dropRejections(mutationIds);
    this.#post({ type: 'discarded', mutationIds });
  }

  /** Connects at once instead of after a wait: the user signed in again, or the network is back. */
  reconnect(): void {
    if (!this.#closed) this.#leadership.call('reconnect');
  }

  /** Closes the replica. The data stay on the device for the other tabs and the next visit. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leadership.stop();
    this.#firstKeeper.stop();
    this.#stopWatching();
    this.#tabs.close();
    this.#store.close();
  }

  /** Leaves the store to a newer version of the app in another tab. This tab must be loaded again (sync rule W11). */
  giveWay(): void {
    this.close();
    this.#state.giveWay();
  }

  /** Removes this user's data from the device, in all tabs: the user signed out (sync rule W13). */
  async destroy(): Promise<void> {
    if (!this.#closed) this.#tabs.post({ type: 'destroyed' });
    const destroyed = this.#store.destroy();
    this.close();
    await destroyed;
  }

  /** Runs work one after the other: work that reads the store and then changes the memory must not overlap. */
  #inSequence(work: () => Promise<void>): void {
    this.#sequence = this.#sequence.then(async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        // Closing the store makes running work fail.
        if (!this.#closed) this.#options.onError(error);
      }
    });
  }

  #wake(): void {
    this.#leadership.call('check');
    // A tab that was frozen may have missed messages of the others.
    this.#inSequence(() => this.#stored.catchUp());
  }

  /** Works in memory, by itself, without the other tabs and the storage (sync rule W17). */
  #goAlone(): void {
    this.#state.setStorage('memory');
    this.#leadership.seek();
  }

  get #isAlone(): boolean {
    return this.#state.status.storage === 'memory';
  }

  #post(message: TabMessage): void {
    if (!this.#closed && !this.#isAlone) this.#tabs.post(message);
  }

  async #onTabMessage(message: Exclude<TabMessage, { type: 'destroyed' | 'joined' }>): Promise<void> {
    if (this.#isAlone) return;
    switch (message.type) {
      case 'saved':
        return this.#stored.include(message.seqs);
      case 'patch': {
        const { from, to } = message.patch;
        // All rows of an older version: the server was set back, or this tab was frozen when the message came. The disk
        // has the truth.
        const isBack = from === 0 && to < this.#state.version;
        return !isBack && this.#state.takeIn(message.patch) ? undefined : this.#stored.load();
      }
      case 'leads':
      case 'repaired':
        return this.#stored.catchUp();
      case 'connection':
        if (this.#leadership.link) return;
        this.#state.setConnection(message.state);
        // An unsent change of this tab may be settled already: the patch that settled it may have come before the tab
        // read the change from the disk.
        return this.#state.outbox.size > 0 ? this.#stored.catchUp() : undefined;
      case 'progress':
        return this.#state.setProgress(message.progress);
      case 'discarded':
        return this.#state.dropRejections(message.mutationIds);
      case 'reconnect':
        return this.#leadership.link?.reconnect();
      case 'check':
        if (!this.#leadership.link) return;
        this.#leadership.link.check();
        return this.#stored.catchUp();
    }
  }
}
