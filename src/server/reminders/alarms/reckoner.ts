import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { newId } from '#src/domain/id.ts';
import { ownerOf, type SpaceId } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { readSettings } from './read-settings.ts';
import { reckonSlice, waitingRow, type Reckoned } from './reckon.ts';

type Tx = Transaction<Database>;

type Slice = Reckoned & { readonly last: string | null };

/**
 * The id of the row of `alarm` that asks for a reckoning of all alarms of its space. As an alarm, the look
 * for due alarms finds it, a server claims it, and another server takes it over when that one dies.
 */
export const RECKONING_ID = '00000000-0000-7000-8000-000000000001';

/** The last instant of a Date. The row is never due as a reminder, so it gets no receipt. */
const NEVER = 8_640_000_000_000_000;

/**
 * Asks for a reckoning of all alarms of a space, in the transaction of the change that needs it at `now`. A
 * running reckoning begins anew, and covers the time since the first request.
 */
export async function askToReckonAll(tx: Tx, spaceId: SpaceId, now: number): Promise<void> {
  const asked = await tx
    .selectFrom('alarm')
    .select('tries')
    .where('space_id', '=', spaceId)
    .where('id', '=', RECKONING_ID)
    .executeTakeFirst();
  const request: Request = { id: newId(), since: asked ? Math.min(requestOf(asked.tries).since, now) : now };
  const tries = JSON.stringify(request);
  await tx
    .insertInto('alarm')
    .values({ ...waitingRow(spaceId, RECKONING_ID, null, NEVER, now), tries })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'id']).doUpdateSet({ wake_at: now, lease_until: 0, tries }),
    )
    .execute();
}

/** The request, kept as JSON in the column `tries`, which a reckoning does not need. */
interface Request {
  /** Distinguishes this request from the next. */
  readonly id: string;
  /** Alarms due after this instant (ms since 1970 UTC) are added. */
  readonly since: number;
}

function requestOf(tries: string): Request {
  return JSON.parse(tries) as Request;
}

/** A claimed reckoning: the end of its lease, and the request. */
export interface Claimed {
  readonly lease: number;
  readonly tries: string;
}

export interface ReckonerOptions {
  readonly database: AppDatabase;
  /** ms since 1970 UTC. */
  readonly now: () => number;
  readonly leaseMs: number;
  /** Called with the due time of a new alarm of a space. */
  readonly expect: (spaceId: SpaceId, due: number) => void;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Reckons all alarms of the claimed spaces, one space after the other. Each slice of tasks is a transaction
 * of its own, under the space's row lock. A pause of the same length follows: other users wait for one slice
 * at most, and have half of the server's time.
 */
export class Reckoner {
  readonly #options: ReckonerOptions;
  /** The claimed spaces, with their leases and requests. */
  readonly #claimed = new Map<SpaceId, Claimed>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ReckonerOptions) {
    this.#options = options;
  }

  /**
   * Takes a space whose reckoning this server has claimed. A space that it already has was requested again.
   */
  add(spaceId: SpaceId, claimed: Claimed): void {
    this.#claimed.set(spaceId, claimed);
    this.#running ??= this.#run();
  }

  /** Resolves when no space is left. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Stops after the current slice. Another server continues when the lease ends. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const [first] = this.#claimed;
      if (!first) break;
      const [spaceId, claimed] = first;
      this.#claimed.delete(spaceId);
      try {
        await this.#reckonAll(spaceId, claimed);
      } catch (error) {
        this.#options.log.error(
          { err: error, userId: ownerOf(spaceId), spaceId },
          'reckoning of alarms failed, and is tried again in a minute',
        );
      }
    }
    this.#running = null;
  }

  /** Stops early after a new request, or when another server has taken over. */
  async #reckonAll(spaceId: SpaceId, claimed: Claimed): Promise<void> {
    const { now, leaseMs, expect } = this.#options;
    let { lease } = claimed;
    for (let after: string | null = ''; after !== null && !this.#stopped;) {
      const begun = performance.now();
      const next = now() + leaseMs;
      const slice: Slice | null = await this.#reckonSlice(spaceId, after, { ...claimed, lease }, next);
      if (slice === null) return;
      if (slice.due !== null) expect(spaceId, slice.due);
      lease = next;
      after = slice.last;
      await delay(performance.now() - begun);
    }
  }

  /** `next`: the new end of the lease. */
  #reckonSlice(spaceId: SpaceId, after: string, claimed: Claimed, next: number): Promise<Slice | null> {
    const { database, now } = this.#options;
    return database.transact(async (tx) => {
      // A push takes these two locks in the same order.
      await lockSpace(tx, spaceId);
      if (!(await renewLease(tx, spaceId, claimed, next))) return null;
      const slice = await reckonSlice(tx, spaceId, after, await readSettings(tx, spaceId), {
        now: now(),
        since: requestOf(claimed.tries).since,
      });
      if (slice.last === null) await endReckoning(tx, spaceId, next);
      return slice;
    }, 'large');
  }
}

async function renewLease(
  tx: Tx,
  spaceId: SpaceId,
  { lease, tries }: Claimed,
  next: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alarm')
    .set({ lease_until: next })
    .where('space_id', '=', spaceId)
    .where('id', '=', RECKONING_ID)
    .where('lease_until', '=', lease)
    .where('tries', '=', tries)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function endReckoning(tx: Tx, spaceId: SpaceId, lease: number): Promise<void> {
  await tx
    .deleteFrom('alarm')
    .where('space_id', '=', spaceId)
    .where('id', '=', RECKONING_ID)
    .where('lease_until', '=', lease)
    .execute();
}

/** Holds up pushes to the space, as they also change tasks and alarms. */
async function lockSpace(tx: Tx, spaceId: SpaceId): Promise<void> {
  await tx
    .updateTable('space')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('space_id', '=', spaceId)
    .execute();
}
