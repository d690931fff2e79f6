import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';

import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { retryConflicts } from '#src/server/db/transact.ts';

/** What may be done `burst` times at once, and then once every `everyMs`. */
export interface Limit {
  /** What is limited: an account, an address … */
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

const PURGE_EVERY_MS = 3_600_000;

/**
 * Slows down what is done too often, on all servers together. It never locks: whoever waits `everyMs` has one more try,
 * however many were rejected in between, since a rejected one takes nothing.
 *
 * It keeps one number for each limit (the generic cell rate algorithm): the instant at which all that was used is given
 * back. Keys are stored hashed, as they name people.
 */
export class Throttle {
  readonly #database: AppDatabase;
  readonly #now: () => number;
  /** The last of those that wait for each other, by what they ask for first. */
  readonly #last = new Map<string, Promise<unknown>>();
  #purgedAt: number;

  /** `now` gives ms since 1970 UTC. */
  constructor(database: AppDatabase, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
    this.#purgedAt = now();
  }

  /** Takes one try from each limit and returns 0; or takes none and returns how long (ms) to wait for the next. */
  async take(limits: readonly Limit[]): Promise<number> {
    const [first] = limits;
    if (!first) return 0;
    // They wait for each other's row in any case. All at once, they would wait there with all connections of the server in their hands.
    const before = this.#last.get(first.key);
    const taken = (before ?? Promise.resolve()).then(() => this.#take(limits));
    const settled = taken.catch(() => {});
    this.#last.set(first.key, settled);
    try {
      return await taken;
    } finally {
      if (this.#last.get(first.key) === settled) this.#last.delete(first.key);
    }
  }

  async #take(limits: readonly Limit[]): Promise<number> {
    const now = this.#now();
    await this.#purge(now);
    // What throws in a transaction has those that share it begin anew: what is known to be rejected does not come so far.
    const wait = await this.#waitFor(limits, now);
    if (wait > 0) return wait;
    try {
      await this.#database.transact(async (tx) => {
        for (const limit of limits) await takeOne(tx, limit, now);
      });
      return 0;
    } catch (error) {
      if (error instanceof Rejected) return error.waitMs;
      throw error;
    }
  }

  /** Gives back the try that was taken, as it was none of those to slow down. */
  async giveBack(limits: readonly Limit[]): Promise<void> {
    for (const { key, everyMs } of limits) {
      await this.#database.db
        .updateTable('throttle')
        .set((eb) => ({ free_at: eb('free_at', '-', everyMs) }))
        .where('key', '=', hash(key))
        .execute();
    }
  }

  /** How long (ms) the first limit that has none left lets nobody through; 0 when each has. */
  async #waitFor(limits: readonly Limit[], now: number): Promise<number> {
    const keys = limits.map(({ key }) => hash(key));
    const found = this.#database.db
      .selectFrom('throttle')
      .select(['key', 'free_at'])
      .where('key', 'in', keys);
    const rows = await retryConflicts(() => found.execute());
    const freeAt = new Map(rows.map(({ key, free_at }) => [key, free_at]));
    const waits = limits.map((limit, i) => waitOf(limit, freeAt.get(keys[i] ?? '') ?? now, now));
    return waits.find((wait) => wait > 0) ?? 0;
  }

  async #purge(now: number): Promise<void> {
    if (now - this.#purgedAt < PURGE_EVERY_MS) return;
    this.#purgedAt = now;
    await this.#database.db.deleteFrom('throttle').where('free_at', '<', now).execute();
  }
}

async function takeOne(tx: Transaction<Database>, limit: Limit, now: number): Promise<void> {
  const key = hash(limit.key);
  const latest = latestOf(limit, now);
  const taken = await tx
    .insertInto('throttle')
    .values({ key, free_at: now + limit.everyMs })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          free_at: eb
            .case()
            .when('throttle.free_at', '<', now)
            .then(eb.val(now + limit.everyMs))
            .else(eb('throttle.free_at', '+', limit.everyMs))
            .end(),
        }))
        .where('throttle.free_at', '<=', latest),
    )
    .returning('free_at')
    .executeTakeFirst();
  if (taken) return;
  const { free_at } = await tx
    .selectFrom('throttle')
    .select('free_at')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  throw new Rejected(Math.max(waitOf(limit, free_at, now), 1));
}

/** The latest instant at which everything may be given back, for one more try to be let through. */
function latestOf({ burst, everyMs }: Limit, now: number): number {
  return now + (burst - 1) * everyMs;
}

/** How long (ms) to wait for the next try. */
function waitOf(limit: Limit, freeAt: number, now: number): number {
  return Math.max(freeAt - latestOf(limit, now), 0);
}

/** Ends the transaction, so that a try rejected by one limit takes nothing from the others. */
class Rejected extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('rejected');
    this.waitMs = waitMs;
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
