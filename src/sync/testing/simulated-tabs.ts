import type { TabChannel, TabMessage } from '#src/sync/client/tab-channel.ts';
import type { Process, World } from './world.ts';

interface Member {
  readonly tab: Process;
  readonly receive: (message: TabMessage) => void;
}

/** A BroadcastChannel and a Web Lock: what the tabs of one user on one device share besides the disk. */
export class SimulatedTabs {
  readonly #world: World;
  readonly #members = new Set<Member>();
  readonly #candidates: { readonly tab: Process; readonly run: () => void }[] = [];
  #leader: Process | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  join(tab: Process, receive: (message: TabMessage) => void): TabChannel {
    const member = { tab, receive };
    this.#members.add(member);
    // Messages from one tab to another arrive in the order in which they were posted.
    const underWay = new Map<Member, TabMessage[]>();
    return {
      post: (message) => {
        for (const other of this.#members) {
          if (other === member || !other.tab.alive) continue;
          const queue = underWay.get(other) ?? [];
          underWay.set(other, queue);
          queue.push(structuredClone(message));
          this.#world.later(other.tab, () => {
            // A process that died may take along what it had not handed over yet.
            if (!tab.alive && this.#world.random.chance(0.5)) queue.length = 0;
            const next = queue.shift();
            if (next && this.#members.has(other)) other.receive(next);
          });
        }
      },
      close: () => this.#members.delete(member),
    };
  }

  lead(tab: Process, run: () => void): () => void {
    const candidate = { tab, run };
    this.#candidates.push(candidate);
    this.#grant();
    return () => {
      const index = this.#candidates.indexOf(candidate);
      if (index >= 0) this.#candidates.splice(index, 1);
      this.release(tab);
    };
  }

  /** The tab has closed or died: the next in line leads. */
  release(tab: Process): void {
    if (this.#leader !== tab) return;
    this.#leader = null;
    this.#grant();
  }

  #grant(): void {
    while (!this.#leader) {
      const next = this.#candidates.shift();
      if (!next) return;
      if (!next.tab.alive) continue;
      this.#leader = next.tab;
      this.#world.later(next.tab, next.run);
    }
  }
}
