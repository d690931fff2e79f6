import type { AppDatabase } from './database.ts';
import { storageProblem, type StorageProblem } from './storage-problem.ts';

/** How long (ms) a result holds: anybody may ask, and each probe waits for the disk. */
const KEPT_MS = 5_000;

/** Bytes. The log (WAL) grows by this much before it is written into the file. */
const ROOM_BYTES = 4 * 1_048_576;

/**
 * Writes to the database to find out if it can store: it writes a row that Throttle deletes with its own. On
 * a nearly full disk that row may fit where others, as of a sign-in, do not. The probe therefore also checks
 * the room.
 */
export class WriteProbe {
  readonly #database: AppDatabase;
  readonly #now: () => number;
  #running: Promise<StorageProblem | null> | null = null;
  #found: StorageProblem | null = null;
  #foundAt = Number.NEGATIVE_INFINITY;

  /** `now` gives ms since any instant. */
  constructor(database: AppDatabase, now: () => number = performance.now.bind(performance)) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * The problem that keeps data from being stored, as of a few seconds ago at most. Null when there is none.
   * Throws when the database does not answer.
   */
  async lately(): Promise<StorageProblem | null> {
    return this.#now() - this.#foundAt < KEPT_MS ? this.#found : this.run();
  }

  /** Like `lately`, with a write that ends after the call. */
  run(): Promise<StorageProblem | null> {
    // Concurrent calls share one probe: on a database that hangs, more would take every connection.
    this.#running ??= this.#write().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #write(): Promise<StorageProblem | null> {
    try {
      await this.#database.transact((tx) =>
        tx
          .insertInto('throttle')
          .values({ key: 'write probe', free_at: Date.now() })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((eb) => ({ free_at: eb.ref('excluded.free_at') })),
          )
          .execute(),
      );
      const room = await this.#database.room();
      this.#found = room !== null && room < ROOM_BYTES ? 'full' : null;
    } catch (error) {
      this.#found = storageProblem(error);
      if (this.#found === null) throw error;
    }
    this.#foundAt = this.#now();
    return this.#found;
  }
}
