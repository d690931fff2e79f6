import { SunglowError } from '#src/domain/errors.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { DeviceStore, OutboxMark, OutboxRecord } from '#src/sync/client/storage/device-store.ts';

/** The device could not keep a change, which has been undone. The user has to be told. */
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
  /** Its number in the stored outbox; null until it is durable. */
  seq: number | null;
}

interface Unsaved {
  readonly entry: Entry;
  readonly resolve: () => void;
  readonly reject: (error: StorageFailed) => void;
}

export interface OutboxEvents {
  /** Whether what is stored outlives this tab. Where it does not, a mutation counts as saved once the server has answered it. */
  isKept(): boolean;
  /** These are durable now: other tabs may read them, the server may get them. */
  saved(seqs: readonly number[]): void;
  /** The device could not keep some, which are undone. `rearranged` follows. */
  failed(): void;
  /** The entries changed their order, or some could not be saved and are gone: replay. */
  rearranged(): void;
}

/**
 * The mutations that wait for the server, in the order in which the device stored them, this tab's newest and not yet
 * durable ones last (sync rules W1 and W2). Every tab holds all of them in memory.
 */
export class Outbox {
  readonly #store: DeviceStore;
  readonly #events: OutboxEvents;
  #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  #unsaved: Unsaved[] = [];
  /** Stored in this tab alone, and not answered by the server. */
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

  /** What tells the stored outbox from others; null while not all of this one is stored. */
  get mark(): OutboxMark | null {
    const last = this.#entries.at(-1)?.seq;
    // What is not durable comes last.
    return last === null ? null : { size: this.size, last: last ?? 0 };
  }

  /** Calls `send` whenever more may be sent, until the returned function is called. */
  whenSendable(send: () => void): () => void {
    this.#senders.add(send);
    return () => this.#senders.delete(send);
  }

  /** All mutations that wait, in order. */
  mutations(): Mutation[] {
    return this.#entries.map((entry) => entry.mutation);
  }

  /** The first durable mutations, as many as `accept` takes: those may be sent. */
  durable(accept: (mutation: Mutation) => boolean): Mutation[] {
    const taken: Mutation[] = [];
    for (const { mutation, seq } of this.#entries) {
      if (seq === null || !accept(mutation)) break;
      taken.push(mutation);
    }
    return taken;
  }

  /**
   * Adds a mutation of this tab. Resolves when it is durable, or where the device keeps nothing when the server has answered it;
   * rejects with StorageFailed when it is gone again.
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

  /** Takes in records that other tabs stored, or that were stored before. Returns whether any was new. */
  include(records: readonly OutboxRecord[]): boolean {
    const before = this.#entries.length;
    for (const { seq, mutation } of records) {
      // It may have been taken in just before: a write that failed unclearly and was repeated is there twice.
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

  /** The numbers among `seqs` of which no entry is known. */
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
   * Undoes what nobody keeps, neither the device nor, as far as it has answered, the server, with what was added after that.
   * Returns the ids of what was stored in this tab. What the server got all the same comes back as any other change.
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
   * Takes over what is stored. `before`: what was durable here before that was read; it has an outcome when it is not there
   * any more. A store that has become another has given it other numbers.
   */
  replaceBy(records: readonly OutboxRecord[], before: readonly OutboxRecord[]): void {
    const stored = new Map(records.map((record) => [record.mutation.id, record]));
    this.settle(before.flatMap(({ mutation }) => (stored.has(mutation.id) ? [] : [mutation.id])));
    for (const entry of this.#entries) {
      if (entry.seq !== null) entry.seq = stored.get(entry.mutation.id)?.seq ?? entry.seq;
    }
    if (!this.include(records)) this.#sort();
  }

  /** All entries that are durable. */
  records(): OutboxRecord[] {
    return this.#entries.flatMap(({ mutation, seq }) => (seq === null ? [] : [{ mutation, seq }]));
  }

  /** The numbers of all entries that are durable. */
  durableSeqs(): number[] {
    return this.#entries.flatMap(({ seq }) => (seq === null ? [] : [seq]));
  }

  /** Writes what waits, all that has come together in one transaction, until nothing does. */
  async #save(): Promise<void> {
    this.#saving = true;
    try {
      while (this.#unsaved.length > 0) {
        const batch = this.#unsaved;
        this.#unsaved = [];
        const seqs = await this.#store
          .addToOutbox(batch.map(({ entry }) => entry.mutation))
          .catch((error: unknown) => this.#drop(batch, new StorageFailed(error)));
        // This is not under the catch above: what is stored must not be dropped because a listener threw.
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

  /** Also drops what was added meanwhile: it may build on what is lost. */
  #drop(batch: readonly Unsaved[], error: StorageFailed): void {
    const lost = [...batch, ...this.#unsaved];
    this.#unsaved = [];
    this.settle(lost.map(({ entry }) => entry.mutation.id));
    for (const { reject } of lost) reject(error);
    this.#events.failed();
    this.#events.rearranged();
  }

  /** Brings the entries into stored order. Returns whether that moved any. */
  #sort(): boolean {
    const place = (entry: Entry) => entry.seq ?? Number.POSITIVE_INFINITY;
    const isSorted = this.#entries.every(
      (entry, i) => i === 0 || place(this.#entries[i - 1] ?? entry) <= place(entry),
    );
    if (!isSorted) this.#entries.sort((a, b) => compare(place(a), place(b)));
    return !isSorted;
  }
}

/** Compares without a subtraction: infinity less infinity is no number. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
