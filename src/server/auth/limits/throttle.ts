import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';

import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { retryConflicts } from '#src/server/db/transact.ts';

/** A limit: `burst` times at once, then once every `everyMs`. */
export interface Limit {
  /** The subject of the limit: an account, an address … */
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

const PURGE_EVERY_MS = 3_600_000;

/**
 * Slows down frequent actions, across all servers together. It never locks anybody out: after `everyMs` one
 * more try passes, no matter how many were rejected meanwhile, since a rejected one takes nothing.
 *
 * It keeps one number per limit (the generic cell rate algorithm): the instant when all used tries are given
 * back. Keys are stored hashed, as they name people.
 */
export class Throttle {
  readonly #database: AppDatabase;
  readonly #now: () => number;
  /** The last waiting try for each first limit. */
  readonly #last = new Map<string, Promise<unknown>>();
  #purgedAt: number;

  /** `now` gives ms since 1970 UTC. */
  constructor(database: AppDatabase, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
    this.#purgedAt = now();
  }

  /** Takes one try from each limit and returns 0, or takes none and returns the time to wait in ms. */
  async take(limits: readonly Limit[]): Promise<number> {
    const [first] = limits;
    if (!first) return 0;
    // Tries for one limit queue up here. They would wait for each other's row in any case, and all at once
    // would hold every connection of the server meanwhile.
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
    // Throwing in a shared transaction restarts the others in it, so that a known rejection never starts one.
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

  /** Gives a try back that should not count. */
  async giveBack(limits: readonly Limit[]): Promise<void> {
    for (const { key, everyMs } of limits) {
      await this.#database.db
        .updateTable('throttle')
        .set((eb) => ({ free_at: eb('free_at', '-', everyMs) }))
        .where('key', '=', hash(key))
        .execute();
    }
  }

  /** The wait in ms of the first limit without a try left; 0 when each has one. */
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

/** The latest value of `freeAt` that still admits one more try. */
function latestOf({ burst, everyMs }: Limit, now: number): number {
  return now + (burst - 1) * everyMs;
}

/** The wait in ms for the next try. */
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
