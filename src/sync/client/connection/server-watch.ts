import { BEAT_INTERVAL_MS, SILENCE_MS } from '#src/sync/protocol.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';

/** Longer than the time between two beats. A socket that was silent for so long while the device slept is replaced. */
const LATE_MS = BEAT_INTERVAL_MS + 5_000;
/** Longer than the server takes to answer when nothing holds it up. */
const ANSWER_MS = 3_000;
/** Longer than connecting, or getting a small first patch, takes on all but the slowest networks. */
const FIRST_MS = 6_000;

export interface ServerWatchOptions {
  readonly startTimer: StartTimer;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Asks the server for a sign of life. */
  readonly ask: () => void;
  /** The server does not answer, and the user must hear of it. It may only be slow. */
  readonly onMissing: () => void;
  /** The socket counts as dead. */
  readonly onDead: () => void;
}

/**
 * Finds out if the server is still in reach, because a network may die without closing a socket (sync rule W3). While
 * the user waits for an answer, it asks within seconds. Otherwise it listens for beats, so that an idle device sends
 * almost nothing.
 */
export class ServerWatch {
  readonly #options: ServerWatchOptions;
  #stopTimer: () => void = () => {};
  /** Time when the socket was opened or last brought a frame. Timers stop while a device sleeps, the clock does not. */
  #heardAt = 0;
  /** True once the server has sent all rows. Before that, it would not answer at once. */
  #mayAsk = false;
  /** True from a question until the next sign of life. */
  #isAsking = false;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
  }

  /**
   * A socket starts to open, or waits for its first frame. A slow one gets its full time, because the next would be as
   * slow.
   */
  expectFirst(): void {
    this.#heardAt = this.#options.now();
    this.#mayAsk = false;
    this.#setTimer(FIRST_MS, () => this.#miss(SILENCE_MS - FIRST_MS));
  }

  /** The socket brought a frame, or is about to bring a large load. */
  heard(mayAsk: boolean): void {
    this.#heardAt = this.#options.now();
    this.#mayAsk = mayAsk;
    this.#isAsking = false;
    if (mayAsk) this.#setTimer(LATE_MS, () => this.ask());
    // A large load takes long on a slow network, and any answer would come after it.
    else this.#setTimer(SILENCE_MS, this.#options.onDead);
  }

  /** A change was sent. A late answer proves nothing yet: it may wait for the changes of others. */
  expectAnswer(): void {
    if (!this.#isAsking) this.#setTimer(ANSWER_MS, () => this.ask());
  }

  /** Asks the server for a sign of life. */
  ask(): void {
    if (!this.#mayAsk || this.#isAsking) return;
    this.#isAsking = true;
    this.#setTimer(ANSWER_MS, () => this.#miss(SILENCE_MS - LATE_MS - ANSWER_MS));
    this.#options.ask();
  }

  /** True when the socket has been silent for longer than LATE_MS by the clock. It is replaced then. */
  get isLate(): boolean {
    return this.#options.now() - this.#heardAt > LATE_MS;
  }

  stop(): void {
    this.#mayAsk = false;
    this.#isAsking = false;
    this.#stopTimer();
  }

  #miss(patienceMs: number): void {
    this.#setTimer(patienceMs, this.#options.onDead);
    this.#options.onMissing();
  }

  #setTimer(ms: number, run: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.#options.startTimer(ms, run);
  }
}
