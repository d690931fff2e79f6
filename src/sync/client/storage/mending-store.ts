import type { Mutation } from '#src/tables/operations.ts';
import {
  StaleDevice,
  type DeviceDisk,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type FirstRows,
} from './device-store.ts';
import type { HistoryEntries } from './history-entries.ts';
import { MemoryDisk, memoryStore } from './memory-store.ts';

export interface MendingOptions {
  /** Null when the browser has no disk for this tab. */
  readonly disk: DeviceDisk | null;
  /** The tab's memory of the stored data. */
  readonly known: () => DeviceState;
  /** Another store has replaced the one before. It holds the tab's memory, and maybe more, under other numbers. */
  readonly onReplaced: (stored: DeviceState) => void;
  /** The disk keeps nothing from now on. This tab works in memory, by itself. */
  readonly onMemory: () => void;
  /** True when a change that a full disk cannot store may go on in memory instead of being undone (sync rule W1). */
  readonly isSafeElsewhere: () => boolean;
  readonly onSignedOut: () => void;
  readonly onGaveWay: () => void;
}

/**
 * A tab's access to its disk. A failed call is repeated once, after the disk is reopened and has its lost data back. If
 * that does not help, the tab goes on in memory with all its data (sync rules W1 and W17).
 */
export class MendingStore implements DeviceStore {
  readonly #options: MendingOptions;
  #store: DeviceStore;
  /** The data of `#store` once there is no disk. */
  #memory: MemoryDisk | null = null;
  /** Counts how often another store has replaced the one before. */
  #turn = 0;
  #mending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: MendingOptions) {
    const { disk } = options;
    this.#options = options;
    if (disk) this.#store = disk;
    else this.#store = memoryStore((this.#memory = new MemoryDisk()));
    disk?.listen({
      // Mending rejects only when the tab has closed its store meanwhile.
      lost: () => void this.#mend(disk).catch(() => {}),
      signedOut: options.onSignedOut,
      gaveWay: options.onGaveWay,
    });
  }

  load() {
    return this.#run((store) => store.load());
  }

  loadFirst() {
    return this.#run((store) => store.loadFirst());
  }

  /** On failure, the next tab shows nothing until it has read all rows. */
  async keepFirst(first: FirstRows): Promise<void> {
    await this.#store.keepFirst(first).catch(() => {});
  }

  readOutbox(seqs: readonly number[]) {
    return this.#run((store) => store.readOutbox(seqs));
  }

  outline() {
    return this.#run((store) => store.outline());
  }

  addToOutbox(mutations: readonly Mutation[]) {
    return this.#run((store) => store.addToOutbox(mutations), this.#options.isSafeElsewhere);
  }

  applyPatch(patch: DevicePatch) {
    return this.#run((store) => store.applyPatch(patch));
  }

  deleteRejections(mutationIds: readonly string[]) {
    return this.#run((store) => store.deleteRejections(mutationIds));
  }

  changeHistory<T>(change: (entries: HistoryEntries) => readonly [HistoryEntries, T]) {
    return this.#run(
      (store) => store.changeHistory(change),
      () => false,
    );
  }

  /** Drops undone mutations from the outbox of a tab that works in memory. */
  forget(mutationIds: readonly string[]): void {
    this.#memory?.forget(mutationIds);
  }

  close(): void {
    this.#isClosed = true;
    this.#options.disk?.close();
  }

  async destroy(): Promise<void> {
    this.#isClosed = true;
    await this.#options.disk?.destroy();
  }

  async #run<T>(work: (store: DeviceStore) => Promise<T>, mayLeaveDisk = () => true): Promise<T> {
    for (let failures = 0; ;) {
      // Mending comes first: it gives the disk its lost data back. Without mending, the work begins in this very task.
      if (this.#mending) await this.#mending;
      const turn = this.#turn;
      const { disk } = this.#options;
      try {
        const result = await work(this.#store);
        await this.#mending;
        // A new turn means that the work was done on a disk that is lost or left, so it is done again.
        if (turn === this.#turn) return result;
      } catch (error) {
        if (this.#isClosed) throw error;
        if (turn !== this.#turn) continue;
        if (error instanceof StaleDevice || !disk || this.#store !== disk) throw error;
        if (!this.#mending) failures += 1;
        if (this.#mending || failures === 1) await this.#mend(disk);
        else if (mayLeaveDisk()) this.#leaveDisk();
        else throw error;
      }
    }
  }

  /** Calls that fail at the same time share one mending. Rejects when the store was closed meanwhile. */
  #mend(disk: DeviceDisk): Promise<void> {
    this.#mending ??= this.#reopen(disk).finally(() => (this.#mending = null));
    return this.#mending;
  }

  async #reopen(disk: DeviceDisk): Promise<void> {
    const { known } = this.#options;
    try {
      // Two tries: the disk may have been deleted once more while it was opened.
      const stored = await disk.reopen(known()).catch(() => disk.reopen(known()));
      if (stored && this.#store === disk) this.#replace(disk, stored);
    } catch (error) {
      if (this.#isClosed) throw error;
      if (this.#store === disk) this.#leaveDisk();
    }
  }

  #leaveDisk(): void {
    this.#options.disk?.close();
    this.#memory = new MemoryDisk(this.#options.known());
    this.#replace(memoryStore(this.#memory), this.#memory.load());
    this.#options.onMemory();
  }

  #replace(store: DeviceStore, stored: DeviceState): void {
    this.#store = store;
    this.#turn += 1;
    this.#options.onReplaced(stored);
  }
}
