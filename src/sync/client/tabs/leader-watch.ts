import { SILENCE_MS } from '#src/sync/protocol.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';

/** A tab that runs answers at once, but for what it is busy with. */
const ANSWER_MS = 5_000;

export interface LeaderWatchOptions {
  readonly startTimer: StartTimer;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Whether the user sees this tab. */
  readonly isVisible: () => boolean;
  /** Has the leading tab, if it runs, tell of itself. */
  readonly ask: () => void;
  /** The user sees this tab, and the leading one does not answer. */
  readonly onSilent: () => void;
}

/**
 * Finds out whether the leading tab still runs, for one that waits behind it (sync rule W3): browsers freeze tabs that nobody
 * sees, and some leave them their lock.
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

  /** The leading tab told something. */
  heard(): void {
    // One that is online tells of itself with each beat.
    if (this.#isOn) this.#setTimer(SILENCE_MS, () => this.#ask());
  }

  /** The user is back, or wants something: not to be left waiting for the end of a silence. */
  check(): void {
    if (this.#isOn) this.#ask();
  }

  #ask(): void {
    const { now, ask, isVisible, onSilent } = this.#options;
    const askedAt = now();
    this.#setTimer(ANSWER_MS, () => {
      // This tab slept meanwhile, and may have the answer before it without having come to read it.
      if (now() - askedAt > 2 * ANSWER_MS) this.#ask();
      // Where nobody looks, nobody is misled; and tabs that are not seen must not rob each other as they freeze in turns.
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
