import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import * as setBack from '#src/sync/client/set-back/lost-changes.ts';
import type { DeviceEvents } from '#src/sync/client/replica-options.ts';
import { sendStoredOutbox } from '#src/sync/client/background/outbox-sender.ts';
import { Replica } from '#src/sync/client/replica.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { TODAYS, type Release } from './releases.ts';
import { DiskFault, SimulatedDisk } from './simulated-disk.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedTabs } from './simulated-tabs.ts';
import { Process, type World } from './world.ts';

export const TODAY = parseCalendarDay('2026-06-15') as CalendarDay;

/** One open tab. Its replica is real, and null until it has loaded. */
export interface SimulatedTab {
  readonly process: Process;
  /** The release of its app. */
  readonly release: Release;
  replica: Replica | null;
  /** True once its disk has failed. */
  workedInMemory: boolean;
  /** The last id that its replica made. */
  lastId: string;
  /** True if the user sees it. */
  isVisible: boolean;
  /** Its handlers of the device's events. */
  events: DeviceEvents | null;
}

/** A browser of one user: a disk that stays, and tabs that open, close and crash. */
export class SimulatedDevice {
  readonly userId: string;
  readonly disk: SimulatedDisk;
  tabs: SimulatedTab[] = [];
  /** The difference (ms) of its clock. */
  skew = 0;
  readonly #world: World;
  readonly #network: SimulatedNetwork;
  readonly #shared: SimulatedTabs;
  readonly #onError: (error: unknown) => void;

  constructor(world: World, network: SimulatedNetwork, userId: string, onError: (error: unknown) => void) {
    this.#world = world;
    this.#network = network;
    this.userId = userId;
    // Failed writes are expected. The check at the end judges their results.
    this.#onError = (error) => error instanceof DiskFault || onError(error);
    this.disk = new SimulatedDisk(world);
    this.#shared = new SimulatedTabs(world);
  }

  /** The tabs that are not frozen. */
  get running(): SimulatedTab[] {
    return this.tabs.filter(({ process }) => !process.frozen);
  }

  /** Milliseconds since 1970 UTC, by this device's clock. */
  now(): number {
    return this.#world.now + this.skew;
  }

  openTab(release: Release): void {
    const world = this.#world;
    const process = new Process();
    const tab: SimulatedTab = {
      process,
      release,
      replica: null,
      workedInMemory: false,
      lastId: '',
      isVisible: world.random.chance(0.5),
      events: null,
    };
    this.tabs.push(tab);
    Replica.open({
      userId: this.userId,
      makeLists: TaskLists.of(TODAY),
      disk: this.disk.storeFor(process),
      joinTabs: (receive) => this.#shared.join(process, receive),
      lead: (events, steal) => this.#shared.lead(process, events, steal),
      connect: (events) => this.#network.connect(process, this.userId, events, release),
      startTimer: (ms, run) => world.startTimer(process, ms, run),
      pause: () => world.pause(process),
      shownFirst: 1,
      random: () => world.random.fraction(),
      now: () => this.now(),
      newId: () => (tab.lastId = world.random.uuid(this.now())),
      watchDevice: (events) => {
        tab.events = events;
        return () => (tab.events = null);
      },
      isVisible: () => tab.isVisible,
      loadSetBack: () => Promise.resolve(setBack),
      onError: this.#onError,
    }).then((replica) => {
      tab.replica = replica;
      if (!replica.hasAll && replica.status().storage === 'kept') world.coverage.saw('openedFirst');
      const look = () => (tab.workedInMemory ||= replica.status().storage === 'memory');
      look();
      replica.subscribe('status', look);
    }, this.#onError);
  }

  /**
   * The user presses a button of a notification. The worker reads no rows here: it stores the mutation, and then sends
   * the unsent ones. Resolves once the mutation is stored.
   */
  async pressNotification(mutation: Mutation): Promise<void> {
    const world = this.#world;
    const process = new Process();
    const disk = this.disk.storeFor(process);
    const seqs = await disk.addToOutbox([mutation]);
    const tabs = this.#shared.join(process, () => {});
    tabs.post({ type: 'saved', seqs });
    tabs.close();
    sendStoredOutbox({
      userId: this.userId,
      joinTabs: (receive) => this.#shared.join(process, receive),
      lead: (events, steal) => this.#shared.lead(process, events, steal),
      connect: (events) => this.#network.connect(process, this.userId, events, TODAYS),
      startTimer: (ms, run) => world.startTimer(process, ms, run),
      random: () => world.random.fraction(),
      now: () => this.now(),
      read: async () => {
        const { outbox, version, load } = await disk.load();
        const mutations = outbox.map((record) => record.mutation);
        return { mutations, version, loadedAt: load?.loadedAt ?? 0 };
      },
    }).then((sent) => {
      if (sent === 'sent') world.coverage.saw('sentByWorker');
    }, this.#onError);
  }

  /** The user closes the tab. */
  closeTab(tab: SimulatedTab): void {
    tab.replica?.close();
    this.killTab(tab);
  }

  /** The browser freezes a hidden tab, which keeps its lock. Its socket may end, or stay open and queue messages. */
  freezeTab(tab: SimulatedTab): void {
    this.#world.coverage.saw('frozen');
    tab.isVisible = false;
    this.#world.freeze(tab.process);
    if (this.#world.random.chance(0.5)) this.#network.cutAll(tab.process);
  }

  /** The tab continues, and may get an event about the time that has passed. */
  thawTab(tab: SimulatedTab): void {
    this.#world.thaw(tab.process);
    if (this.#world.random.chance(0.5)) this.#world.later(tab.process, () => tab.events?.woke());
  }

  /** Shows a hidden tab, or hides a visible one. */
  turnTab(tab: SimulatedTab): void {
    tab.isVisible = !tab.isVisible;
    if (tab.isVisible) this.#world.later(tab.process, () => tab.events?.woke());
  }

  /** Makes sure that the user sees at least one running tab. */
  look(): void {
    const { running } = this;
    const [first] = running;
    if (first && !running.some((tab) => tab.isVisible)) this.turnTab(first);
  }

  /** Ends the tab's process at once. */
  killTab(tab: SimulatedTab): void {
    tab.process.alive = false;
    this.tabs = this.tabs.filter((other) => other !== tab);
    this.disk.abandon(tab.process);
    this.#network.cutAll(tab.process);
    this.#shared.release(tab.process);
  }
}
