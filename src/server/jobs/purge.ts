import { setTimeout as delay } from 'node:timers/promises';

import { spaceOf, type SpaceId } from '#src/domain/space.ts';
import { TRASH_DAYS } from '#src/domain/trash-days.ts';
import { sweepDeletedUsers } from '#src/server/auth/deleted-users.ts';
import { DEVICE_LIFETIME_S } from '#src/server/auth/sessions/known-devices.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Log } from '#src/server/log/log.ts';
import { findOldReceipts, purgeReceipts } from '#src/server/reminders/receipts.ts';
import { findOldMessages, purgeMessages } from '#src/server/webhooks/hooks.ts';
import { eraseNext } from '#src/sync/server/history/erase.ts';
import { purge, type Purged } from '#src/sync/server/purge.ts';
import type { Expiry } from '#src/sync/server/expiry.ts';
import { findPurgeable } from '#src/sync/server/purgeable.ts';

const DAY_MS = 86_400_000;

export const PURGE_EVERY_MS = DAY_MS;

const TOMBSTONE_DAYS = 180;
/** After this time, a mutation that a device sends again no longer gets its first outcome. */
const MUTATION_DAYS = 90;
/** Rule H3. */
const HISTORY_DAYS = 365;
/** Better Auth counts over seconds or minutes, and its rows name addresses. */
const RATE_LIMIT_DAYS = 1;

/** The rows of a kind, or spaces, in one transaction. Other users wait for one slice at most. */
export const SLICE = 1_000;

export interface PurgeOptions {
  readonly database: AppDatabase;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly everyMs: number;
}

export interface Purging {
  /** Begins no further slice. Resolves when the current one is done. */
  stop(): Promise<void>;
}

/** Deletes expired rows now, and again `everyMs` after each run, until stopped. */
export function startPurging({ database, log, now, everyMs }: PurgeOptions): Purging {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const purged = await purgeExpired(database, now(), signal);
        await sweepDeletedUsers(database);
        await database.emptyLog();
        log.info(purged, 'purged expired rows');
      } catch (error) {
        log.error({ err: error }, 'purging failed, and is tried again later');
      }
      // The delay rejects when the purge is stopped.
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

/**
 * Deletes all rows that have expired at `now`, in slices, until done or aborted. Returns the number of
 * deleted rows of each kind.
 */
export async function purgeExpired(database: AppDatabase, now: number, signal?: AbortSignal) {
  const counts = {
    rows: 0,
    mutations: 0,
    history: 0,
    sessions: 0,
    verifications: 0,
    rateLimits: 0,
    devices: 0,
    invitations: 0,
    receipts: 0,
    messages: 0,
  };
  const expiry = {
    endedBefore: now - TRASH_DAYS * DAY_MS,
    deletedBefore: now - TOMBSTONE_DAYS * DAY_MS,
    recordedBefore: now - MUTATION_DAYS * DAY_MS,
    changedBefore: now - HISTORY_DAYS * DAY_MS,
  };
  for await (const { spaceId, isDue, hasReceipts, hasMessages } of purgeableSpaces(database, expiry, now)) {
    if (hasReceipts)
      counts.receipts += await untilDone(signal, () => purgeReceipts(database, spaceId, now, SLICE));
    if (hasMessages) counts.messages += await purgeMessages(database, spaceId, now);
    if (signal?.aborted) return counts;
    for (let isAll = !isDue; !isAll;) {
      if (signal?.aborted) return counts;
      const { hasRest } = await database.transact((tx) => eraseNext(tx, spaceId));
      if (hasRest) continue;
      const purged = await database.transact((tx) => purge(tx, spaceId, expiry, SLICE));
      counts.rows += purged.rows;
      counts.mutations += purged.mutations;
      counts.history += purged.history;
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
  readonly hasMessages: boolean;
}

/** The spaces with expired rows. Other spaces cost no statement of their own. */
async function* purgeableSpaces(
  database: AppDatabase,
  expiry: Expiry,
  now: number,
): AsyncGenerator<PurgeableSpace> {
  let after: SpaceId | undefined = spaceOf('');
  while (after !== undefined) {
    const last: SpaceId = after;
    const spaces = await database.snapshot((tx) => findPurgeable(tx, expiry, last, SLICE));
    const ids = spaces.map(({ spaceId }) => spaceId);
    const old = await findOldReceipts(database, ids, now);
    const oldMessages = await findOldMessages(database, ids, now);
    for (const { spaceId, isDue } of spaces) {
      const [hasReceipts, hasMessages] = [old.has(spaceId), oldMessages.has(spaceId)];
      if (isDue || hasReceipts || hasMessages) yield { spaceId, isDue, hasReceipts, hasMessages };
    }
    after = spaces.at(-1)?.spaceId;
  }
}

/**
 * True when another slice may find more: deleted rows may have owned others, or have been the last to name
 * them.
 */
function mayLeaveMore({ rows, ended, erased, mutations, history }: Purged): boolean {
  return rows + ended + erased + history > 0 || mutations >= SLICE;
}

/** Repeats `slice`, which returns the number of rows it deleted, while it is full. Returns the total. */
async function untilDone(signal: AbortSignal | undefined, slice: () => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    if (signal?.aborted) return total;
    const deleted = await slice();
    total += deleted;
    if (deleted < SLICE) return total;
  }
}

/** Better Auth itself deletes an expired row only when it reads it. */
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

/**
 * Deletes devices whose cookies have expired. Few devices and few invitations expire in a day, so that one
 * statement is enough.
 */
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
