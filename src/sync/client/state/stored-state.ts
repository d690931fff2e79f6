import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import type { TabState } from './tab-state.ts';
import { View } from './view.ts';

/**
 * Brings a tab's memory in step with the store. Calls must not overlap other work that reads the store and then changes
 * the memory.
 */
export class StoredState {
  readonly #store: DeviceStore;
  readonly #state: TabState;

  constructor(store: DeviceStore, state: TabState) {
    this.#store = store;
    this.#state = state;
  }

  /**
   * Loads the first state of the tab. Calls `onFirst` once the lists have their first rows. `pause` lets the page
   * paint.
   */
  async open(pause: () => Promise<void>, onFirst: () => void): Promise<void> {
    const state = this.#state;
    let before = state.outbox.records();
    let stored = await this.#store.loadFirst();
    // Another disk may have replaced this one meanwhile, and its whole state is here already.
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

  /** Takes in stored data that no tab has told of: a tab may have stored them and died before it told. */
  async catchUp(): Promise<void> {
    const durable = this.#state.outbox.durableSeqs();
    const stored = await this.#store.outline();
    return this.#state.isBehind(stored, durable) ? this.load() : this.include(stored.seqs);
  }

  /**
   * Takes in the outbox records with these numbers, read from the store. A record that is gone from the store is
   * settled.
   */
  async include(seqs: readonly number[]): Promise<void> {
    const unknown = this.#state.outbox.unknownSeqs(seqs);
    if (unknown.length === 0) return;
    if (this.#state.outbox.include(await this.#store.readOutbox(unknown))) this.#state.replay();
  }
}
