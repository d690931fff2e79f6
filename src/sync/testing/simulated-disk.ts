import type { Mutation } from '#src/mutators/index.ts';
import { emptyRows } from '#src/mutators/overlay.ts';
import {
  fits,
  StaleDevice,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type OutboxRecord,
  type Rejection,
} from '#src/sync/client/device-store.ts';
import type { Process, World } from './world.ts';

interface Transaction {
  readonly owner: Process;
  readonly run: () => void;
}

/**
 * One user's IndexedDB on one device: transactions of all tabs run one after the other, in the order in which they were
 * asked for; each takes its time, and its answer takes some more. It survives the tabs.
 */
export class SimulatedDisk {
  readonly #world: World;
  readonly #queue: Transaction[] = [];
  #rows = emptyRows();
  #version = 0;
  #outbox: OutboxRecord[] = [];
  #nextSeq = 1;
  readonly #rejections = new Map<string, Rejection>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The store as one tab sees it. */
  storeFor(tab: Process): DeviceStore {
    const run = <T>(work: () => T) => this.#transact(tab, work);
    return {
      load: () => run(() => this.#load()),
      version: () => run(() => this.#version),
      readOutbox: (seqs) => run(() => this.#outbox.filter((record) => seqs.includes(record.seq))),
      outboxSeqs: () => run(() => this.#outbox.map((record) => record.seq)),
      addToOutbox: (mutations) => run(() => mutations.map((mutation) => this.#add(mutation))),
      applyPatch: (patch) => run(() => this.#apply(patch)),
      deleteRejection: (mutationId) => run(() => void this.#rejections.delete(mutationId)),
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
      // Owned by nobody: a disk does not die with a tab.
      this.#world.later(DISK, () => this.#queue.shift()?.run());
    });
  }

  #load(): DeviceState {
    return {
      version: this.#version,
      collections: [...this.#rows.collection.values()],
      tasks: [...this.#rows.task.values()],
      outbox: [...this.#outbox],
      rejections: [...this.#rejections.values()],
    };
  }

  #add(mutation: Mutation): number {
    const seq = this.#nextSeq++;
    // As IndexedDB and the wire do: what is stored is a copy.
    this.#outbox.push({ seq, mutation: structuredClone(mutation) });
    return seq;
  }

  #apply(patch: DevicePatch): void {
    if (!fits(patch, this.#version)) throw new StaleDevice();
    if (patch.from === 0) this.#rows = emptyRows();
    for (const row of patch.collections) this.#rows.collection.set(row.id, row);
    for (const row of patch.tasks) this.#rows.task.set(row.id, row);
    this.#outbox = this.#outbox.filter((record) => !patch.settled.includes(record.mutation.id));
    for (const rejection of patch.rejections) this.#rejections.set(rejection.mutation.id, rejection);
    this.#version = patch.to;
  }
}

const DISK: Process = { alive: true };

function attempt<T>(work: () => T) {
  try {
    const result = work();
    return (resolve: (value: T) => void) => resolve(result);
  } catch (error) {
    return (_resolve: (value: T) => void, reject: (reason: unknown) => void) => reject(error);
  }
}
