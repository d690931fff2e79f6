import { SILENCE_MS } from '#src/sync/protocol.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';

/** A running tab answers at once, unless it is busy. */
const ANSWER_MS = 5_000;

export interface LeaderWatchOptions {
  readonly startTimer: StartTimer;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** True when the user sees this tab. */
  readonly isVisible: () => boolean;
  /** Asks the leading tab for an answer. */
  readonly ask: () => void;
  /** The user sees this tab, and the leading tab does not answer. */
  readonly onSilent: () => void;
}

/**
 * Finds out if the leading tab still runs, for a tab that waits for the lead (sync rule W3). Browsers freeze hidden
 * tabs, and some let them keep their lock.
 */
export class LeaderWatch {
  readonly #options: LeaderWatchOptions;
  #isOn = false;
  #stopTimer: () => void = () => {};

  constructor(options: LeaderWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isOn = true;
    this.#ask();
  }

  stop(): void {
    this.#isOn = false;
    this.#stopTimer();
  }

  /** The leading tab has sent a message. */
  heard(): void {
    // A leading tab that is online sends a message with each beat.
    if (this.#isOn) this.#setTimer(SILENCE_MS, () => this.#ask());
  }

  /** The user is back or wants something, and should not wait until a silence ends. */
  check(): void {
    if (this.#isOn) this.#ask();
  }

  #ask(): void {
    const { now, ask, isVisible, onSilent } = this.#options;
    const askedAt = now();
    this.#setTimer(ANSWER_MS, () => {
      // This tab slept meanwhile, and the answer may still be unread in its queue.
      if (now() - askedAt > 2 * ANSWER_MS) this.#ask();
      // A hidden tab misleads no user, and hidden tabs that freeze in turns must not rob each other.
      else if (isVisible()) onSilent();
      else this.heard();
    });
    ask();
  }

  #setTimer(ms: number, run: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.#options.startTimer(ms, run);
  }
}
