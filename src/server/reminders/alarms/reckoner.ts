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
 * The id of the row of `alarm` that asks for a reckoning of all alarms of its space. It is an alarm so that the server that finds what is due
 * finds it too, claims it, and leaves it to another one when it dies.
 */
export const RECKONING_ID = '00000000-0000-7000-8000-000000000001';

/** The last instant of a Date. It is never due as a reminder is, so no receipt tells of it. */
const NEVER = 8_640_000_000_000_000;

/**
 * Asks for a reckoning of all alarms of a space, in the transaction of the change that needs it at `now`. One that is under way begins anew, and
 * brings what has been due since the first of both.
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

/** Kept as JSON in the column `tries`, since nothing is tried of a reckoning. */
interface Request {
  /** Tells one request from the next. */
  readonly id: string;
  /** Alarms due since then, ms since 1970 UTC, are still to come. */
  readonly since: number;
}

function requestOf(tries: string): Request {
  return JSON.parse(tries) as Request;
}

/** Of a reckoning that a server has claimed: the end of its lease, and the request. */
export interface Claimed {
  readonly lease: number;
  readonly tries: string;
}

export interface ReckonerOptions {
  readonly database: AppDatabase;
  /** ms since 1970 UTC. */
  readonly now: () => number;
  readonly leaseMs: number;
  /** Hears when a new alarm of a space is due. */
  readonly expect: (spaceId: SpaceId, due: number) => void;
  readonly log: { error(details: object, message: string): void };
}

/**
 * Reckons all alarms of the spaces that were claimed for it, one space after the other. Each slice of tasks is a transaction of its own, under the
 * space's row lock, and is followed by a rest of the same length: other users wait for one slice at most, and have half of the server's time.
 */
export class Reckoner {
  readonly #options: ReckonerOptions;
  /** Claimed spaces, with what was claimed of each. */
  readonly #claimed = new Map<SpaceId, Claimed>();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ReckonerOptions) {
    this.#options = options;
  }

  /** Takes a space whose reckoning this server has claimed, also one that it has already: then somebody has asked anew. */
  add(spaceId: SpaceId, claimed: Claimed): void {
    this.#claimed.set(spaceId, claimed);
    this.#running ??= this.#run();
  }

  /** Resolves when no space is left. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Ends after the slice that is under way. Another server goes on when the lease ends. */
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
          'alarms could not be reckoned anew, and are tried again in a minute',
        );
      }
    }
    this.#running = null;
  }

  /** Ends early where somebody has asked anew, or another server has taken over. */
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

  /** `next`: the end of the lease from then on. */
  #reckonSlice(spaceId: SpaceId, after: string, claimed: Claimed, next: number): Promise<Slice | null> {
    const { database, now } = this.#options;
    return database.transact(async (tx) => {
      // The order of these two locks is that of a push.
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

/** Keeps pushes to the space away: they change tasks and alarms as well. */
async function lockSpace(tx: Tx, spaceId: SpaceId): Promise<void> {
  await tx
    .updateTable('space')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('space_id', '=', spaceId)
    .execute();
}
