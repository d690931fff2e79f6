import type { SpaceId } from '#src/domain/space.ts';
import type { SyncDatabase } from '#src/sync/server/database.ts';
import type { Pace } from '#src/sync/server/pace.ts';
import { eraseNext } from './erase.ts';

interface ErasingOptions {
  readonly database: SyncDatabase;
  readonly log: { error(details: object, message: string): void };
  readonly pace: Pace | null;
}

/** A user whose push purged texts, and whose pace the work counts for. */
interface Purger {
  readonly userId: string;
  readonly network: string | null;
}

/**
 * Takes the rest of purged texts out of long histories, a slice at a time, so that others come between. What a stopped
 * or failing server leaves, the daily purge does.
 */
export class Erasing {
  readonly #options: ErasingOptions;
  readonly #running = new Set<Promise<void>>();

  constructor(options: ErasingOptions) {
    this.#options = options;
  }

  start(spaceId: SpaceId, { userId, network }: Purger): void {
    const { log } = this.#options;
    const running = this.#erase(spaceId, userId, network)
      .catch((error: unknown) => log.error({ err: error, spaceId }, 'purged texts are left in the history'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all that was started is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #erase(spaceId: SpaceId, userId: string, network: string | null): Promise<void> {
    const { database, pace } = this.#options;
    for (let hasRest = true; hasRest;) {
      const erased = await database.transact((tx) => eraseNext(tx, spaceId), 'large');
      pace?.count(userId, network, { mutations: 0, tasks: 0, bytes: erased.read, followed: 0, ms: 0 });
      ({ hasRest } = erased);
    }
  }
}
