import { setTimeout as delay } from 'node:timers/promises';

import { spaceOf, type SpaceId } from '#src/domain/space.ts';
import { sweepDeletedUsers } from '#src/server/auth/deleted-users.ts';
import { DEVICE_LIFETIME_S } from '#src/server/auth/sessions/known-devices.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Log } from '#src/server/log.ts';
import { findOldReceipts, purgeReceipts } from '#src/server/reminders/receipts.ts';
import { purge, type Purged } from '#src/sync/server/purge.ts';
import type { Expiry } from '#src/sync/server/expiry.ts';
import { findPurgeable } from '#src/sync/server/purgeable.ts';

const DAY_MS = 86_400_000;

export const PURGE_EVERY_MS = DAY_MS;

const TOMBSTONE_DAYS = 180;
/** What was deleted can be restored for so long. */
const TRASH_DAYS = 30;
/** A device that sends a mutation again after this time is not told that it was applied already. */
const MUTATION_DAYS = 90;
/** Better Auth counts over seconds or minutes; what it keeps names addresses. */
const RATE_LIMIT_DAYS = 1;

/** Rows of a kind, or spaces, in one transaction: nobody is to wait for long behind it. */
export const SLICE = 1_000;

export interface PurgeOptions {
  readonly database: AppDatabase;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly everyMs: number;
}

export interface Purging {
  /** Begins no further slice; resolves when the one under way is done. */
  stop(): Promise<void>;
}

/** Deletes what is kept for a time only, now and again `everyMs` after it was done, until stopped. */
export function startPurging({ database, log, now, everyMs }: PurgeOptions): Purging {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const purged = await purgeExpired(database, now(), signal);
        await sweepDeletedUsers(database);
        await database.emptyLog();
        log.info(purged, 'purged what had expired');
      } catch (error) {
        log.error({ err: error }, 'purging failed, and is tried again later');
      }
      // Rejects when it is stopped.
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  const ended = run();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** Deletes all that has expired at `now`, in slices, until done or aborted. Returns how many rows of each kind went. */
export async function purgeExpired(database: AppDatabase, now: number, signal?: AbortSignal) {
  const counts = {
    rows: 0,
    mutations: 0,
    sessions: 0,
    verifications: 0,
    rateLimits: 0,
    devices: 0,
    invitations: 0,
    receipts: 0,
  };
  const expiry = {
    endedBefore: now - TRASH_DAYS * DAY_MS,
    deletedBefore: now - TOMBSTONE_DAYS * DAY_MS,
    recordedBefore: now - MUTATION_DAYS * DAY_MS,
  };
  for await (const { spaceId, isDue, hasReceipts } of purgeableSpaces(database, expiry, now)) {
    if (hasReceipts)
      counts.receipts += await untilDone(signal, () => purgeReceipts(database, spaceId, now, SLICE));
    if (signal?.aborted) return counts;
    for (let isAll = !isDue; !isAll;) {
      if (signal?.aborted) return counts;
      const purged = await database.transact((tx) => purge(tx, spaceId, expiry, SLICE));
      counts.rows += purged.rows;
      counts.mutations += purged.mutations;
      isAll = !mayLeaveMore(purged);
    }
  }
  counts.sessions = await untilDone(signal, () => purgeSignIns(database, 'session', now));
  counts.verifications = await untilDone(signal, () => purgeSignIns(database, 'verification', now));
  counts.rateLimits = await untilDone(signal, () => purgeRateLimits(database, now));
  counts.devices = await purgeDevices(database, now);
  counts.invitations = await purgeInvitations(database, now);
  return counts;
}

interface PurgeableSpace {
  readonly spaceId: SpaceId;
  readonly isDue: boolean;
  readonly hasReceipts: boolean;
}

/** Spaces in which nothing has expired cost no statement of their own. */
async function* purgeableSpaces(
  database: AppDatabase,
  expiry: Expiry,
  now: number,
): AsyncGenerator<PurgeableSpace> {
  let after: SpaceId | undefined = spaceOf('');
  while (after !== undefined) {
    const last: SpaceId = after;
    const spaces = await database.snapshot((tx) => findPurgeable(tx, expiry, last, SLICE));
    const old = await findOldReceipts(
      database,
      spaces.map(({ spaceId }) => spaceId),
      now,
    );
    for (const { spaceId, isDue } of spaces) {
      const hasReceipts = old.has(spaceId);
      if (isDue || hasReceipts) yield { spaceId, isDue, hasReceipts };
    }
    after = spaces.at(-1)?.spaceId;
  }
}

/** Rows that went may have owned others, or have been all that named them: those are due only now. */
function mayLeaveMore({ rows, ended, erased, mutations }: Purged): boolean {
  return rows + ended + erased > 0 || mutations >= SLICE;
}

/** Repeats `slice`, which returns how many rows it deleted, until that is no full one. Returns how many went in all. */
async function untilDone(signal: AbortSignal | undefined, slice: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    if (signal?.aborted) return total;
    const deleted = await slice();
    total += deleted;
    if (deleted < SLICE) return total;
  }
}

/** Better Auth deletes what has expired only when it comes upon it. */
async function purgeSignIns(
  { db, engine }: AppDatabase,
  table: 'session' | 'verification',
  now: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', 'in', (eb) =>
      eb.selectFrom(table).select('id').where('expiresAt', '<', authInstant(engine, now)).limit(SLICE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function purgeRateLimits({ db }: AppDatabase, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rateLimit')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('rateLimit')
        .select('id')
        .where('lastRequest', '<', now - RATE_LIMIT_DAYS * DAY_MS)
        .limit(SLICE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** As their cookies are gone by then, they are never met again. There are few of these, and of invitations, in a day. */
async function purgeDevices({ db }: AppDatabase, now: number): Promise<number> {
  const forgotten = now - DEVICE_LIFETIME_S * 1_000;
  const { numDeletedRows } = await db
    .deleteFrom('device')
    .where('seen_at', '<', forgotten)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function purgeInvitations({ db }: AppDatabase, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('invitation')
    .where('expires_at', '<', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
