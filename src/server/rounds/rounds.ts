import { Agenda } from './agenda.ts';

/** How far ahead (ms) each look goes, and the longest sleep, as other servers make work too. */
export const MOST_SLEEP_MS = 30_000;

/** The delay (ms) after a failed look. It doubles with each failure, up to the most. */
const FIRST_RETRY_MS = 1_000;
const MOST_RETRY_MS = 5_000;

/** The part of a look that the rounds know. Instants are ms since 1970 UTC. */
export interface Look<Key> {
  readonly now: number;
  readonly until: number;
  readonly add: (key: Key, at: number) => void;
  readonly isBusy: (key: Key) => boolean;
}

export interface RoundsOptions<Key> {
  /** ms since 1970 UTC. */
  readonly now: () => number;
  /** Adds the work of all users that is due before `until`. Resolves to the instant of the next look. */
  readonly look: (look: Look<Key>) => Promise<number>;
  /** Does the due work of a key. It never rejects. */
  readonly serve: (key: Key) => Promise<void>;
  /** The number of keys that are served at a time. */
  readonly servedAtOnce: number;
  readonly lookFailed: (error: unknown) => void;
}

/**
 * Serves keys with work in a database when it is due, on each server. A look finds the work of the next half minute,
 * and the process itself tells of work that it adds. A key is served once at a time.
 */
export class Rounds<Key> {
  readonly #options: RoundsOptions<Key>;
  readonly #busy = new Map<Key, Promise<void>>();
  /** The keys that the last look found, and those that changes have added since. */
  readonly #agenda = new Agenda<Key>();
  /**
   * The instant of the next look. Until then the agenda has everything that other servers may have left to
   * this one.
   */
  #lookAt = Number.NEGATIVE_INFINITY;
  #retryMs = FIRST_RETRY_MS;
  #stopped = false;
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();

  constructor(options: RoundsOptions<Key>) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Begins nothing new. Resolves when everything that was begun is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#woken.resolve();
    await this.#running;
  }

  /** Tells that work of the key is due at that instant. */
  expect(key: Key, at: number): void {
    // The next look finds work that is due after it.
    if (at >= this.#lookAt) return;
    this.#agenda.add(key, at);
    this.#woken.resolve();
  }

  /** Looks now, and does everything that is due. Resolves to the next instant of work, once all is done. */
  async round(): Promise<number> {
    this.#lookAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      const next = await this.#serveDue();
      if (this.#busy.size === 0) return next;
      await this.#sleep(next);
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) await this.#sleep(await this.#serveDue());
    await Promise.all(this.#busy.values());
  }

  /** Begins to serve all keys with due work, and looks when it is time. Resolves to the next instant of work. */
  async #serveDue(): Promise<number> {
    while (!this.#stopped) {
      const now = this.#options.now();
      const room = this.#options.servedAtOnce - this.#busy.size;
      // The end of any of these keys wakes the rounds.
      if (room === 0) return now + MOST_SLEEP_MS;
      // After a clock was set back, the last look lies in the future.
      if (now >= this.#lookAt || now < this.#lookAt - MOST_SLEEP_MS) await this.#look(now);
      const due = this.#agenda.takeDue(now, this.#busy, room);
      for (const key of due) this.#serve(key);
      if (due.length === 0 && now < this.#lookAt)
        return Math.min(this.#agenda.next(this.#busy), this.#lookAt);
    }
    return this.#lookAt;
  }

  async #look(now: number): Promise<void> {
    const until = now + MOST_SLEEP_MS;
    // The interval begins here: the look may miss work that is added during it.
    this.#lookAt = until;
    try {
      this.#lookAt = await this.#options.look({
        now,
        until,
        add: (key, at) => this.#agenda.add(key, at),
        isBusy: (key) => this.#busy.has(key),
      });
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.#lookAt = now + this.#retryMs;
      this.#retryMs = Math.min(2 * this.#retryMs, MOST_RETRY_MS);
      this.#options.lookFailed(error);
    }
  }

  #serve(key: Key): void {
    const work = this.#options.serve(key).finally(() => {
      this.#busy.delete(key);
      this.#woken.resolve();
    });
    this.#busy.set(key, work);
  }

  /** Sleeps until that instant, or until a change adds work, which may already have happened. */
  async #sleep(until: number): Promise<void> {
    const ms = Math.min(Math.max(until - this.#options.now(), 1), MOST_SLEEP_MS);
    const timer = setTimeout(() => this.#woken.resolve(), ms).unref();
    await this.#woken.promise;
    clearTimeout(timer);
    if (!this.#stopped) this.#woken = Promise.withResolvers();
  }
}
