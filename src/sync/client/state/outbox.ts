import { SunglowError } from '#src/domain/errors.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { DeviceStore, OutboxMark, OutboxRecord } from '#src/sync/client/storage/device-store.ts';

/** The device could not store a change and has undone it. The user must be told. */
export class StorageFailed extends SunglowError {
  constructor(cause: unknown) {
    super(
      'STORAGE_FAILED',
      'This device could not store the change. Free some space or close other tabs, then repeat it.',
      {
        cause,
      },
    );
  }
}

interface Entry {
  readonly mutation: Mutation;
  /** Its number in the stored outbox. Null until the mutation is durable. */
  seq: number | null;
}

interface Unsaved {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: StorageFailed) => void;
}

export interface OutboxEvents {
  /**
   * True when stored mutations outlive this tab. Otherwise a mutation counts as saved once the server has answered it.
   */
  isKept(): boolean;
  /** These mutations are durable now. Other tabs may read them, and the server may get them. */
  saved(seqs: readonly number[]): void;
  /** The device could not store some mutations and has undone them. `rearranged` follows. */
  failed(): void;
  /** The entries changed their order, or some could not be saved and are gone. The view must replay. */
  rearranged(): void;
}

/**
 * The mutations that wait for the server, in the order of the device's store. Mutations of this tab that are not
 * durable yet come last (sync rules W1 and W2). Every tab holds all of them in memory.
 */
export class Outbox {
  readonly #store: DeviceStore;
  readonly #events: OutboxEvents;
  #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  #unsaved: Unsaved[] = [];
  /** Mutations that only this tab holds and the server has not answered. */
  readonly #unkept = new Map<string, Unsaved>();
  readonly #senders = new Set<() => void>();
  #saving = false;

  constructor(store: DeviceStore, events: OutboxEvents) {
    this.#store = store;
    this.#events = events;
  }

  get size(): number {
    return this.#entries.length;
  }

  get oldest(): Mutation | undefined {
    return this.#entries[0]?.mutation;
  }

  /** The mark of the stored outbox. Null while not all of this outbox is stored. */
  get mark(): OutboxMark | null {
    const last = this.#entries.at(-1)?.seq;
    // Mutations that are not durable come last.
    return last === null ? null : { size: this.size, last: last ?? 0 };
  }

  /** Calls `send` whenever more mutations may go, until the returned function is called. */
  whenSendable(send: () => void): () => void {
    this.#senders.add(send);
    return () => this.#senders.delete(send);
  }

  /** All waiting mutations, in order. */
  mutations(): Mutation[] {
    return this.#entries.map((entry) => entry.mutation);
  }

  /** The oldest durable mutations, up to the first one that `accept` turns down. They may be sent. */
  durable(accept: (mutation: Mutation) => boolean): Mutation[] {
    const taken: Mutation[] = [];
    for (const { mutation, seq } of this.#entries) {
      if (seq === null || !accept(mutation)) break;
      taken.push(mutation);
    }
    return taken;
  }

