import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import type { TabState } from './tab-state.ts';

/** Milliseconds without a change before the first rows are kept. Fast changes are not written one by one. */
const QUIET_MS = 500;

export interface FirstKeeperOptions {
  readonly store: Pick<DeviceStore, 'keepFirst'>;
  readonly state: Pick<TabState, 'first' | 'view'>;
  readonly startTimer: StartTimer;
  /** Most tasks of each list. */
  readonly limit: number;
  /** True for the leading tab. One tab of the device is enough. */
  readonly isLeading: () => boolean;
}

/** Keeps the first rows on the device for the next tab (sync rule W18). */
export class FirstKeeper {
  readonly #options: FirstKeeperOptions;
  #stopTimer: () => void = () => {};
  /** Version, outbox and day of the first rows that were kept last. */
  #kept = '';

  constructor(options: FirstKeeperOptions) {
    this.#options = options;
  }

  /** The rows that the tab shows may have changed. */
  changed(): void {
    this.stop();
    this.#stopTimer = this.#options.startTimer(QUIET_MS, () => this.#keep());
  }

  stop(): void {
    this.#stopTimer();
  }

  #keep(): void {
    const { store, state, limit, isLeading } = this.#options;
    const first = isLeading() ? state.first(limit) : null;
    if (!first) return;
    const kept = JSON.stringify([first.version, first.outbox, state.view.lists.days.now]);
    if (kept === this.#kept) return;
    this.#kept = kept;
    void store.keepFirst(first);
  }
}
