import type { Mutation } from '#src/tables/operations.ts';
import type { SimulatedDevice, SimulatedTab } from './simulated-device.ts';
import type { DiskImage } from './simulated-disk.ts';

/** A mutation that a simulated user made. */
export interface Attempt {
  readonly userId: string;
  readonly tab: SimulatedTab;
  readonly mutation: Mutation;
  /**
   * The tab's answer. `durable`: stored on the device. `answered`: stored by a server only, since the disk failed.
   * `failed`: not stored.
   */
  outcome: 'unknown' | 'durable' | 'answered' | 'failed';
  /** The devices that must not lose it: its author, and devices with a copy of a disk that contained it. */
  readonly owners: Set<SimulatedDevice>;
  /** The devices that settled its rejection. */
  readonly settledOn: Set<SimulatedDevice>;
  /** True once a server that had it was set back to an earlier state. */
  wasLost: boolean;
}

/** All mutations of the simulated users. */
export class Attempts {
  readonly #byId = new Map<string, Attempt>();

  add(device: SimulatedDevice, tab: SimulatedTab, mutation: Mutation): Attempt {
    const { userId } = device;
    const owners = new Set([device]);
    const attempt: Attempt = {
      userId,
      tab,
      mutation,
      owners,
      outcome: 'unknown',
      settledOn: new Set(),
      wasLost: false,
    };
    this.#byId.set(mutation.id, attempt);
    return attempt;
  }

  get(mutationId: string): Attempt | undefined {
    return this.#byId.get(mutationId);
  }

  of(userId: string): Attempt[] {
    return [...this.#byId.values()].filter((attempt) => attempt.userId === userId);
  }

  /** Notes that the device now has only the content of `image`, and accounts for that alone. */
  startFrom(device: SimulatedDevice, { state }: DiskImage): void {
    const held = new Set([...state.outbox, ...state.rejections].map(({ mutation }) => mutation.id));
    for (const [id, { owners }] of this.#byId) {
      if (held.has(id)) owners.add(device);
      else owners.delete(device);
    }
  }
}
