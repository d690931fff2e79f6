import type { DeviceDisk, DeviceState, DiskEvents } from '#src/sync/client/storage/device-store.ts';
import { MemoryDisk } from '#src/sync/client/storage/memory-store.ts';
import type { TableName } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { RowLists } from '#src/sync/protocol.ts';
import { Process, type World } from './world.ts';

interface Transaction {
  readonly owner: Process;
  readonly run: () => void;
}

/** The probabilities of failing writes. All 0 repairs the disk. */
export interface DiskFaults {
  /** The write is lost. */
  lost: number;
  /** The write is carried out, but reported as failed. */
  unclear: number;
}

/** The device's storage failed. */
export class DiskFault extends Error {}

/** The disk's own process: it outlives tabs. */
const DISK = new Process();

/** Stands for a record that has left the outbox. */
const FILLER = { id: '' } as Mutation;

/**
 * A user's IndexedDB on one device, which outlives the tabs. The transactions of all tabs run in the order of their
 * requests. Each takes some time, and so does its answer.
 */
export class SimulatedDisk {
  faults: DiskFaults = { lost: 0, unclear: 0 };
  /** The ids of all mutations ever stored. */
  readonly everStored = new Set<string>();
  readonly #world: World;
  #disk = new MemoryDisk();
  /** The number of records ever in its outbox. */
  #records = 0;
  readonly #queue: Transaction[] = [];
  readonly #listeners = new Map<Process, DiskEvents>();

  constructor(world: World) {
    this.#world = world;
  }

  /** The store for one tab. */
  storeFor(tab: Process): DeviceDisk {
    let disk = this.#disk;
    const read = <T>(work: (disk: MemoryDisk) => T) =>
      this.#transact(tab, () => {
        if (disk !== this.#disk) throw new DiskFault('The disk was erased under this tab.');
        return work(disk);
      });
    const write = <T>(work: (disk: MemoryDisk) => T) => read((disk) => this.#attempt(() => work(disk)));
    return {
      listen: (events) => this.#listeners.set(tab, events),
      load: () => read((disk) => disk.load()),
      loadFirst: () => read((disk) => disk.loadFirst()),
      keepFirst: (first) => write((disk) => disk.keepFirst(structuredClone(first))),
      readOutbox: (seqs) => read((disk) => disk.readOutbox(seqs)),
      outline: () => read((disk) => disk.outline()),
      addToOutbox: (mutations) =>
        write((disk) => {
          for (const { id } of mutations) this.everStored.add(id);
          this.#records += mutations.length;
          // Copied, as IndexedDB does.
          return disk.addToOutbox(structuredClone(mutations));
        }),
      applyPatch: (patch) =>
        write((disk) => {
          const { version, seqs } = disk.outline();
          disk.applyPatch(patch);
          if (patch.from > 0 || version === 0) return;
          this.#world.coverage.saw('resync');
          if (seqs.length > patch.settled.length) this.#world.coverage.saw('resyncWithOutbox');
        }),
      deleteRejections: (mutationIds) => write((disk) => disk.deleteRejections(mutationIds)),
      changeHistory: (change) => write((disk) => disk.changeHistory(change)),
      reopen: (known) =>
        this.#transact(tab, () => {
          if (disk === this.#disk) return null;
          disk = this.#disk;
          disk.repair(known);
          this.#records = Math.max(this.#records, ...disk.outline().seqs);
          return disk.load();
        }),
      close: () => this.#listeners.delete(tab),
      destroy: () => Promise.reject(new Error('No simulated user signs out.')),
    };
  }

  /** The content of the disk, to restore it later to this or another disk. */
  image(): DiskImage {
    return { state: this.#disk.load(), records: this.#records };
  }

  /** Makes the disk a copy of an earlier state of this or another disk. No tab may be using it. */
  restore({ state, records }: DiskImage): void {
    this.#queue.length = 0;
    this.#disk = new MemoryDisk();
    this.#records = records;
    const bySeq = new Map(state.outbox.map(({ seq, mutation }) => [seq, mutation]));
    this.#disk.addToOutbox(Array.from({ length: records }, (_, i) => bySeq.get(i + 1) ?? FILLER));
    const { version, ...rest } = state;
    this.#disk.applyPatch({ ...rest, from: 0, to: version, settled: [FILLER.id] });
    for (const { mutation } of state.outbox) this.everStored.add(mutation.id);
  }

  /** Keeps only the rows that an app with these tables stores. No tab may be using it. */
  keepOnly(tables: readonly TableName[]): void {
    const { state, records } = this.image();
    const known = tables.filter((table) => state.tables.includes(table));
    const rows = Object.fromEntries(tables.map((table) => [table, state.rows[table] ?? []])) as RowLists;
    this.restore({ state: { ...state, tables: known, rows }, records });
  }

  /** The user or the browser deletes everything under the tabs. */
  erase(): void {
    this.#disk = new MemoryDisk();
    this.#records = 0;
    for (const [tab, events] of this.#listeners) this.#world.later(tab, () => events.lost());
  }

  /** Drops transactions of a dead tab: only the first ones that it requested may still run. */
  abandon(tab: Process): void {
    const own = this.#queue.filter((transaction) => transaction.owner === tab);
    const kept = own.slice(0, this.#world.random.integer(own.length + 1));
    for (const transaction of own) {
      if (!kept.includes(transaction)) this.#queue.splice(this.#queue.indexOf(transaction), 1);
    }
  }

  #attempt<T>(work: () => T): T {
    const { random, coverage } = this.#world;
    if (random.chance(this.faults.lost)) {
      coverage.saw('writeLost');
      throw new DiskFault('The write was not carried out.');
    }
    const result = work();
    if (random.chance(this.faults.unclear)) {
      coverage.saw('writeUnclear');
      throw new DiskFault('The write was carried out, but the answer got lost.');
    }
    return result;
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

/** The content of a disk at one moment. */
export interface DiskImage {
  readonly state: DeviceState;
  readonly records: number;
}

function attempt<T>(work: () => T) {
  try {
    const result = work();
    return (resolve: (value: T) => void) => resolve(result);
  } catch (error) {
    return (_resolve: (value: T) => void, reject: (reason: unknown) => void) => reject(error);
  }
}
