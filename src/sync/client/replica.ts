import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Rows, TableName } from '#src/domain/schema/index.ts';
import type { ReadonlyTaskLists, TaskLists } from '#src/domain/lists/task-lists.ts';
import { mutationOf, type MutatorArgs, type MutatorName, type Operation } from '#src/mutators/index.ts';
import type { Overlay } from '#src/mutators/overlay.ts';
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
 * One user's data in one tab: reads are in memory, writes show at once and become durable on the device, and the tab that
 * leads keeps the device in step with the server. What a read returns stays the same object until its content changes.
 */
export class Replica {
  /** What the user does here, to be taken back. */
  readonly history: History;
  readonly #options: ReplicaOptions;
  readonly #store: MendingStore;
  readonly #state: TabState;
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
    this.#state = new TabState(options.today, this.#store, {
      saved: (seqs) => {
        // The others find them at the next beat, or when one of them takes the lead.
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
      // It closes at once: what is under way must not bring back to the disk what the user has removed from it.
      if (message.type === 'destroyed') this.close();
      // It answers at once: a leader that is busy with the disk still runs.
      else if (message.type === 'joined') this.#leadership.answer();
      else this.#inSequence(() => this.#onTabMessage(message));
    });
  }

  /** Resolves when what lists begin with can be read; see `hasAll`. The network is not waited for. */
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
      // The leading tab hears by itself of it.
      offline: () => replica.#leadership.link?.probe(),
    });
    if (!options.disk) replica.#goAlone();
    if (replica.#isAlone) return replica;
    replica.#leadership.seek();
    return replica;
  }

  /** Whether all rows of the device can be read, not only those that the lists by day begin with (sync rule W18). Its topic: status. */
  get hasAll(): boolean {
    return this.#state.hasAll;
  }

  /** Resolves when it has all. */
  whenAll(): Promise<void> {
    return this.#state.whenAll();
  }

  get userId(): string {
    return this.#options.userId;
  }

  /**
   * Changes what the user sees at once. Throws MutationRejected when that already rejects it, InvalidValue when the
   * arguments are wrong. Resolves when the change is durable on this device, or where that keeps nothing on the server; rejects
   * with StorageFailed when it could not be made so, and has been undone (sync rule W1).
   */
  mutate<N extends MutatorName>(name: N, args: MutatorArgs<N>): Promise<void> {
    return this.#state.mutate(mutationOf(this.#options.newId(), { name, args } as Operation));
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

  /** What the server rejected and the user has not settled, oldest first. */
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

  /** The user's local day, which decides what is overdue, of today or upcoming. */
  setToday(day: CalendarDay): void {
    this.#state.topics.announce(this.#state.view.lists.setToday(day));
  }

  /** Keeps a list by a query, as long as `lists` is the same object (see TaskLists.stand). */
  stand(...query: Parameters<TaskLists['stand']>): void {
    this.#state.topics.announce(this.#state.view.lists.stand(...query));
  }

  /** The user's device is in another time zone, which decides what was completed on which day. */
  changeTimeZone(): void {
    this.#state.topics.announce(this.#state.view.lists.changeTimeZone());
  }

  /** Settles rejected mutations, which leave the screen together: the user has dealt with them. */
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

  /** Leaves the data on the device to the other tabs, and to the next visit. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leadership.stop();
    this.#firstKeeper.stop();
    this.#stopWatching();
    this.#tabs.close();
    this.#store.close();
  }

  /** Lets a newer version of the app in another tab have the store; this one can only be loaded anew (sync rule W11). */
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

  /** Does one thing after the other: what reads the store and then changes memory must not overlap. */
  #inSequence(work: () => Promise<void>): void {
    this.#sequence = this.#sequence.then(async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        // A store that was closed meanwhile fails whatever was under way.
        if (!this.#closed) this.#options.onError(error);
      }
    });
  }

  #wake(): void {
    this.#leadership.call('check');
    // A tab that was frozen may have missed what the others told.
    this.#inSequence(() => this.#stored.catchUp());
  }

  /** Works in memory and by itself: neither the other tabs nor the storage concern it any more (sync rule W17). */
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
        // All rows of an older version: the server was put back, or this tab was frozen when it was told. The disk knows.
        const isBack = from === 0 && to < this.#state.version;
        return !isBack && this.#state.takeIn(message.patch) ? undefined : this.#stored.load();
      }
      case 'leads':
      case 'repaired':
        return this.#stored.catchUp();
      case 'connection':
        if (this.#leadership.link) return;
        this.#state.setConnection(message.state);
        // A change that this tab holds as unsent may be settled: what settled it can come before the tab has read the change from the disk.
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
