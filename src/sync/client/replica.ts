import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Collection } from '#src/domain/collection.ts';
import type { Task } from '#src/domain/task.ts';
import type { TaskLists } from '#src/domain/views.ts';
import {
  parseArgs,
  type Mutation,
  type MutatorArgs,
  type MutatorName,
  type Operation,
} from '#src/mutators/index.ts';
import { inverseOf } from '#src/mutators/inverse.ts';
import type { DeviceStore, Rejection } from './device-store.ts';
import { History } from './history.ts';
import { Leader } from './leader.ts';
import type { Connect, StartTimer } from './link.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';
import { TabState, type SyncStatus } from './tab-state.ts';
import type { Topic } from './topics.ts';

/** What a replica needs of the world around it: the browser's parts, or simulated ones. */
export interface ReplicaOptions {
  readonly userId: string;
  readonly today: CalendarDay;
  readonly store: DeviceStore;
  readonly joinTabs: (receive: (message: TabMessage) => void) => TabChannel;
  /** Calls `run` once this tab is the one that leads; the returned function gives the lead up, or the wait for it. */
  readonly lead: (run: () => void) => () => void;
  readonly connect: Connect;
  readonly startTimer: StartTimer;
  /** 0 to 1, exclusive. */
  readonly random: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly newId: () => string;
  /** A failure in the background that the replica cannot mend, such as storage that cannot be read. */
  readonly onError: (error: unknown) => void;
}

/** How long a tab whose app the server does not speak with leaves the lead to the others, before it tries again. */
const STAND_BACK_MS = 30_000;

/**
 * One user's data in one tab: reads are in memory, writes show at once and become durable on the device, and the tab that
 * leads keeps the device in step with the server. What a read returns stays the same object until its content changes.
 */
