import { MutationRejected } from '#src/domain/errors.ts';
import type { Mutation, Operation } from '#src/tables/operations.ts';
import { StorageFailed } from '#src/sync/client/state/outbox.ts';
import type { Rejection } from '#src/sync/client/storage/device-store.ts';
import { Attempts } from './attempts.ts';
import { HeldRows } from './held-rows.ts';
import { OLDER_TABLES, RELEASES, TODAYS } from './releases.ts';
import type { SimulatedCluster } from './simulated-cluster.ts';
import { SimulatedDevice, type SimulatedTab } from './simulated-device.ts';
import { DiskFault, type DiskImage } from './simulated-disk.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { act } from './simulated-user.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;

/**
 * Ages of rows to purge, in ms. The last one exceeds the difference of the servers' clocks, so no row is that old. It
 * does not exceed the jumps of devices' clocks.
 */
const PURGE_AGES = [0, 0, 5_000, 100 * DAY_MS];

export interface ScheduleOptions {
  readonly world: World;
  readonly network: SimulatedNetwork;
  readonly cluster: SimulatedCluster;
  readonly onError: (error: unknown) => void;
}

/** Random events, one after the other: users act, and faults happen. */
export class Schedule {
  readonly devices: SimulatedDevice[] = [];
  readonly attempts = new Attempts();
  readonly #world: World;
  readonly #network: SimulatedNetwork;
  readonly #cluster: SimulatedCluster;
  readonly #onError: (error: unknown) => void;
  /** The rows that devices had when the server was set back behind them. */
  readonly held = new HeldRows();
  readonly #images = new Map<SimulatedDevice, DiskImage>();
  #backup: string | null = null;

  constructor({ world, network, cluster, onError }: ScheduleOptions) {
    this.#world = world;
    this.#network = network;
    this.#cluster = cluster;
    this.#onError = onError;
  }

