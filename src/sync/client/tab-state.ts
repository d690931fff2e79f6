import type { CalendarDay } from '#src/domain/calendar-day.ts';
import type { Mutation } from '#src/mutators/index.ts';
import {
  fits,
  type DeviceOutline,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type Rejection,
} from './device-store.ts';
import type { ConnectionState } from './link.ts';
import { Outbox } from './outbox.ts';
import { Topics, type Topic } from './topics.ts';
import { View } from './view.ts';

export interface SyncStatus {
  readonly connection: ConnectionState;
  /** How many changes the server has not acknowledged. */
  readonly unsent: number;
}

/** What one tab holds in memory: the view, the outbox under it, and who listens. All changes are announced. */
export class TabState {
  readonly view: View;
  readonly outbox: Outbox;
  readonly topics = new Topics();
  /** Of the confirmed rows. */
  version = 0;
  /** Oldest first. */
  rejections: readonly Rejection[] = [];
  status: SyncStatus = { connection: 'connecting', unsent: 0 };

  /** `onSaved` hears the numbers of this tab's mutations as they become durable. */
  constructor(today: CalendarDay, store: DeviceStore, onSaved: (seqs: readonly number[]) => void) {
    this.view = new View(today);
    this.outbox = new Outbox(store, { saved: onSaved, rearranged: () => this.replay() });
  }

  /** Shows the mutation and puts it into the outbox. Throws, having changed nothing, what its mutator throws. */
  mutate(mutation: Mutation): Promise<void> {
    const topics = this.view.run(mutation);
    const saved = this.outbox.add(mutation);
    this.#announce(topics);
    return saved;
  }

  /** Takes over what the device has stored. `durable`: the numbers that the outbox held before the store was read. */
  replaceBy(stored: DeviceState, durable: readonly number[]): void {
    const waiting = new Set(stored.outbox.map((record) => record.seq));
    this.outbox.forget(new Set(durable.filter((seq) => !waiting.has(seq))));
    this.outbox.include(stored.outbox);
    this.version = stored.version;
    this.rejections = stored.rejections;
    const topics = this.view.rebase({ ...stored, from: 0 }, this.outbox.mutations());
    this.#announce(topics.add('rejections'));
  }

  /** Whether something that the device has stored, other than new mutations, never came here. `durable`: as above. */
  isBehind({ version, seqs, rejectionIds }: DeviceOutline, durable: readonly number[]): boolean {
    const known = new Set(this.rejections.map((rejection) => rejection.mutation.id));
    const waiting = new Set(seqs);
    return (
      version !== this.version ||
      durable.some((seq) => !waiting.has(seq)) ||
      rejectionIds.some((id) => !known.has(id))
    );
  }

  /** Takes in a stored patch. Returns false, having done nothing, when rows are missing before it. */
  takeIn(patch: DevicePatch): boolean {
    if (patch.from > this.version) return false;
    this.outbox.settle(patch.settled);
    const known = new Set(this.rejections.map((rejection) => rejection.mutation.id));
    const news = patch.rejections.filter((rejection) => !known.has(rejection.mutation.id));
    const isNew = fits(patch, this.version);
    if (isNew) this.version = patch.to;
    const topics = this.view.rebase(isNew ? patch : null, this.outbox.mutations());
    if (news.length > 0) {
      this.rejections = [...this.rejections, ...news];
      topics.add('rejections');
    }
    this.#announce(topics);
    return true;
  }

  /** Replays the outbox, whose entries changed or moved. */
  replay(): void {
    this.#announce(this.view.rebase(null, this.outbox.mutations()));
  }

  dropRejection(mutationId: string): void {
    this.rejections = this.rejections.filter((rejection) => rejection.mutation.id !== mutationId);
    this.topics.announce(['rejections']);
  }

  setConnection(connection: ConnectionState): void {
    if (connection === this.status.connection) return;
    this.status = { ...this.status, connection };
    this.topics.announce(['status']);
  }

  #announce(topics: Set<Topic>): void {
    if (this.outbox.size !== this.status.unsent) {
      this.status = { ...this.status, unsent: this.outbox.size };
      topics.add('status');
    }
    this.topics.announce(topics);
  }
}
