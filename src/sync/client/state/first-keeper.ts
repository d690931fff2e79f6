import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import type { TabState } from './tab-state.ts';

/** How long nothing has changed when it is kept, ms: what changes fast is not written each time. */
const QUIET_MS = 500;

export interface FirstKeeperOptions {
  readonly store: Pick<DeviceStore, 'keepFirst'>;
  readonly state: Pick<TabState, 'first' | 'view'>;
  readonly startTimer: StartTimer;
  /** How many tasks of each list. */
  readonly limit: number;
  /** One tab of the device is enough. */
  readonly isLeading: () => boolean;
}

/** Keeps on the device what the next tab shows first (sync rule W18). */
export class FirstKeeper {
  readonly #options: FirstKeeperOptions;
  #stopTimer: () => void = () => {};
  /** What it was true of when it was kept last. */
  #kept = '';

  constructor(options: FirstKeeperOptions) {
    this.#options = options;
  }

  /** What the tab shows may have changed. */
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