  /** Makes one event happen to a random device, or to a server. */
  async next(): Promise<void> {
    const { random } = this.#world;
    const device = random.pick(this.devices);
    const { running } = device;
    const tab = running.length > 0 ? random.pick(running) : null;
    const dice = random.integer(219);
    if (dice < 120) return this.#act(device, tab);
    if (dice < 128) return this.#purge(device.userId);
    if (dice < 131) return this.addDevice(device.userId).openTab(this.#cluster.release);
    if (dice < 149) return device.openTab(this.#cluster.release);
    if (dice < 156)
      return device.tabs.length > 0 ? this.#kill(device, [random.pick(device.tabs)]) : undefined;
    if (dice < 160) return tab ? device.closeTab(tab) : undefined;
    if (dice < 163) return this.#kill(device, device.tabs);
    if (dice < 171) return this.#startOrKillServer();
    if (dice < 174) return tab?.replica?.reconnect();
    if (dice < 180) return this.#cluster.beat();
    if (dice < 185) return this.reloadOldTab(device);
    if (dice < 188) return this.#breakOrMend(device);
    if (dice < 190) return this.#jump(device);
    if (dice < 192) return void this.#images.set(device, device.disk.image());
    if (dice < 193) return this.#rollBack(device);
    if (dice < 194) return this.#clone(device);
    if (dice < 196) return this.#erase(device);
    if (dice < 202) return tab ? device.freezeTab(tab) : undefined;
    if (dice < 205) return this.thawOne(device);
    if (dice < 208) return tab ? device.turnTab(tab) : undefined;
    if (dice < 212) return this.#settleRejection(device, tab);
    if (dice < 215) return this.#pressNotification(device, tab);
    if (dice < 216) return this.#openOlderApp(device);
    if (dice < 218 || this.#backup === null) this.#backup = this.#cluster.backUp();
    else await this.#setBack(this.#backup);
  }

  addDevice(userId: string): SimulatedDevice {
    const device = new SimulatedDevice(this.#world, this.#network, userId, this.#onError);
    this.devices.push(device);
    return device;
  }

  /** Thaws one of the device's frozen tabs. */
  thawOne(device: SimulatedDevice): void {
    const frozen = device.tabs.filter(({ process }) => process.frozen);
    if (frozen.length > 0) device.thawTab(this.#world.random.pick(frozen));
  }

  #purge(userId: string): void {
    const { random } = this.#world;
    const age = random.pick(PURGE_AGES);
    this.#cluster.purge(userId, age, random.pick([0, age]));
  }

  #act(device: SimulatedDevice, tab: SimulatedTab | null): void {
    const done = tab?.replica ? act(this.#world, tab.replica, device.now(), tab.release) : null;
    if (!tab || !done) return;
    this.#world.coverage.saw('mutation');
    const { saved, ...operation } = done;
    this.#watch(device, tab, operation, saved);
  }

  #watch(device: SimulatedDevice, tab: SimulatedTab, operation: Operation, saved: Promise<void>): void {
    const { name, args } = operation;
    const attempt = this.attempts.add(device, tab, { id: tab.lastId, name, args } as Mutation);
    saved.then(
      () => (attempt.outcome = tab.workedInMemory ? 'answered' : 'durable'),
      (error: unknown) => {
        if (!(error instanceof StorageFailed)) this.#onError(error);
        attempt.outcome = 'failed';
        this.#world.coverage.saw('storageFailed');
      },
    );
  }

  /** The user completes a task of this tab in a notification. Half of the time, all tabs have died before. */
  #pressNotification(device: SimulatedDevice, tab: SimulatedTab | null): void {
    const { random } = this.#world;
    const tasks = [...(tab?.replica?.rows('task') ?? [])];
    if (!tab || tasks.length === 0) return;
    if (random.chance(0.5)) this.#kill(device, device.tabs);
    const at = device.now();
    const id = random.uuid(at);
    const mutation: Mutation = { id, name: 'task.complete', args: { id: random.pick(tasks).id, at } };
    const attempt = this.attempts.add(device, { ...tab, workedInMemory: false }, mutation);
    device.pressNotification(mutation).then(
      () => (attempt.outcome = 'durable'),
      (error: unknown) => {
        if (!(error instanceof DiskFault)) this.#onError(error);
        attempt.outcome = 'failed';
      },
    );
  }

  #kill(device: SimulatedDevice, tabs: readonly SimulatedTab[]): void {
    this.#world.coverage.saw('crash', tabs.length);
    for (const tab of tabs) device.killTab(tab);
  }

  async #startOrKillServer(): Promise<void> {
    const { random, coverage } = this.#world;
    if (!this.#cluster.isComplete && random.chance(0.6)) {
      this.#cluster.skew = random.pick([0, 0, -40, 40]) * DAY_MS;
      return this.#cluster.start(random.pick([TODAYS, TODAYS, ...RELEASES]));
    }
    if (await this.#cluster.killOne()) coverage.saw('crash');
  }

  /** The user reloads a tab that asks for it, unless another tab with the new app can sync for it. */
  reloadOldTab(device: SimulatedDevice): void {
    const { release } = this.#cluster;
    const { running } = device;
    const hasNew = running.some((tab) => tab.release.protocol === release.protocol);
    const old = running.find(
      ({ replica, workedInMemory }) =>
        replica?.status().connection === 'upgrade' && (workedInMemory || !hasNew),
    );
    if (!old) return;
    device.killTab(old);
    device.openTab(release);
  }

  /** The user tries the disk again once the server has all changes of a tab in memory. */
  reloadTabsInMemory(device: SimulatedDevice): void {
    for (const tab of device.running) {
      if (!tab.workedInMemory || tab.replica?.status().unsent !== 0) continue;
      this.#world.coverage.saw('memoryLeft');
      device.killTab(tab);
      device.openTab(this.#cluster.release);
    }
  }

  /**
   * Deletes the whole disk under its tabs. One tab has all unsent changes, and the tabs restore the disk before any of
   * them dies.
   */
  async #erase(device: SimulatedDevice): Promise<void> {
    const { random, coverage } = this.#world;
    await this.#world.rest();
    const stored = device.disk.image().state.outbox.map(({ mutation }) => mutation.id);
    const isKnown = device.running.some(({ replica, workedInMemory }) => {
      const known = new Set(replica?.unsentIds());
      return !workedInMemory && stored.every((id) => known.has(id));
    });
    if (!isKnown || device.disk.faults.lost + device.disk.faults.unclear > 0) return;
    coverage.saw('erased');
    this.held.forget(device);
    device.disk.erase();
    for (let step = random.integer(30); step > 0; step--) {
      if (random.chance(0.3)) this.#act(device, random.pick(device.running));
      await this.#world.advance();
    }
    await this.#world.rest();
  }

  #breakOrMend(device: SimulatedDevice): void {
    const { random } = this.#world;
    const isBroken = device.disk.faults.lost + device.disk.faults.unclear > 0;
    device.disk.faults = isBroken
      ? { lost: 0, unclear: 0 }
      : random.pick([
          { lost: 0.1, unclear: 0 },
          { lost: 0, unclear: 0.1 },
          { lost: 0.3, unclear: 0.3 },
          { lost: 1, unclear: 0 },
        ]);
  }

