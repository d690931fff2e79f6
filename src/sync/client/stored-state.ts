import type { DeviceStore } from './device-store.ts';
import type { TabState } from './tab-state.ts';

/** Brings a tab's memory in step with what is stored. What reads and then changes memory must not overlap. */
export class StoredState {
  readonly #store: DeviceStore;
  readonly #state: TabState;
  readonly #onIncluded: () => void;

  /** `onIncluded`: more mutations wait than before. */
  constructor(store: DeviceStore, state: TabState, onIncluded: () => void) {
    this.#store = store;
    this.#state = state;
    this.#onIncluded = onIncluded;
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
    this.#onIncluded();
  }
}
