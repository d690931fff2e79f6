import { DatabaseSync } from 'node:sqlite';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { Lock } from './gated-driver.ts';
import type { Release } from './releases.ts';
import { SimulatedBus } from './simulated-bus.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedServer, type SimulationFolder } from './simulated-server.ts';
import { Process, type World } from './world.ts';

export interface ClusterOptions {
  readonly world: World;
  readonly network: SimulatedNetwork;
  /** The database file of all servers. */
  readonly path: string;
  readonly folder: SimulationFolder;
  /** How many servers there are when all run. */
  readonly size: number;
  readonly release: Release;
  readonly onError: (error: unknown) => void;
}

/** The differences of a database that was set back. */
export interface LostState {
  /** The ids of the lost mutations. */
  readonly mutations: ReadonlySet<string>;
  /** The ids of the remaining rows. */
  readonly rows: ReadonlySet<string>;
  /** The ids of the rows that the database had before, or had purged. */
  readonly known: ReadonlySet<string>;
  /** The remaining version of each user. */
  readonly versions: ReadonlyMap<string, number>;
}

/** Larger than the number of changes in any schedule. */
const SET_BACK_MS = 1_000_000;

/** Servers on one database, with a bus between them. Each may be down, and run its own release. */
export class SimulatedCluster {
  readonly bus: SimulatedBus;
  /** The clock difference (ms) of each server that starts from now on. */
  skew = 0;
  readonly #options: ClusterOptions;
  readonly #writing = new Lock();
  #servers: SimulatedServer[] = [];
  #setBacks = 0;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.bus = new SimulatedBus(options.world);
    for (let n = 0; n < options.size; n++) this.start(options.release);
  }

  get isComplete(): boolean {
    return this.#servers.length === this.#options.size;
  }

  /** The release of the app in a newly loaded tab. If no server runs, it is the latest one, as from a service worker. */
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

  /** Kills a random server; false if none runs. */
  async killOne(): Promise<boolean> {
    if (this.#servers.length === 0) return false;
    await this.#kill(this.#options.world.random.pick(this.#servers));
    return true;
  }

  async killAll(): Promise<void> {
    for (const server of this.#servers) await this.#kill(server);
  }

  /** Replaces the servers of other releases, so that all run this one. */
  async replaceAllBy(release: Release): Promise<void> {
    for (const server of this.#servers) if (server.release !== release) await this.#kill(server);
    while (!this.isComplete) this.start(release);
  }

  /** A backup of the servers' current database. */
  backUp(): string {
    return this.#options.folder.backUp(this.#options.path);
  }

  /** Ends all servers, restores the database as the admin command does, and starts one server. Returns the losses. */
  async setBack(backup: string, userIds: readonly string[]): Promise<LostState> {
    const { folder, path, release, world } = this.#options;
    await this.killAll();
    const before = readState(path);
    folder.restore(path, backup);
    const after = readState(path);
    // After each restore, the server's clock is ahead of all versions given out before, as real clocks are.
    this.#setBacks += 1;
    this.skew = this.#setBacks * SET_BACK_MS;
    this.start(release);
    this.skew = 0;
    const [server] = this.#servers;
    this.#setServers([]);
    const done = server?.outdateDevices(userIds);
    await world.rest();
    await done;
    await this.killAll();
    await server?.kill();
    this.start(release);
    return {
      mutations: before.mutations.difference(after.mutations),
      rows: after.rows,
      known: before.rows.union(before.purged),
      versions: after.versions,
    };
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

function readState(path: string) {
  using database = new DatabaseSync(path);
  const read = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[];
  const rows = TABLE_NAMES.flatMap((table) => read(`select id from ${table}`));
  return {
    mutations: new Set(read('select mutation_id from mutation').map((row) => String(row['mutation_id']))),
    rows: new Set(rows.map(({ id }) => String(id))),
    purged: new Set(read("select id from purged where what = 'purge'").map(({ id }) => String(id))),
    versions: new Map(
      read('select space_id, version from space').map((row) => [
        String(row['space_id']),
        Number(row['version']),
      ]),
    ),
  };
}
