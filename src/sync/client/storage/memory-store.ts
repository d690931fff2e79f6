import type { Mutation } from '#src/tables/operations.ts';
import { emptyRows, listsOf, takeIn } from '#src/tables/kit/overlay.ts';
import {
  fitsStored,
  isTrue,
  repairOf,
  StaleDevice,
  type DeviceOutline,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type FirstRows,
  type FirstState,
  type Load,
  type OutboxMark,
  type OutboxRecord,
  type Rejection,
} from './device-store.ts';
import { NO_HISTORY, type HistoryEntries } from './history-entries.ts';

/** The data of a device store, in memory. Each method is one transaction. */
export class MemoryDisk {
  #rows = emptyRows();
  #version = 0;
  #load: Load | null = null;
  #tables: readonly string[] = [];
  readonly #outbox = new Map<number, OutboxRecord>();
  #nextSeq = 1;
  readonly #rejections = new Map<string, Rejection>();
  #history = NO_HISTORY;
  #first: FirstRows | undefined;

  /** `known` is the initial content. */
  constructor(known?: DeviceState) {
    if (known) this.repair(known);
  }

  load(): DeviceState {
    return {
      version: this.#version,
      load: this.#load,
      tables: this.#tables,
      rows: listsOf(this.#rows),
      outbox: [...this.#outbox.values()],
      rejections: [...this.#rejections.values()],
    };
  }

  loadFirst(): FirstState | DeviceState {
    const first = this.#first;
    const { load, outbox, rejections } = this.load();
    if (load || !isTrue(first, this.#version, this.#mark)) return this.load();
    return { rows: first.rows, others: first.others, outbox, rejections };
  }

  keepFirst(first: FirstRows): void {
    if (!this.#load && isTrue(first, this.#version, this.#mark)) this.#first = first;
  }

  readOutbox(seqs: readonly number[]): OutboxRecord[] {
    return seqs.flatMap((seq) => this.#outbox.get(seq) ?? []);
  }

  outline(): DeviceOutline {
    return {
      version: this.#version,
      tables: this.#tables,
      seqs: [...this.#outbox.keys()],
      rejectionIds: [...this.#rejections.keys()],
    };
  }

  addToOutbox(mutations: readonly Mutation[]): number[] {
    return mutations.map((mutation) => {
      const seq = this.#nextSeq++;
      this.#outbox.set(seq, { seq, mutation });
      return seq;
    });
  }

  forget(mutationIds: readonly string[]): void {
    const forgotten = new Set(mutationIds);
    for (const { seq, mutation } of this.#outbox.values())
      if (forgotten.has(mutation.id)) this.#outbox.delete(seq);
  }

  applyPatch(patch: DevicePatch): void {
    if (!fitsStored(patch, this.outline())) throw new StaleDevice();
    if (patch.from === 0) this.#rows = emptyRows();
    takeIn(this.#rows, patch.rows);
    this.forget(patch.settled);
    this.deleteRejections(patch.settled);
    for (const rejection of patch.rejections) this.#rejections.set(rejection.mutation.id, rejection);
    this.#version = patch.to;
    this.#load = patch.load;
    this.#tables = patch.tables;
  }

  /** Adds all data of a tab's memory that the disk lacks. */
  repair(known: DeviceState): void {
    const { patch, mutations } = repairOf(this.load(), known);
    this.addToOutbox(mutations);
    this.applyPatch(patch);
  }

  deleteRejections(mutationIds: readonly string[]): void {
    for (const id of mutationIds) this.#rejections.delete(id);
  }

  changeHistory<T>(change: (entries: HistoryEntries) => readonly [HistoryEntries, T]): T {
    const [entries, told] = change(this.#history);
    this.#history = entries;
    return told;
  }

  get #mark(): OutboxMark {
    return { size: this.#outbox.size, last: [...this.#outbox.keys()].at(-1) ?? 0 };
  }
}

/** A store that lasts as long as its tab. */
export function memoryStore(disk: MemoryDisk): DeviceStore {
  return {
    load: async () => disk.load(),
    loadFirst: async () => disk.loadFirst(),
    keepFirst: async (first) => disk.keepFirst(first),
    readOutbox: async (seqs) => disk.readOutbox(seqs),
    outline: async () => disk.outline(),
    addToOutbox: async (mutations) => disk.addToOutbox(mutations),
    applyPatch: async (patch) => disk.applyPatch(patch),
    deleteRejections: async (mutationIds) => disk.deleteRejections(mutationIds),
    changeHistory: async (change) => disk.changeHistory(change),
    close: () => {},
    destroy: async () => {},
  };
}