export class Replica {
  /** What the user does here, to be taken back. */
  readonly history: History;
  readonly #options: ReplicaOptions;
  readonly #state: TabState;
  readonly #tabs: TabChannel;
  #leader: Leader | null = null;
  #giveUpLead: () => void = () => {};
  #sequence: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(options: ReplicaOptions) {
    this.#options = options;
    this.history = new History(options, this);
    this.#state = new TabState(options.today, options.store, (seqs) => {
      // The others find them at the next beat, or when one of them takes the lead.
      if (this.#closed) return;
      this.#tabs.post({ type: 'saved', seqs });
      this.#leader?.flush();
    });
    this.#tabs = options.joinTabs((message) => this.#inSequence(() => this.#onTabMessage(message)));
  }

  /** Resolves when the device's data are there to be read; the network is not waited for. */
  static async open(options: ReplicaOptions): Promise<Replica> {
    const replica = new Replica(options);
    try {
      await new Promise<void>((resolve, reject) => {
        replica.#inSequence(() => replica.#load().then(resolve, reject));
      });
    } catch (error) {
      replica.close();
      throw error;
    }
    replica.#tabs.post({ type: 'joined' });
    replica.#waitForLead();
    return replica;
  }

  get userId(): string {
    return this.#options.userId;
  }

  /**
   * Changes what the user sees at once. Throws MutationRejected when that already refuses it, InvalidMutation when the
   * arguments are wrong. Resolves when the change is durable on this device; rejects with StorageFailed when it could
   * not be made so, and has been undone (sync rule W1).
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

  /** The collections that are not deleted, by position. */
  collections(): readonly Collection[] {
    return this.#state.view.collections();
  }

  get lists(): TaskLists {
    return this.#state.view.lists;
  }

  /** What the server refused and the user has not settled, oldest first. */
  rejections(): readonly Rejection[] {
    return this.#state.rejections;
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

  /** Settles a refused mutation: the user has dealt with it. */
  async discardRejection(mutationId: string): Promise<void> {
    await this.#options.store.deleteRejection(mutationId);
    this.#state.dropRejection(mutationId);
    this.#tabs.post({ type: 'discarded', mutationId });
  }

  /** Connects at once instead of after a wait: the user signed in again, or the network is back. */
  reconnect(): void {
    if (this.#closed) return;
    if (this.#leader) this.#leader.reconnect();
    else this.#tabs.post({ type: 'reconnect' });
  }

  /** Leaves the data on the device to the other tabs, and to the next visit. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leader?.stop();
    this.#giveUpLead();
    this.#tabs.close();
    this.#options.store.close();
  }

  /** Lets a newer version of the app in another tab have the store; this one can only be loaded anew (sync rule W11). */
  giveWay(): void {
    this.close();
    this.#state.setConnection('upgrade');
  }

  /** Removes this user's data from the device, in all tabs: the user signed out (sync rule W13). */
  async destroy(): Promise<void> {
    this.#tabs.post({ type: 'destroyed' });
    this.close();
    await this.#options.store.destroy();
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

  async #load(): Promise<void> {
    const durable = this.#state.outbox.durableSeqs();
    this.#state.replaceBy(await this.#options.store.load(), durable);
  }

  async #takeLead(): Promise<void> {
    await this.#catchUp();
    this.#tabs.post({ type: 'leads' });
    this.#leader = new Leader({
      ...this.#options,
      state: this.#state,
      inSequence: (work) => this.#inSequence(work),
      reload: async () => {
        await this.#load();
        // What could not be stored may be there all the same, and with it what the others were not told.
        this.#tabs.post({ type: 'leads' });
      },
      onStored: (patch) => this.#tabs.post({ type: 'patch', patch }),
      onConnection: (state) => {
        // The user goes on being told to load the app anew, unless the server is found to speak with this one after all.
        if (state === 'connecting' && this.#state.status.connection === 'upgrade') return;
        this.#state.setConnection(state);
        this.#tabs.post({ type: 'connection', state });
        if (state === 'upgrade') this.#standBack();
      },
      onProgress: (progress) => {
        this.#state.setProgress(progress);
        this.#tabs.post({ type: 'progress', progress });
      },
      onBeat: () => this.#catchUp(),
    });
  }

  /** This app is too old, or too new: another tab, which may have been loaded anew, is to lead (sync rule W11). */
  #standBack(): void {
    this.#leader?.stop();
    this.#leader = null;
    this.#giveUpLead();
    this.#giveUpLead = this.#options.startTimer(STAND_BACK_MS, () => this.#waitForLead());
  }

  #waitForLead(): void {
    this.#giveUpLead = this.#options.lead(() => this.#inSequence(() => this.#takeLead()));
  }

  async #onTabMessage(message: TabMessage): Promise<void> {
    switch (message.type) {
      case 'saved':
        return this.#includeStored(message.seqs);
      case 'patch':
        return this.#state.takeIn(message.patch) ? undefined : this.#load();
      case 'leads':
        return this.#catchUp();
      case 'connection':
        return this.#state.setConnection(message.state);
      case 'progress':
        return this.#state.setProgress(message.progress);
      case 'joined':
        if (this.#leader) this.#tabs.post({ type: 'connection', state: this.#state.status.connection });
        return;
      case 'discarded':
        return this.#state.dropRejection(message.mutationId);
      case 'reconnect':
        return this.#leader?.reconnect();
      case 'destroyed':
        return this.close();
    }
  }

  /** The tab that led before, or one that has closed, may have stored something and died before it could tell. */
  async #catchUp(): Promise<void> {
    const durable = this.#state.outbox.durableSeqs();
    const stored = await this.#options.store.outline();
    return this.#state.isBehind(stored, durable) ? this.#load() : this.#includeStored(stored.seqs);
  }

  /** Takes in the outbox records with these numbers. They are read from the store: one that is gone from it is settled. */
  async #includeStored(seqs: readonly number[]): Promise<void> {
    const unknown = this.#state.outbox.unknownSeqs(seqs);
    if (unknown.length === 0) return;
    if (this.#state.outbox.include(await this.#options.store.readOutbox(unknown))) this.#state.replay();
    this.#leader?.flush();
  }
}