  /**
   * Adds a mutation of this tab. Resolves when it is durable. When the device keeps nothing, resolves when the server
   * has answered it. Rejects with StorageFailed when it was undone.
   */
  add(mutation: Mutation): Promise<void> {
    const entry: Entry = { mutation, seq: null };
    this.#entries.push(entry);
    this.#byId.set(mutation.id, entry);
    return new Promise((resolve, reject) => {
      this.#unsaved.push({ entry, resolve, reject });
      if (!this.#saving) void this.#save();
    });
  }

  /** Takes in records that other tabs or earlier visits stored. Returns true when any was new. */
  include(records: readonly OutboxRecord[]): boolean {
    const before = this.#entries.length;
    for (const { seq, mutation } of records) {
      // A write that failed unclearly and was repeated leaves two records of one mutation.
      if (this.#byId.has(mutation.id)) continue;
      const entry = { mutation, seq };
      this.#entries.push(entry);
      this.#byId.set(mutation.id, entry);
    }
    if (this.#entries.length === before) return false;
    this.#sort();
    this.#announceSendable();
    return true;
  }

  /** The numbers among `seqs` without a known entry. */
  unknownSeqs(seqs: readonly number[]): number[] {
    const known = new Set(this.#entries.map((entry) => entry.seq));
    return seqs.filter((seq) => !known.has(seq));
  }

  /** Drops the mutations that have an outcome. */
  settle(ids: readonly string[]): void {
    const settled = new Set(ids);
    this.#entries = this.#entries.filter((entry) => !settled.has(entry.mutation.id));
    for (const id of ids) {
      this.#byId.delete(id);
      this.#unkept.get(id)?.resolve();
      this.#unkept.delete(id);
    }
  }

  /**
   * Undoes the mutations that only this tab holds, with all later ones. Returns the ids of the mutations that were
   * stored in this tab. If the server did get one, its rows come back as any other change.
   */
  dropUnkept(cause: unknown): string[] {
    const unkept = [...this.#unkept.values()];
    this.#unkept.clear();
    if (unkept.length > 0) this.#drop(unkept, new StorageFailed(cause));
    return unkept.map(({ entry }) => entry.mutation.id);
  }

  /** The mutation with this id, if it waits. */
  get(id: string): Mutation | undefined {
    return this.#byId.get(id)?.mutation;
  }

  /**
   * Takes over the stored records. `before` holds the records that were durable here before the read. A record of
   * `before` that is missing from the store has an outcome. A new disk has given the others new numbers.
   */
  replaceBy(records: readonly OutboxRecord[], before: readonly OutboxRecord[]): void {
    const stored = new Map(records.map((record) => [record.mutation.id, record]));
    this.settle(before.flatMap(({ mutation }) => (stored.has(mutation.id) ? [] : [mutation.id])));
    for (const entry of this.#entries) {
      if (entry.seq !== null) entry.seq = stored.get(entry.mutation.id)?.seq ?? entry.seq;
    }
    if (!this.include(records)) this.#sort();
  }

  /** All durable entries. */
  records(): OutboxRecord[] {
    return this.#entries.flatMap(({ mutation, seq }) => (seq === null ? [] : [{ mutation, seq }]));
  }

  /** The numbers of all durable entries. */
  durableSeqs(): number[] {
    return this.#entries.flatMap(({ seq }) => (seq === null ? [] : [seq]));
  }

  /** Writes unsaved mutations until none is left. All that came during a write go into the next transaction. */
  async #save(): Promise<void> {
    this.#saving = true;
    try {
      while (this.#unsaved.length > 0) {
        const batch = this.#unsaved;
        this.#unsaved = [];
        const seqs = await this.#store
          .addToOutbox(batch.map(({ entry }) => entry.mutation))
          .catch((error: unknown) => this.#drop(batch, new StorageFailed(error)));
        // This call is outside the catch, because a throwing listener must not drop stored mutations.
        if (seqs) this.#setSaved(batch, seqs);
      }
    } finally {
      this.#saving = false;
      if (this.#unsaved.length > 0) void this.#save();
    }
  }

  #setSaved(batch: readonly Unsaved[], seqs: readonly number[]): void {
    for (const [index, { entry }] of batch.entries()) entry.seq = seqs[index] ?? null;
    for (const unsaved of batch) {
      if (this.#events.isKept()) unsaved.resolve();
      else this.#unkept.set(unsaved.entry.mutation.id, unsaved);
    }
    if (this.#sort()) this.#events.rearranged();
    this.#events.saved(seqs);
    this.#announceSendable();
  }

  #announceSendable(): void {
    for (const send of this.#senders) send();
  }

  /** Also drops mutations that were added meanwhile, because they may build on the lost ones. */
  #drop(batch: readonly Unsaved[], error: StorageFailed): void {
    const lost = [...batch, ...this.#unsaved];
    this.#unsaved = [];
    this.settle(lost.map(({ entry }) => entry.mutation.id));
    for (const { reject } of lost) reject(error);
    this.#events.failed();
    this.#events.rearranged();
  }

  /** Sorts the entries by stored order. Returns true when any entry moved. */
  #sort(): boolean {
    const place = (entry: Entry) => entry.seq ?? Number.POSITIVE_INFINITY;
    const isSorted = this.#entries.every(
      (entry, i) => i === 0 || place(this.#entries[i - 1] ?? entry) <= place(entry),
    );
    if (!isSorted) this.#entries.sort((a, b) => compare(place(a), place(b)));
    return !isSorted;
  }
}

/** Compares without subtraction, because infinity minus infinity is NaN. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
