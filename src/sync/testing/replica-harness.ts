import { TaskLists } from '#src/reading/lists/task-lists.ts';
import { parseCalendarDay, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import * as setBack from '#src/sync/client/set-back/lost-changes.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { DeviceDisk, DeviceStore } from '#src/sync/client/storage/device-store.ts';
import { Replica } from '#src/sync/client/replica.ts';
import type { ReplicaOptions } from '#src/sync/client/replica-options.ts';
import type { Progress } from '#src/sync/client/state/tab-state.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import { addCollection, addTasks } from './samples.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedServer, type SimulationFolder } from './simulated-server.ts';
import { SimulatedTabs } from './simulated-tabs.ts';
import { Process, World } from './world.ts';

/** Longer than any first retry takes. */
const A_WHILE_MS = 1_000;

/** Devices, tabs and a server. Faults happen only when a test makes them. */
export class ReplicaHarness {
  readonly world = new World(1);
  readonly network = new SimulatedNetwork(this.world);
  readonly errors: unknown[] = [];
  readonly #folder: SimulationFolder;
  #path = '';
  #server: SimulatedServer;

  constructor(folder: SimulationFolder) {
    this.#folder = folder;
    this.#server = this.#startServer();
  }

  get server(): SimulatedServer {
    return this.#server;
  }

  device(userId = 'ada'): HarnessDevice {
    return new HarnessDevice(this, userId);
  }

  /** Runs all pending work, and lets short waits end. */
  async settle(): Promise<void> {
    await this.world.pass(A_WHILE_MS);
  }

