import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Collection } from '#src/domain/collection.ts';
import type { Setting } from '#src/domain/setting.ts';
import type { Task } from '#src/domain/task.ts';
import type { ReadonlyTaskLists } from '#src/domain/lists/task-lists.ts';
import {
  parseArgs,
  type Mutation,
  type MutatorArgs,
  type MutatorName,
  type Operation,
} from '#src/mutators/index.ts';
import { inverseOf } from '#src/mutators/inverse.ts';
import type { Rejection } from './device-store.ts';
import { History } from './history.ts';
import { Leadership } from './leadership.ts';
import { MendingStore } from './mending-store.ts';
import type { ReplicaOptions } from './replica-options.ts';
import { StoredState } from './stored-state.ts';
import { isOfLeader, type TabChannel, type TabMessage } from './tab-channel.ts';
import { TabState, type SyncStatus } from './tab-state.ts';
import type { Topic } from './topics.ts';

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
        this.#leadership.flush();
      },
      onMemory: () => this.#goAlone(),
      isSafeElsewhere: () => this.#state.status.connection === 'online',
      onSignedOut: () => this.close(),
      onGaveWay: () => this.giveWay(),
    });
    this.history = new History({ ...options, store: this.#store }, this);
    this.#state = new TabState(options.today, this.#store, {
      saved: (seqs) => {
        // The others find them at the next beat, or when one of them takes the lead.
        if (this.#closed) return;
        this.#post({ type: 'saved', seqs });
        this.#leadership.flush();
      },
      dropped: (mutationIds) => this.#store.forget(mutationIds),
    });
    this.#stored = new StoredState(this.#store, this.#state, () => this.#leadership.flush());
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
      // At once: what is under way must not bring back to the disk what the user has removed from it.
      if (message.type === 'destroyed') this.close();
      // At once: who is busy with the disk still runs.
      else if (message.type === 'joined') this.#leadership.answer();
      else this.#inSequence(() => this.#onTabMessage(message));
    });
  }

  /** Resolves when the device's data are there to be read; the network is not waited for. */
  static async open(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options);
    try {
      await new Promise<void>((resolve, reject) => {
        replica.#inSequence(() => replica.#stored.load().then(resolve, reject));
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
      offline: () => replica.#leadership.probe(),
    });
    if (!options.disk) replica.#goAlone();
    if (replica.#isAlone) return replica;
    replica.#leadership.seek();
    return replica;
  }

  get userId(): string {
    return this.#options.userId;
  }

  /**
   * Changes what the user sees at once. Throws MutationRejected when that already refuses it, InvalidValue when the
   * arguments are wrong. Resolves when the change is durable on this device, or where that keeps nothing on the server; rejects
   * with StorageFailed when it could not be made so, and has been undone (sync rule W1).
   */
  mutate<N extends MutatorName>(name: N, args: MutatorArgs<N>): Promise<void> {
    // The name and its arguments belong together, which the type of a union cannot say of two variables.
    return this.#state.mutate({ id: this.#options.newId(), name, args: parseArgs(name, args) } as Mutation);
  }

  /** What would undo this, asked right before it is done; null when it would change nothing. */
  inverseOf<N extends MutatorName>(name: N, args: MutatorArgs<N>): Operation | null {
    return inverseOf({ name, args } as Operation, this.#state.view);
  }

  /** The task, deleted or not. */
  task(id: string): Task | undefined {
    return this.#state.view.get('task', id);
  }

  /** The collection, deleted or not: completed tasks go on showing theirs. */
  collection(id: string): Collection | undefined {
    return this.#state.view.get('collection', id);
  }

  /** What the user chose for it; undefined before they ever did. */
  setting(name: string): Setting | undefined {
    return this.#state.view.get('setting', name);
  }

  /** All tasks that name the collection, deleted or not, in no particular order. Goes through all that the device has. */
  tasksOf(collectionId: string): readonly Task[] {
    return [...this.#state.view.rows('task')].filter((task) => task.collectionId === collectionId);
  }

  /** The collections that are not deleted, by position. */
  collections(): readonly Collection[] {
    return this.lists.collections();
  }

  get lists(): ReadonlyTaskLists {
    return this.#state.view.lists;
  }

  /** What the server refused and the user has not settled, oldest first. */
  rejections(): readonly Rejection[] {
    return this.#state.rejections;
  }

  /** Of the changes that the server has not answered, oldest first. */
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

  /** The user's local day, which decides what is overdue, of today or upcoming. */
  setToday(day: CalendarDay): void {
    this.#state.topics.announce(this.#state.view.lists.setToday(day));
  }

  /** The user's device is in another time zone, which decides what was completed on which day. */
  changeTimeZone(): void {
    this.#state.topics.announce(this.#state.view.lists.changeTimeZone());
  }

  /** Settles refused mutations, which leave the screen together: the user has dealt with them. */
  async discardRejection(...mutationIds: readonly string[]): Promise<void> {
    await Promise.all(mutationIds.map((mutationId) => this.#store.deleteRejection(mutationId)));
    for (const mutationId of mutationIds) {
      this.#state.dropRejection(mutationId);
      this.#post({ type: 'discarded', mutationId });
    }
  }

  /** Connects at once instead of after a wait: the user signed in again, or the network is back. */
  reconnect(): void {
    if (this.#closed) return;
    this.#leadership.reconnect();
  }

  /** Leaves the data on the device to the other tabs, and to the next visit. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leadership.stop();
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
    this.#leadership.check();
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
        return this.#leadership.isHere ? undefined : this.#state.setConnection(message.state);
      case 'progress':
        return this.#state.setProgress(message.progress);
      case 'discarded':
        return this.#state.dropRejection(message.mutationId);
      case 'reconnect':
        return this.#leadership.isHere ? this.#leadership.reconnect() : undefined;
      case 'check':
        if (!this.#leadership.isHere) return;
        this.#leadership.check();
        return this.#stored.catchUp();
    }
  }
}
