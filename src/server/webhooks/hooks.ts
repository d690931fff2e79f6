import { randomBytes } from 'node:crypto';
import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { newId } from '#src/domain/id.ts';
import { ownerOf, spaceOf, type SpaceId } from '#src/domain/space.ts';
import {
  MOST_WEBHOOKS,
  type AddedWebhook,
  type ListedMessage,
  type ListedWebhook,
  type MessageTry,
  type NewWebhook,
} from '#src/reading/webhooks/webhooks-api.ts';
import type { QueryContext } from '#src/reading/query/context.ts';
import type { FailureReason } from '#src/reading/remind/push-api.ts';
import { Reach } from '#src/server/api/reach.ts';
import { readUserContext } from '#src/server/api/user-context.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { HookTable } from '#src/server/db/tables.ts';
import type { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import { askedQuery } from '#src/server/rows/asked-query.ts';
import { TRIED_MS } from '#src/server/webhooks/watch/write-look.ts';
import { beginWatch, endWatchOfNone, lockWatch } from './hook-watch.ts';

const SECRET_BYTES = 32;

/** The days that a message is listed for, and the most listed messages. */
const MESSAGE_DAYS = 30;
const MOST_LISTED = 100;
const DAY_MS = 86_400_000;

/** The stored webhooks of users. */
export class Hooks {
  readonly #database: AppDatabase;
  readonly #secrets: ReminderSecrets;

  constructor(database: AppDatabase, secrets: ReminderSecrets) {
    this.#database = database;
    this.#secrets = secrets;
  }

  /** The oldest first. */
  async list(userId: string, now: number): Promise<ListedWebhook[]> {
    const spaceId = spaceOf(userId);
    const { hooks, waiting, user } = await this.#database.snapshot(async (tx) => ({
      hooks: await tx
        .selectFrom('hook')
        .selectAll()
        .where('space_id', '=', spaceId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      waiting: await tx
        .selectFrom('hook_message')
        .select(({ fn }) => ['hook_id', fn.countAll<number | string>().as('count')])
        .where('space_id', '=', spaceId)
        .where('wake_at', 'is not', null)
        .groupBy('hook_id')
        .execute(),
      user: await readUserContext(tx, spaceId, new Reach({ collections: null }), now),
    }));
    const counts = new Map(waiting.map(({ hook_id, count }) => [hook_id, Number(count)]));
    const listed: ListedWebhook[] = [];
    for (const hook of hooks) {
      // Reading a query takes up to 100 ms.
      await othersHadTheirTurn();
      listed.push({
        id: hook.id,
        name: hook.name,
        query: hook.query,
        address: hook.address,
        createdAt: hook.created_at,
        sentAt: hook.sent_at,
        failure: this.#failureOf(hook, user.query),
        waiting: counts.get(hook.id) ?? 0,
        ended: hook.ended,
      });
    }
    return listed;
  }

  #failureOf(hook: Selectable<HookTable>, context: QueryContext): FailureReason | null {
    if (this.#secrets.open(ownerOf(hook.space_id), hook.secret) === null) return 'SECRET_CHANGED';
    const isWrong = hook.ended === null && 'problem' in askedQuery(hook.query, context);
    return isWrong ? 'WRONG_FILTER' : hook.failure;
  }

  /** Null when the user has MOST_WEBHOOKS already. */
  async add(userId: string, webhook: NewWebhook, now: number): Promise<AddedWebhook | null> {
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    const [id, space_id] = [newId(), spaceOf(userId)];
    const isAdded = await this.#database.transact(async (tx) => {
      await beginWatch(tx, space_id);
      const own = await tx.selectFrom('hook').select('slot').where('space_id', '=', space_id).execute();
      if (own.length >= MOST_WEBHOOKS) {
        await endWatchOfNone(tx, space_id);
        return false;
      }
      const taken = new Set(own.map(({ slot }) => slot));
      const slot = Array.from({ length: MOST_WEBHOOKS }, (_, n) => n).find((n) => !taken.has(n)) ?? 0;
      const { name, query, address } = webhook;
      await tx
        .insertInto('hook')
        .values({
          space_id,
          id,
          name,
          query,
          address,
          secret: this.#secrets.seal(userId, secret),
          slot,
          is_filled: 0,
          created_at: now,
          failures: 0,
          lease_until: 0,
        })
        .execute();
      return true;
    });
    return isAdded ? { id, secret } : null;
  }

  /** False when the user has no such webhook. */
  async revoke(userId: string, id: string): Promise<boolean> {
    const spaceId = spaceOf(userId);
    return this.#database.transact(async (tx) => {
      await lockWatch(tx, spaceId);
      const { numDeletedRows } = await tx
        .deleteFrom('hook')
        .where('space_id', '=', spaceId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await tx.deleteFrom('hook_message').where('space_id', '=', spaceId).where('hook_id', '=', id).execute();
      await endWatchOfNone(tx, spaceId);
      return true;
    });
  }

  /** Turns on a webhook that has ended. It tells of later changes. False unless the user has an ended webhook of this id. */
  async turnOn(userId: string, id: string): Promise<boolean> {
    const spaceId = spaceOf(userId);
    return this.#database.transact(async (tx) => {
      await beginWatch(tx, spaceId);
      const { numUpdatedRows } = await tx
        .updateTable('hook')
        .set({ ended: null, is_filled: 0, failures: 0, failing_since: null, failure: null, wake_at: null })
        .where('space_id', '=', spaceId)
        .where('id', '=', id)
        .where('ended', 'is not', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) await endWatchOfNone(tx, spaceId);
      return numUpdatedRows > 0n;
    });
  }

  /** The messages of the last 30 days, the newest first. */
  async messages(userId: string, hookId: string, now: number): Promise<ListedMessage[]> {
    const rows = await this.#database.db
      .selectFrom('hook_message')
      .selectAll()
      .where('space_id', '=', spaceOf(userId))
      .where('hook_id', '=', hookId)
      .where('created_at', '>', now - MESSAGE_DAYS * DAY_MS)
      .orderBy('id', 'desc')
      .limit(MOST_LISTED)
      .execute();
    return rows.map(({ id, created_at, events, state, tries }) => ({
      id,
      createdAt: created_at,
      events: (JSON.parse(events) as unknown[]).length,
      state,
      tries: JSON.parse(tries) as MessageTry[],
    }));
  }

  /** Sends a message again, under its id. False for an unknown message, and for a webhook that has ended. */
  async sendAgain(userId: string, hookId: string, messageId: string, now: number): Promise<boolean> {
    const spaceId = spaceOf(userId);
    return this.#database.transact(async (tx) => {
      // A receiver that failed gets it at once.
      const hook = await tx
        .updateTable('hook')
        .set({ wake_at: now })
        .where('space_id', '=', spaceId)
        .where('id', '=', hookId)
        .where('ended', 'is', null)
        .executeTakeFirstOrThrow();
      if (hook.numUpdatedRows === 0n) return false;
      const { numUpdatedRows } = await tx
        .updateTable('hook_message')
        .set({ state: 'waiting', wake_at: now, until: now + TRIED_MS })
        .where('space_id', '=', spaceId)
        .where('hook_id', '=', hookId)
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    });
  }
}

/** The spaces among these with messages that `purgeMessages` would delete. */
export async function findOldMessages(
  { db }: AppDatabase,
  spaceIds: readonly SpaceId[],
  now: number,
): Promise<ReadonlySet<SpaceId>> {
  if (spaceIds.length === 0) return new Set();
  const spaces = await db
    .selectFrom('hook_message')
    .select('space_id')
    .distinct()
    .where('space_id', 'in', spaceIds)
    .where('created_at', '<', now - MESSAGE_DAYS * DAY_MS)
    .execute();
  return new Set(spaces.map(({ space_id }) => space_id));
}

/** Deletes a space's messages from before the last 30 days. Returns their number. */
export async function purgeMessages({ db }: AppDatabase, spaceId: SpaceId, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('hook_message')
    .where('space_id', '=', spaceId)
    .where('created_at', '<', now - MESSAGE_DAYS * DAY_MS)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
