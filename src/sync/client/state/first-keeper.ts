import type { DeviceStore } from '#src/sync/client/storage/device-store.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import type { TabState } from './tab-state.ts';

/** Milliseconds without a change before the first rows are kept, up to twice as many. Fast changes are not written one by one. */
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
  /** Null while no timer runs. */
  #stopTimer: (() => void) | null = null;
  /** True when something changed since the timer began. */
  #isLate = false;
  /** Version, outbox and day of the first rows that were kept last. */
  #kept = '';

  constructor(options: FirstKeeperOptions) {
    this.#options = options;
  }

  /** The rows that the tab shows may have changed. */
  changed(): void {
    // Each change would otherwise stop a timer and start another before it is sent.
    this.#isLate = this.#stopTimer !== null;
    this.#stopTimer ??= this.#startTimer();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  #startTimer(): () => void {
    return this.#options.startTimer(QUIET_MS, () => {
      this.#stopTimer = null;
      if (this.#isLate) this.changed();
      else this.#keep();
    });
  }

  #keep(): void {
    const { store, state, limit, isLeading } = this.#options;
    const first = isLeading() ? state.first(limit) : null;
    if (!first) return;
    const kept = JSON.stringify([first.version, first.outbox, state.view.lists.day]);
    if (kept === this.#kept) return;
    this.#kept = kept;
    void store.keepFirst(first);
  }
}
