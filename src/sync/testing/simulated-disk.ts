import type { DeviceStore } from '#src/sync/client/device-store.ts';
import { MemoryDisk } from '#src/sync/client/memory-store.ts';
import type { Process, World } from './world.ts';

interface Transaction {
  readonly owner: Process;
  readonly run: () => void;
}

/** The disk's own process: it does not die with a tab. */
const DISK: Process = { alive: true };

/**
 * One user's IndexedDB on one device: transactions of all tabs run one after the other, in the order in which they were
 * asked for; each takes its time, and its answer takes some more. It survives the tabs.
 */
export class SimulatedDisk {
  readonly #world: World;
  readonly #disk = new MemoryDisk();
  readonly #queue: Transaction[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** The store as one tab sees it. */
  storeFor(tab: Process): DeviceStore {
    const disk = this.#disk;
    const run = <T>(work: () => T) => this.#transact(tab, work);
    return {
      load: () => run(() => disk.load()),
      readOutbox: (seqs) => run(() => disk.readOutbox(seqs)),
      outline: () => run(() => disk.outline()),
      addToOutbox: (mutations) => run(() => disk.addToOutbox(mutations)),
      applyPatch: (patch) => run(() => disk.applyPatch(patch)),
      deleteRejection: (mutationId) => run(() => disk.deleteRejection(mutationId)),
      changeHistory: (change) => run(() => disk.changeHistory(change)),
      reopen: () => run(() => {}),
      close: () => {},
      destroy: () => Promise.reject(new Error('No simulated user signs out.')),
    };
  }

  /** The tab has died: of the transactions it had asked for, the first few may still have been carried out. */
  abandon(tab: Process): void {
    const own = this.#queue.filter((transaction) => transaction.owner === tab);
    const kept = own.slice(0, this.#world.random.integer(own.length + 1));
    for (const transaction of own) {
      if (!kept.includes(transaction)) this.#queue.splice(this.#queue.indexOf(transaction), 1);
    }
  }

  #transact<T>(tab: Process, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        owner: tab,
        run: () => {
          const settle = attempt(work);
          this.#world.later(tab, () => settle(resolve, reject));
        },
      });
      this.#world.later(DISK, () => this.#queue.shift()?.run());
    });
  }
}

function attempt<T>(work: () => T) {
  try {
    const result = work();
    return (resolve: (value: T) => void) => resolve(result);
  } catch (error) {
    return (_resolve: (value: T) => void, reject: (reason: unknown) => void) => reject(error);
  }
}
