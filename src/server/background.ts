import type { Log } from '#src/server/log/log.ts';

/** Work that only the end of the server waits for. Failures are logged. */
export class Background {
  readonly #log: Pick<Log, 'error'>;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  add(work: Promise<unknown>): void {
    const running: Promise<void> = work
      .then(
        () => {},
        (error: unknown) => this.#log.error({ err: error }, 'work in the background failed'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all work is done. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
