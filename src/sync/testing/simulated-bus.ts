import type { Bus, Hint } from '#src/sync/server/bus.ts';
import type { Process, World } from './world.ts';

/** The probability of each fault for a hint on its way to one server. */
export interface BusFaults {
  lose: number;
  double: number;
  /** The most additional steps that a hint takes. */
  delay: number;
}

interface Member {
  readonly server: Process;
  readonly receive: (hint: Hint) => void;
}

/** Hints between servers. They take any time, so they arrive in any order. They may get lost or doubled. */
export class SimulatedBus {
  readonly #world: World;
  readonly #members: Member[] = [];
  faults: BusFaults = { lose: 0, double: 0, delay: 0 };

  constructor(world: World) {
    this.#world = world;
  }

  join(server: Process): Bus {
    return {
      publish: (hint) => {
        // A real bus carries text too, so no object is shared.
        const text = JSON.stringify(hint);
        for (const other of this.#members)
          if (other.server !== server && other.server.alive) this.#send(other, text);
      },
      subscribe: (receive) => this.#members.push({ server, receive }),
    };
  }

  #send({ server, receive }: Member, text: string): void {
    const { random, coverage } = this.#world;
    if (random.chance(this.faults.lose)) return coverage.saw('hintLost');
    const isDoubled = random.chance(this.faults.double);
    if (isDoubled) coverage.saw('hintDoubled');
    for (let copy = isDoubled ? 2 : 1; copy > 0; copy--) {
      this.#carry(server, random.integer(this.faults.delay + 1), () => {
        coverage.saw('hintTaken');
        receive(JSON.parse(text) as Hint);
      });
    }
  }

  /** Delivers a hint after this many steps. Each step takes any time, so later hints may overtake. */
  #carry(server: Process, steps: number, arrive: () => void): void {
    this.#world.later(server, () => (steps === 0 ? arrive() : this.#carry(server, steps - 1, arrive)));
  }
}
