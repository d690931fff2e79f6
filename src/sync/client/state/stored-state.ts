import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import type { TabState } from './tab-state.ts';
import { View } from './view.ts';

/** Brings a tab's memory in step with what is stored. What reads and then changes memory must not overlap. */
export class StoredState {
  readonly #store: DeviceStore;
  readonly #state: TabState;

  constructor(store: DeviceStore, state: TabState) {
    this.#store = store;
    this.#state = state;
  }

  /** Loads what the tab opens with: `onFirst` is called as soon as the lists have what they begin with, `pause` lets the page be painted. */
  async open(pause: () => Promise<void>, onFirst: () => void): Promise<void> {
    const state = this.#state;
    let before = state.outbox.records();
    let stored = await this.#store.loadFirst();
    // The disk may have become another meanwhile, and all that is on it have come here.
    if (state.hasAll) return;
    if ('others' in stored) {
      state.showFirst(stored);
      onFirst();
      await pause();
      before = state.outbox.records();
      stored = await this.#store.load();
    }
    const view = await View.of(stored.rows, state.view, pause);
    if (!state.hasAll) state.showAll(view, stored, before);
  }

  async load(): Promise<void> {
    const before = this.#state.outbox.records();
    this.#state.replaceBy(await this.#store.load(), before);
  }

  /** The tab that led before, or one that has closed, may have stored something and died before it could tell. */
  async catchUp(): Promise<void> {
    const durable = this.#state.outbox.durableSeqs();
    const stored = await this.#store.outline();
    return this.#state.isBehind(stored, durable) ? this.load() : this.include(stored.seqs);
  }

  /** Takes in the outbox records with these numbers. They are read from the store: one that is gone from it is settled. */
  async include(seqs: readonly number[]): Promise<void> {
    const unknown = this.#state.outbox.unknownSeqs(seqs);
    if (unknown.length === 0) return;
    if (this.#state.outbox.include(await this.#store.readOutbox(unknown))) this.#state.replay();
  }
}
