import type { LeadEvents } from '#src/sync/client/replica-options.ts';
import type { TabChannel, TabMessage } from '#src/sync/client/tabs/tab-channel.ts';
import type { Process, World } from './world.ts';

interface Member {
  readonly tab: Process;
  readonly receive: (message: TabMessage) => void;
}

interface Candidate {
  readonly tab: Process;
  readonly events: LeadEvents;
  hasLeft: boolean;
}

/** A BroadcastChannel and a Web Lock for the tabs of one user on one device. */
export class SimulatedTabs {
  readonly #world: World;
  readonly #members = new Set<Member>();
  #candidates: Candidate[] = [];
  #leader: Candidate | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  join(tab: Process, receive: (message: TabMessage) => void): TabChannel {
    const member = { tab, receive };
    this.#members.add(member);
    // Messages from one tab to another arrive in order.
    const underWay = new Map<Member, TabMessage[]>();
    return {
      post: (message) => {
        for (const other of this.#members) {
          if (other === member || !other.tab.alive) continue;
          const queue = underWay.get(other) ?? [];
          underWay.set(other, queue);
          queue.push(structuredClone(message));
          this.#world.later(other.tab, () => {
            // A dead process may lose its undelivered messages.
            if (!tab.alive && this.#world.random.chance(0.5)) queue.length = 0;
            const next = queue.shift();
            if (next && this.#members.has(other)) other.receive(next);
          });
        }
      },
      close: () => this.#members.delete(member),
    };
  }

  lead(tab: Process, events: LeadEvents, steal: boolean): () => void {
    const candidate: Candidate = { tab, events, hasLeft: false };
    if (steal) this.#rob(candidate);
    else this.#candidates.push(candidate);
    this.#grant();
    return () => {
      candidate.hasLeft = true;
      this.#candidates = this.#candidates.filter((other) => other !== candidate);
      if (this.#leader === candidate) this.release(tab);
    };
  }

  /** Passes the lead on after the tab has closed or died. A frozen tab keeps the lead, and can get it. */
  release(tab: Process): void {
    if (this.#leader?.tab !== tab) return;
    this.#leader = null;
    this.#grant();
  }

  #rob(thief: Candidate): void {
    const victim = this.#leader;
    this.#leader = null;
    this.#candidates.unshift(thief);
    if (!victim) return;
    this.#world.coverage.saw('robbed');
    this.#tell(victim, 'robbed');
  }

  #grant(): void {
    while (!this.#leader) {
      const next = this.#candidates.shift();
      if (!next) return;
      if (!next.tab.alive) continue;
      this.#leader = next;
      this.#tell(next, 'run');
    }
  }

  #tell(candidate: Candidate, event: keyof LeadEvents): void {
    this.#world.later(candidate.tab, () => candidate.hasLeft || candidate.events[event]());
  }
}
