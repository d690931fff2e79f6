import { DatabaseSync } from 'node:sqlite';
import { setImmediate as otherWork } from 'node:timers/promises';
import { BEAT_INTERVAL_MS } from '#src/sync/protocol.ts';
import { checkUser } from './check.ts';
import type { Coverage } from './coverage.ts';
import { NEXT, TODAYS } from './releases.ts';
import { Schedule } from './schedule.ts';
import { SimulatedCluster } from './simulated-cluster.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import type { SimulationFolder } from './simulated-server.ts';
import { World } from './world.ts';

/** The number of random events before all faults end. */
const EVENTS = 120;
/**
 * The number of beats after that. They leave time to notice a dead socket, for the longest wait to retry, for old tabs
 * to reload, and to try a mutation again that an older server did not know.
 */
const HEALING_BEATS = 16;
/** The last of these beats: users do nothing meanwhile. */
const QUIET_BEATS = 3;

/**
 * Runs one schedule. Users work on several devices with several tabs each, against the real server code. Meanwhile
 * connections break, disks fail and are copied, clocks jump, releases change, and tabs, devices and servers die. Then
 * all faults end, and every device must equal the server. Throws the first problem. The same seed repeats the run.
 */
export async function simulate(seed: number, folder: SimulationFolder): Promise<Coverage> {
  const simulation = new Simulation(seed, folder);
  try {
    await simulation.run();
    await simulation.heal();
    return simulation.check();
  } finally {
    await simulation.end();
    await otherWork();
  }
}

class Simulation {
  readonly #world: World;
  readonly #network: SimulatedNetwork;
  readonly #cluster: SimulatedCluster;
  readonly #folder: SimulationFolder;
  readonly #path: string;
  readonly #schedule: Schedule;
  readonly #errors: unknown[] = [];

  constructor(seed: number, folder: SimulationFolder) {
    const world = new World(seed);
    const { random } = world;
    const network = new SimulatedNetwork(world);
    const onError = (error: unknown) => this.#errors.push(error);
    this.#world = world;
    this.#network = network;
    this.#folder = folder;
    this.#path = folder.newDatabase();
    this.#cluster = new SimulatedCluster({
      world,
      network,
      path: this.#path,
      folder,
      size: random.pick([1, 2, 2]),
      release: TODAYS,
      onError,
    });
    this.#schedule = new Schedule({ world, network, cluster: this.#cluster, onError });
    for (let user = 0; user <= random.integer(2); user++) {
      for (let device = 0; device <= random.integer(3); device++) this.#schedule.addDevice(`user-${user}`);
    }
    this.#cluster.bus.faults = {
      lose: random.pick([0, 0.3, 0.6, 1]),
      double: random.pick([0, 0.3]),
      delay: random.pick([0, 20]),
    };
    network.faults = {
      silence: random.pick([0, 0.01, 0.05]),
      cut: random.pick([0, 0.02, 0.1]),
      duplicate: random.pick([0, 0.05]),
      reject: random.pick([0, 0.2, 0.5]),
    };
  }

  async run(): Promise<void> {
    const { random } = this.#world;
    for (const device of this.#schedule.devices) device.openTab(TODAYS);
    for (let event = 0; event < EVENTS; event++) {
      await this.#schedule.next();
      for (let step = random.integer(20); step > 0; step--) await this.#world.advance();
    }
  }

  /** Ends all faults except those of the bus, which cost only latency. Waits until the world is at rest. */
  async heal(): Promise<void> {
    this.#network.faults = { silence: 0, cut: 0, duplicate: 0, reject: 0 };
    const release = this.#world.random.pick([TODAYS, TODAYS, NEXT]);
    await this.#cluster.replaceAllBy(release);
    for (const device of this.#schedule.devices) {
      device.disk.faults = { lost: 0, unclear: 0 };
      // The other frozen tabs stay frozen, even with the lead.
      if (this.#world.random.chance(0.5)) this.#schedule.thawOne(device);
      if (device.running.length === 0) device.openTab(release);
    }
    for (let beat = 0; beat < HEALING_BEATS; beat++) {
      this.#cluster.beat();
      await this.#world.pass(BEAT_INTERVAL_MS);
      if (beat >= HEALING_BEATS - QUIET_BEATS) continue;
      for (const device of this.#schedule.devices) {
        this.#schedule.reloadOldTab(device);
        this.#schedule.reloadTabsInMemory(device);
        device.look();
      }
    }
  }

  check(): Coverage {
    if (this.#errors.length > 0) throw this.#errors[0];
    const { coverage } = this.#world;
    using database = new DatabaseSync(this.#path, { readOnly: true });
    for (const [userId, devices] of Map.groupBy(this.#schedule.devices, (device) => device.userId)) {
      const { rejections, purged, ended, erased, doneOtherwise, lost } = checkUser(
        database,
        devices,
        this.#schedule.attempts.of(userId),
        this.#world.hasOtherEffects,
        this.#schedule.held,
      );
      coverage.saw('rejection', rejections);
      coverage.saw('lostChange', lost);
      coverage.saw('purgedRow', purged);
      coverage.saw('endedTask', ended);
      coverage.saw('erasedText', erased);
      coverage.saw('doneOtherwise', doneOtherwise);
    }
    return coverage;
  }

  async end(): Promise<void> {
    await this.#cluster.killAll();
    this.#folder.delete(this.#path);
  }
}
