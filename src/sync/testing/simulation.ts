import type { Mutation } from '#src/mutators/index.ts';
import { BEAT_INTERVAL_MS } from '#src/sync/protocol.ts';
import { act } from './simulated-user.ts';
import { checkUser, type Attempt } from './check.ts';
import { SimulatedDevice, type SimulatedTab } from './simulated-device.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedServer, type SimulationFolder } from './simulated-server.ts';
import { World } from './world.ts';

/** Random events before the world heals. */
const EVENTS = 120;
/** Beats that a healed world is given: time enough to notice a dead socket and for the longest wait to retry. */
const HEALING_BEATS = 7;

/** What a run went through: a simulation that never met a rejection or a crash would prove nothing. */
export interface SimulationReport {
  readonly mutations: number;
  readonly rejections: number;
  readonly crashes: number;
  readonly pages: number;
  readonly purged: number;
}

/**
 * One schedule: users on several devices with several tabs each, against the real server code, while connections break
 * and tabs, devices and the server die. Then everything heals, and every device must equal the server. Throws what is
 * wrong; the seed gives the same run again.
 */
export async function simulate(seed: number, folder: SimulationFolder): Promise<SimulationReport> {
  const simulation = new Simulation(seed, folder);
  try {
    await simulation.run();
    await simulation.heal();
    return simulation.check();
  } finally {
    await simulation.end();
  }
}

class Simulation {
  readonly #world: World;
  readonly #network: SimulatedNetwork;
  readonly #folder: SimulationFolder;
  readonly #path: string;
  readonly #devices: SimulatedDevice[] = [];
  readonly #attempts: Attempt[] = [];
  readonly #errors: unknown[] = [];
  #server: SimulatedServer | null = null;
  #crashes = 0;

  constructor(seed: number, folder: SimulationFolder) {
    this.#world = new World(seed);
    this.#network = new SimulatedNetwork(this.#world);
    this.#folder = folder;
    this.#path = folder.newDatabase();
    const { random } = this.#world;
    for (let user = 0; user <= random.integer(2); user++) {
      for (let device = 0; device <= random.integer(3); device++) {
        this.#addDevice(`user-${user}`);
      }
    }
    this.#network.faults = {
      silence: random.pick([0, 0.01, 0.05]),
      cut: random.pick([0, 0.02, 0.1]),
      duplicate: random.pick([0, 0.05]),
      refuse: random.pick([0, 0.2, 0.5]),
    };
  }

  async run(): Promise<void> {
    const { random } = this.#world;
    this.#startServer();
    for (const device of this.#devices) device.openTab();
    for (let event = 0; event < EVENTS; event++) {
      await this.#event();
      for (let step = random.integer(20); step > 0; step--) await this.#world.advance();
    }
  }

  /** Ends all faults, and waits until nothing moves any more. */
  async heal(): Promise<void> {
    this.#network.faults = { silence: 0, cut: 0, duplicate: 0, refuse: 0 };
    if (!this.#server) this.#startServer();
    for (const device of this.#devices) if (device.tabs.length === 0) device.openTab();
    for (let beat = 0; beat < HEALING_BEATS; beat++) {
      void this.#server?.hub.beat();
      await this.#world.pass(BEAT_INTERVAL_MS);
    }
  }

  check(): SimulationReport {
    if (this.#errors.length > 0) throw this.#errors[0];
    const users = Map.groupBy(this.#devices, (device) => device.userId);
    const report = {
      mutations: this.#attempts.length,
      rejections: 0,
      crashes: this.#crashes,
      pages: this.#network.pages,
      purged: 0,
    };
    for (const [userId, devices] of users) {
      const attempts = this.#attempts.filter((attempt) => attempt.device.userId === userId);
      const { rejections, purged } = checkUser(this.#path, userId, devices, attempts);
      report.rejections += rejections;
      report.purged += purged;
    }
    return report;
  }

  async end(): Promise<void> {
    await this.#server?.kill();
    this.#folder.delete(this.#path);
  }

  async #event(): Promise<void> {
    const { random } = this.#world;
    const device = random.pick(this.#devices);
    const tab = device.tabs.length > 0 ? random.pick(device.tabs) : null;
    const dice = random.integer(100);
    if (dice < 65) return this.#act(device, tab);
    if (dice < 68) return this.#purge(device.userId);
    if (dice < 70) return this.#addDevice(device.userId).openTab();
    if (dice < 80) return device.openTab();
    if (dice < 84) return tab ? this.#kill(device, [tab]) : undefined;
    if (dice < 86) return tab ? device.closeTab(tab) : undefined;
    if (dice < 88) return this.#kill(device, device.tabs);
    if (dice < 92) return this.#server ? this.#killServer(this.#server) : this.#startServer();
    if (dice < 94) return tab?.replica?.reconnect();
    if (dice < 97) return void this.#server?.hub.beat();
    const rejection = tab?.replica?.rejections()[0];
    if (rejection && tab?.replica) {
      const attempt = this.#attempts.find(({ mutation }) => mutation.id === rejection.mutation.id);
      if (attempt) attempt.discarded = true;
      tab.replica.discardRejection(rejection.mutation.id).catch((error: unknown) => this.#errors.push(error));
    }
  }

  #addDevice(userId: string): SimulatedDevice {
    const device = new SimulatedDevice(this.#world, this.#network, userId, (error) =>
      this.#errors.push(error),
    );
    this.#devices.push(device);
    return device;
  }

  #purge(userId: string): void {
    const age = this.#world.random.pick([0, 0, 5_000]);
    this.#server?.purge(userId, age).catch((error: unknown) => this.#errors.push(error));
  }

  #act(device: SimulatedDevice, tab: SimulatedTab | null): void {
    const done = tab?.replica ? act(this.#world, tab.replica) : null;
    if (!tab || !done) return;
    const { saved, ...operation } = done;
    const mutation: Mutation = { ...operation, id: tab.lastId };
    const attempt: Attempt = { device, tab, mutation, durable: false, discarded: false };
    this.#attempts.push(attempt);
    saved.then(
      () => (attempt.durable = true),
      (error: unknown) => this.#errors.push(error),
    );
  }

  #kill(device: SimulatedDevice, tabs: readonly SimulatedTab[]): void {
    this.#crashes += tabs.length;
    for (const tab of tabs) device.killTab(tab);
  }

  #startServer(): void {
    this.#server = new SimulatedServer(this.#world, this.#path, (error) => this.#errors.push(error));
    this.#network.listener = this.#server;
  }

  async #killServer(server: SimulatedServer): Promise<void> {
    this.#crashes += 1;
    this.#server = null;
    this.#network.listener = null;
    await server.kill();
    this.#network.cutAll(server.process);
  }
}
