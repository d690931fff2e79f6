import { Lock } from './gated-driver.ts';
import type { Release } from './releases.ts';
import { SimulatedBus } from './simulated-bus.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedServer } from './simulated-server.ts';
import { Process, type World } from './world.ts';

export interface ClusterOptions {
  readonly world: World;
  readonly network: SimulatedNetwork;
  /** Where the database file is that all servers share. */
  readonly path: string;
  /** How many servers there are when all run. */
  readonly size: number;
  readonly release: Release;
  readonly onError: (error: unknown) => void;
}

/** Servers on one database, with a bus between them. Each may be down, and run a release of its own. */
export class SimulatedCluster {
  readonly bus: SimulatedBus;
  /** How far each newly started server's clock is off, in ms. */
  skew = 0;
  readonly #options: ClusterOptions;
  readonly #writing = new Lock();
  #servers: SimulatedServer[] = [];

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.bus = new SimulatedBus(options.world);
    for (let n = 0; n < options.size; n++) this.start(options.release);
  }

  get isComplete(): boolean {
    return this.#servers.length === this.#options.size;
  }

  /** What the app of a tab that is loaded now comes from; the latest when no server runs, as a service worker has it. */
  get release(): Release {
    const { world, release } = this.#options;
    return this.#servers.length > 0 ? world.random.pick(this.#servers).release : release;
  }

  start(release: Release): void {
    const { world, path, onError } = this.#options;
    const process = new Process();
    const { skew } = this;
    const bus = this.bus.join(process);
    const server = { world, path, onError, process, release, bus, skew, writing: this.#writing };
    this.#setServers([...this.#servers, new SimulatedServer(server)]);
  }

  /** One of them dies; false when none runs. */
  async killOne(): Promise<boolean> {
    if (this.#servers.length === 0) return false;
    await this.#kill(this.#options.world.random.pick(this.#servers));
    return true;
  }

  async killAll(): Promise<void> {
    for (const server of this.#servers) await this.#kill(server);
  }

  /** Afterwards all run this release; those that did already went on running. */
  async replaceAllBy(release: Release): Promise<void> {
    for (const server of this.#servers) if (server.release !== release) await this.#kill(server);
    while (!this.isComplete) this.start(release);
  }

  beat(): void {
    for (const { hub } of this.#servers) void hub.beat();
  }

  purge(userId: string, age: number, trashAge: number): void {
    const { world, onError } = this.#options;
    if (this.#servers.length > 0)
      world.random.pick(this.#servers).purge(userId, age, trashAge).catch(onError);
  }

  async #kill(server: SimulatedServer): Promise<void> {
    this.#setServers(this.#servers.filter((other) => other !== server));
    await server.kill();
    this.#options.network.cutAll(server.process);
  }

  #setServers(servers: SimulatedServer[]): void {
    this.#servers = servers;
    this.#options.network.servers = servers;
  }
}
