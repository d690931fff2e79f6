import type { Mutation } from '#src/mutators/index.ts';
import type { SimulatedDevice, SimulatedTab } from './simulated-device.ts';
import type { DiskImage } from './simulated-disk.ts';

/** A mutation that a simulated user made. */
export interface Attempt {
  readonly userId: string;
  readonly tab: SimulatedTab;
  readonly mutation: Mutation;
  /** What the tab said: not yet anything, that it is saved, that a server has it though the tab keeps nothing, that it could not be saved. */
  outcome: 'unknown' | 'durable' | 'answered' | 'failed';
  /** The devices that have to account for it: where it was made, and copies of that disk which held it. */
  readonly owners: Set<SimulatedDevice>;
  /** Where the user settled its rejection. */
  readonly settledOn: Set<SimulatedDevice>;
  /** A server had it, and was set back to before it. */
  wasLost: boolean;
}

/** All that the simulated users have done. */
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

  /** The device has nothing but what is in `image`: it has to account for that, and for nothing else any more. */
  startFrom(device: SimulatedDevice, { state }: DiskImage): void {
    const held = new Set([...state.outbox, ...state.rejections].map(({ mutation }) => mutation.id));
    for (const [id, { owners }] of this.#byId) {
      if (held.has(id)) owners.add(device);
      else owners.delete(device);
    }
  }
}
