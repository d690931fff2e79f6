import assert from 'node:assert/strict';
import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { TODAYS } from './releases.ts';
import { IN_STEP } from './samples.ts';
import { SimulatedDevice } from './simulated-device.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedServer, type SimulationFolder } from './simulated-server.ts';
import { World } from './world.ts';

const MINUTE = 60_000;

/** Two devices of one user in a simulated world, with the server and the network between them. */
export class TwoDevices {
  readonly #world: World;
  readonly #network: SimulatedNetwork;
  readonly #server: SimulatedServer;
  readonly #devices: SimulatedDevice[];
  readonly #errors: unknown[] = [];

  private constructor(seed: number, folder: SimulationFolder) {
    const world = new World(seed);
    const onError = (error: unknown) => this.#errors.push(error);
    this.#world = world;
    this.#network = new SimulatedNetwork(world);
    this.#server = new SimulatedServer({ world, path: folder.newDatabase(), onError });
    this.#devices = [1, 2].map(() => new SimulatedDevice(world, this.#network, 'ada', onError));
  }

  /** Opens two devices that both have the result of `operations`. */
  static async open(
    seed: number,
    folder: SimulationFolder,
    operations: readonly Operation[],
  ): Promise<TwoDevices> {
    const devices = new TwoDevices(seed, folder);
    for (const device of devices.#devices) device.openTab(TODAYS);
    await devices.join();
    await devices.do(devices.replicas[0], ...operations);
    await devices.join();
    return devices;
  }

  get replicas(): readonly [Replica, Replica] {
    const [one, two] = this.#devices.map(({ tabs }) => tabs[0]?.replica);
    if (!one || !two) throw new Error('A tab has not loaded.');
    return [one, two];
  }

  /** Runs the operations on one of the devices, each as a change of its own. */
  async do(replica: Replica, ...operations: readonly Operation[]): Promise<void> {
    for (const operation of operations) {
      const done = replica.history.do([operation]);
      await this.#world.rest();
      await done;
    }
  }

  /** Lets the work of a device end. */
  async finish<T>(work: Promise<T>): Promise<T> {
    await this.#world.rest();
    return work;
  }

  async undo(replica: Replica): Promise<void> {
    const done = replica.history.undo();
    await this.#world.rest();
    assert.equal((await done)?.error, null);
  }

  /** Cuts both off from the server. */
  async part(): Promise<void> {
    this.#network.servers = [];
    this.#network.cutAll(this.#server.process);
    await this.#world.rest();
  }

  /** Connects both again, in random order. Each gets the other's changes. */
  async join(): Promise<void> {
    this.#network.servers = [this.#server];
    await this.#world.pass(5 * MINUTE);
    assert.deepEqual(this.#errors, []);
    for (const replica of this.replicas) assert.deepEqual(replica.status(), IN_STEP);
  }

  end(): Promise<void> {
    return this.#server.kill();
  }
}