  /** The clock jumps by up to 400 days, in either direction. */
  #jump(device: SimulatedDevice): void {
    this.#world.coverage.saw('clockJump');
    device.skew = (this.#world.random.integer(801) - 400) * DAY_MS;
  }

  /** The server is restored from an older backup. */
  async #setBack(backup: string): Promise<void> {
    this.#world.coverage.saw('setBack');
    const userIds = [...new Set(this.devices.map(({ userId }) => userId))];
    const lost = await this.#cluster.setBack(backup, userIds);
    for (const id of lost.mutations) {
      const attempt = this.attempts.get(id);
      if (attempt) attempt.wasLost = true;
    }
    for (const device of this.devices) this.held.note(device, lost);
  }

  /** The disk returns to an earlier state, as after restoring a backup of the device. */
  #rollBack(device: SimulatedDevice): void {
    const image = this.#images.get(device);
    if (!image) return;
    this.#world.coverage.saw('rollback');
    this.#kill(device, device.tabs);
    device.disk.restore(image);
    this.held.forget(device);
    this.attempts.startFrom(device, image);
    device.openTab(this.#cluster.release);
  }

  /** The user opens an older app, which reloads the tables that it knows, and then today's app again. */
  #openOlderApp(device: SimulatedDevice): void {
    this.#world.coverage.saw('olderApp');
    this.#kill(device, device.tabs);
    device.disk.keepOnly(OLDER_TABLES);
    device.openTab(this.#cluster.release);
  }

  /** A second device continues from a copy of the disk, with the same outbox. */
  #clone(device: SimulatedDevice): void {
    this.#world.coverage.saw('clone');
    const clone = this.addDevice(device.userId);
    const image = device.disk.image();
    clone.disk.restore(image);
    this.attempts.startFrom(clone, image);
    clone.openTab(this.#cluster.release);
  }

  /** Sends a lost change again, unless the tab rejects it or its app does not know it. */
  #sendAgain(device: SimulatedDevice, tab: SimulatedTab, { mutation }: Rejection): void {
    this.held.settle(mutation.args.id);
    if (tab.release.lacks(mutation)) return;
    try {
      const saved = tab.replica?.mutate(mutation.name, mutation.args);
      if (!saved) return;
      this.#world.coverage.saw('sentAgain');
      this.#watch(device, tab, mutation, saved);
    } catch (error) {
      if (!(error instanceof MutationRejected)) throw error;
    }
  }

  #settleRejection(device: SimulatedDevice, tab: SimulatedTab | null): void {
    const rejection = tab?.replica?.rejections()[0];
    if (!rejection || !tab?.replica) return;
    if (rejection.setBack) this.#sendAgain(device, tab, rejection);
    this.attempts.get(rejection.mutation.id)?.settledOn.add(device);
    tab.replica.discardRejection(rejection.mutation.id).catch((error: unknown) => {
      if (!(error instanceof DiskFault)) this.#onError(error);
    });
  }
}
