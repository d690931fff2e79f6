import { BEAT_INTERVAL_MS, SILENCE_MS } from '#src/sync/protocol.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';

/** A time longer than a beat takes to come: a socket that was silent for as long while the device slept is not waited for. */
const LATE_MS = BEAT_INTERVAL_MS + 5_000;
/** A time longer than an answer takes that nothing holds up. */
const ANSWER_MS = 3_000;
/** A time longer than it takes to connect, or to get a first small patch then, on all but the slowest networks. */
const FIRST_MS = 6_000;

export interface ServerWatchOptions {
  readonly startTimer: StartTimer;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Has the server give a sign of life. */
  readonly ask: () => void;
  /** The server does not answer, which the user is to be told; but it may only be slow. */
  readonly onMissing: () => void;
  /** The socket counts as dead. */
  readonly onDead: () => void;
}

/**
 * Finds out whether the server can still be reached, as a network may die without closing a socket (sync rule W3). Soon
 * while the user waits for an answer; else by the beats, so that an idle device sends next to nothing.
 */
export class ServerWatch {
  readonly #options: ServerWatchOptions;
  #stopTimer: () => void = () => {};
  /** When the socket was opened, or last brought something. Timers stand still while a device sleeps, the clock does not. */
  #heardAt = 0;
  /** Whether the server would answer at once: not before it has sent all there is. */
  #mayAsk = false;
  /** The server was asked, and has given no sign of life since. */
  #isAsking = false;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
  }

  /** A socket is to open, or to bring something first. What is slow is not given up before its time: the next would be as slow. */
  expectFirst(): void {
    this.#heardAt = this.#options.now();
    this.#mayAsk = false;
    this.#setTimer(FIRST_MS, () => this.#miss(SILENCE_MS - FIRST_MS));
  }

  /** The socket brought something, or is to bring much. */
  heard(mayAsk: boolean): void {
    this.#heardAt = this.#options.now();
    this.#mayAsk = mayAsk;
    this.#isAsking = false;
    if (mayAsk) this.#setTimer(LATE_MS, () => this.ask());
    // What is much takes long on a slow network, and the answer to whatever is asked would come behind it.
    else this.#setTimer(SILENCE_MS, this.#options.onDead);
  }

  /** A change was sent. Its answer may have to wait for others' changes, so that one which is late says nothing yet. */
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

  /** Whether the socket has been silent for so long, by the clock, that it is not waited for. */
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
