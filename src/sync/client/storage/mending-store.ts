import type { Mutation } from '#src/mutators/index.ts';
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
  /** Null when there is no disk to be had. */
  readonly disk: DeviceDisk | null;
  /** What the tab holds in memory of what is stored. */
  readonly known: () => DeviceState;
  /** Another store has come into the place of the one before, with what the tab knew, and maybe more, under other numbers. */
  readonly onReplaced: (stored: DeviceState) => void;
  /** From now on nothing is kept: this tab works in memory, by itself. */
  readonly onMemory: () => void;
  /** Whether a change that a full disk cannot take may go on in memory instead of being undone (sync rule W1). */
  readonly isSafeElsewhere: () => boolean;
  readonly onSignedOut: () => void;
  readonly onGaveWay: () => void;
}

/**
 * A tab's way to its disk. What fails is repeated once, after opening the disk anew and giving back to it what it has
 * lost; where that does not help, the tab goes on in memory with all that it knows (sync rules W1 and W17).
 */
export class MendingStore implements DeviceStore {
  readonly #options: MendingOptions;
  #store: DeviceStore;
  /** What `#store` is made of once there is no disk. */
  #memory: MemoryDisk | null = null;
  /** Counts how often another store has come into the place of the one before. */
  #turn = 0;
  #mending: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: MendingOptions) {
    const { disk } = options;
    this.#options = options;
    if (disk) this.#store = disk;
    else this.#store = memoryStore((this.#memory = new MemoryDisk()));
    disk?.listen({
      // It rejects only when the tab has let go of its storage meanwhile.
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

  /** Where that fails, the next tab shows nothing before it has read everything. */
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

  /** Drops these mutations from the outbox of a tab that works in memory: they were undone. */
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
      // Nothing comes before what the disk is being given back. When there is no such thing, it begins in this very task.
      if (this.#mending) await this.#mending;
      const turn = this.#turn;
      const { disk } = this.#options;
      try {
        const result = await work(this.#store);
        await this.#mending;
        // Otherwise it was done on a disk that is lost, or left, and is to be done again.
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

  /** Several that fail at once are mended together. Rejects when the store was closed meanwhile. */
  #mend(disk: DeviceDisk): Promise<void> {
    this.#mending ??= this.#reopen(disk).finally(() => (this.#mending = null));
    return this.#mending;
  }

  async #reopen(disk: DeviceDisk): Promise<void> {
    const { known } = this.#options;
    try {
      // This is tried twice: it may have been deleted once more while it was opened.
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