  /** Awaits a promise while the world runs. */
  async finish<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    await this.settle();
    return work;
  }

  /** Runs the operation of `mutation`, and lets it arrive. */
  perform({ name, args }: Mutation, replica: Replica): Promise<void> {
    return this.finish(replica.mutate(name, args));
  }

  /** A device with collection 1 and its tasks 1 to `count`, all of them on the server. */
  async deviceWithTasks(
    count: number,
  ): Promise<{ readonly device: HarnessDevice; readonly tab: HarnessTab }> {
    const device = this.device();
    const tab = await device.openTab();
    for (const mutation of [addCollection(1), ...addTasks(count)]) await this.perform(mutation, tab.replica);
    return { device, tab };
  }

  /** The tasks of today on a device that has just signed in. */
  async tasksElsewhere(): Promise<readonly string[]> {
    return (await this.device().openTab()).replica.lists.days.today();
  }

  /** Breaks all connections, and prevents new ones. */
  goOffline(): void {
    this.network.servers = [];
    this.network.cutAll(this.#server.process);
  }

  goOnline(): void {
    this.network.servers = [this.#server];
  }

  /** Allows connections again, and makes this tab connect. */
  async reconnect(replica: Replica): Promise<void> {
    this.goOnline();
    replica.reconnect();
    await this.settle();
  }

  /** A backup of the server's current database. */
  backUp(): string {
    return this.#folder.backUp(this.#path);
  }

  /**
   * Restores the server's database from the backup. With `byCopy`, the file is just copied, and the database does not
   * show it.
   */
  async setBack(backup: string, { byCopy = false } = {}): Promise<void> {
    this.goOffline();
    await this.#server.kill();
    this.#folder.restore(this.#path, backup);
    this.#server = this.#startServer(this.#path);
    this.network.servers = [];
    if (!byCopy) await this.finish(this.#server.outdateDevices(['ada']));
    this.goOnline();
  }

  /** Restarts the server with an empty database. */
  async loseServerData(): Promise<void> {
    this.goOffline();
    await this.#server.kill();
    this.#server = this.#startServer();
  }

  /** Throws the errors that occurred in the background. */
  async end(): Promise<void> {
    await this.#server.kill();
    if (this.errors.length > 0) throw this.errors[0];
  }

  #startServer(path = this.#folder.newDatabase()): SimulatedServer {
    this.#path = path;
    const server = new SimulatedServer({
      world: this.world,
      path,
      onError: (error) => this.errors.push(error),
    });
    this.network.servers = [server];
    return server;
  }
}

export interface HarnessTab {
  readonly process: Process;
  readonly replica: Replica;
}

/** A browser of one user. */
export class HarnessDevice {
  static readonly TODAY = parseCalendarDay('2026-06-15') as CalendarDay;

  readonly userId: string;
  /** The signed-in user of the browser; null after the session has expired. */
  session: string | null;
  /** The number of connections that its tabs have requested. */
  connections = 0;
  readonly disk: SimulatedDisk;
  readonly #harness: ReplicaHarness;
  readonly #tabs: SimulatedTabs;

  constructor(harness: ReplicaHarness, userId: string) {
    this.#harness = harness;
    this.userId = userId;
    this.session = userId;
    this.disk = new SimulatedDisk(harness.world);
    this.#tabs = new SimulatedTabs(harness.world);
  }

  /** Opens a tab and lets it settle. `change` may replace its parts. */
  async openTab(
    change: (options: ReplicaOptions) => Partial<ReplicaOptions> = () => ({}),
  ): Promise<HarnessTab> {
    const process = new Process();
    const options = this.partsFor(process);
    const replica = await this.#harness.finish(Replica.open({ ...options, ...change(options) }));
    return { process, replica };
  }

  /** The browser's parts for a tab, or for a worker beside the tabs. */
  partsFor(process: Process): ReplicaOptions & { readonly disk: DeviceDisk } {
    const { world, network, errors } = this.#harness;
    return {
      userId: this.userId,
      makeLists: TaskLists.of(HarnessDevice.TODAY),
      disk: this.disk.storeFor(process),
      joinTabs: (receive) => this.#tabs.join(process, receive),
      lead: (events, steal) => this.#tabs.lead(process, events, steal),
      connect: (events) => {
        this.connections += 1;
        if (this.session !== null) return network.connect(process, this.session, events);
        world.later(process, () => events.closed(CLOSE.SIGN_IN));
        return { send: () => {}, close: () => {} };
      },
      startTimer: (ms, run) => world.startTimer(process, ms, run),
      pause: () => world.pause(process),
      shownFirst: 1,
      random: () => world.random.fraction(),
      now: () => world.now,
      newId: () => world.random.uuid(world.now),
      watchDevice: () => () => {},
      isVisible: () => true,
      loadSetBack: () => Promise.resolve(setBack),
      onError: (error) => errors.push(error),
    };
  }

  /** Opens a tab. Once the test calls `break`, these operations of its disk fail. */
  async openTabWithTrouble(trouble: Partial<DeviceDisk>): Promise<HarnessTab & { break(): void }> {
    let isBroken = false;
    const tab = await this.openTab(({ disk }) => {
      const own = disk as DeviceDisk;
      const entries = Object.entries(trouble).map(([name, fail]) => [
        name,
        (...args: never[]) => (isBroken ? fail : own[name as keyof DeviceDisk])(...(args as [never])),
      ]);
      return { disk: { ...own, ...Object.fromEntries(entries) } };
    });
    return { ...tab, break: () => (isBroken = true) };
  }

  /** Ends the tab's process at once. */
  kill({ process }: HarnessTab): void {
    process.alive = false;
    this.#harness.network.cutAll(process);
    this.#tabs.release(process);
  }

  /** The browser freezes the tab, which keeps its lock. */
  freeze({ process }: HarnessTab): void {
    this.#harness.world.freeze(process);
    this.#harness.network.cutAll(process);
  }

  /** The content of the device's storage. */
  load(): ReturnType<DeviceStore['load']> {
    return this.#harness.finish(this.disk.storeFor(new Process()).load());
  }
}

/** Collects the progress that a tab reports. */
export function progressOf({ replica }: HarnessTab): Progress[] {
  const told: Progress[] = [];
  replica.subscribe('status', () => {
    const { load } = replica.status();
    if (load && load.received !== told.at(-1)?.received) told.push(load);
  });
  return told;
}
