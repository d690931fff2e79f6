import { ownerOf, type SpaceId } from '#src/domain/space.ts';
import type { WebhookEnd } from '#src/reading/webhooks/webhooks-api.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import type { Posted, PostRequest } from '#src/server/reminders/ways/post.ts';
import { signatureOf } from '#src/server/reminders/ways/webhook.ts';
import { endWatchOfNone, lockWatch } from '#src/server/webhooks/hook-watch.ts';
import type { Rates } from '#src/sync/server/rates.ts';
import { messageBody } from './message-body.ts';
import { pauseAfter } from './pauses.ts';
import { afterTry, giveUpMessages, messageAfter, type ClaimedHook, type DueMessage } from './settle.ts';

/** The time (ms) that a server has for one message, with its wait for a place. */
export const LEASE_MS = 30_000;

/** How long (ms) one turn of a webhook goes on. */
const TURN_MS = 20_000;

export interface TurnOptions {
  readonly database: AppDatabase;
  readonly secrets: ReminderSecrets;
  readonly post: (userId: string, address: string, request: PostRequest) => Promise<Posted>;
  /** ms since 1970 UTC. */
  readonly now: () => number;
  /** Told when a webhook has ended by itself. */
  readonly onEnd: (userId: string, hook: { readonly name: string; readonly ended: WebhookEnd }) => void;
}

/** A webhook without anything to do. */
const OVER = { wake_at: null, lease_until: 0 } as const;

/** A webhook without waiting messages. Its last failure is still shown. */
const RESTED = { failures: 0, failing_since: null } as const;

/** One turn of a webhook: its due messages, one after the other, as long as this server has the lease. */
export class Turn {
  readonly #options: TurnOptions;
  readonly #rates: Rates;
  readonly #spaceId: SpaceId;
  readonly #hookId: string;
  /** The end of this server's lease, as in the row of the webhook. */
  #lease = 0;

  constructor(options: TurnOptions, rates: Rates, spaceId: SpaceId, hookId: string) {
    this.#options = options;
    this.#rates = rates;
    this.#spaceId = spaceId;
    this.#hookId = hookId;
  }

  /** Sends what is due. Resolves to the instant of the next turn; null for none, or for another server. */
  async take(isStopped: () => boolean): Promise<number | null> {
    const { now } = this.#options;
    let hook = await this.#claim();
    if (!hook) return null;
    await this.#giveUp();
    const key = `${this.#spaceId} ${this.#hookId}`;
    const end = now() + TURN_MS;
    for (let notBefore = 0; ;) {
      const isOver = now() >= end || isStopped() || notBefore > now();
      const message = isOver || this.#rates.room(key) === 0 ? undefined : await this.#nextMessage();
      if (!message) return this.#release(Math.max(notBefore, now() + this.#rates.waitFor(key, 1)));
      this.#rates.use(key, 1);
      const posted = await this.#send(hook, message);
      const after = await this.#settle(hook, message, posted);
      if (!after) return null;
      hook = { ...hook, ...after };
      if (posted.failure !== null)
        notBefore = now() + Math.max(pauseAfter(after.failures), posted.retryAfterMs ?? 0);
    }
  }

  async #claim(): Promise<ClaimedHook | undefined> {
    const { database, now } = this.#options;
    const at = now();
    this.#lease = at + LEASE_MS;
    return (
      database.db
        .updateTable('hook')
        .set({ wake_at: this.#lease, lease_until: this.#lease })
        .where('space_id', '=', this.#spaceId)
        .where('id', '=', this.#hookId)
        .where('wake_at', '<=', at)
        // A longer lease is from before a clock was set back.
        .where((eb) => eb.or([eb('lease_until', '<=', at), eb('lease_until', '>', at + 10 * LEASE_MS)]))
        .where('ended', 'is', null)
        .returning(['id', 'name', 'query', 'address', 'secret', 'slot', 'failures', 'failing_since'])
        .executeTakeFirst()
    );
  }

  /** Ends messages that were tried, or waited behind others, for too long. */
  async #giveUp(): Promise<void> {
    const { database, now } = this.#options;
    await database.db
      .updateTable('hook_message')
      .set({ state: 'failed', wake_at: null })
      .where('space_id', '=', this.#spaceId)
      .where('hook_id', '=', this.#hookId)
      .where('wake_at', 'is not', null)
      .where('until', '<', now())
      .execute();
  }

  /** The message that has waited longest since its last try. */
  #nextMessage(): Promise<DueMessage | undefined> {
    return this.#options.database.db
      .selectFrom('hook_message')
      .select(['id', 'events', 'created_at', 'until', 'tries'])
      .where('space_id', '=', this.#spaceId)
      .where('hook_id', '=', this.#hookId)
      .where('wake_at', '<=', this.#options.now())
      .orderBy('wake_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  async #send(hook: ClaimedHook, message: DueMessage): Promise<Posted> {
    const { database, secrets, post, now } = this.#options;
    const userId = ownerOf(this.#spaceId);
    const secret = secrets.open(userId, hook.secret);
    if (secret === null) return { failure: 'SECRET_CHANGED', retryAfterMs: null };
    const body = await database.snapshot((tx) => messageBody(tx, this.#spaceId, hook, message));
    const headers = { 'content-type': 'application/json', ...signatureOf(message.id, body, secret, now()) };
    const posted = await post(userId, hook.address, { headers, body });
    return posted.failure === 'UNSUBSCRIBED' ? { ...posted, failure: 'REJECTED' } : posted;
  }

  /** Notes a try, and goes on with the lease. Null when the webhook is over, or another server's. */
  async #settle(hook: ClaimedHook, message: DueMessage, posted: Posted) {
    const { database, now, onEnd } = this.#options;
    const at = now();
    const after = afterTry(hook, posted, at);
    const { ended } = after;
    const lease = at + LEASE_MS;
    const isOurs = await database.transact(async (tx) => {
      if (ended !== null) await lockWatch(tx, this.#spaceId);
      const { numUpdatedRows } = await tx
        .updateTable('hook')
        .set({ ...after, ...(ended === null ? { wake_at: lease, lease_until: lease } : OVER) })
        .where('space_id', '=', this.#spaceId)
        .where('id', '=', this.#hookId)
        .where('lease_until', '=', this.#lease)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await tx
        .updateTable('hook_message')
        .set(messageAfter(message, posted, at))
        .where('space_id', '=', this.#spaceId)
        .where('hook_id', '=', this.#hookId)
        .where('id', '=', message.id)
        .execute();
      if (ended === null) return true;
      await giveUpMessages(tx, this.#spaceId, this.#hookId);
      await endWatchOfNone(tx, this.#spaceId);
      return true;
    });
    this.#lease = lease;
    if (isOurs && ended !== null) onEnd(ownerOf(this.#spaceId), { name: hook.name, ended });
    return isOurs && ended === null ? after : null;
  }

  /** Gives the webhook back until its next message, `notBefore` at the earliest. */
  async #release(notBefore: number): Promise<number | null> {
    return this.#options.database.transact(async (tx) => {
      const own = tx.updateTable('hook').where('space_id', '=', this.#spaceId).where('id', '=', this.#hookId);
      // The lock comes first: messages that are added meanwhile wait for it, and then wake the webhook.
      const { numUpdatedRows } = await own
        .set(OVER)
        .where('lease_until', '=', this.#lease)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return null;
      const first = await tx
        .selectFrom('hook_message')
        .select('wake_at')
        .where('space_id', '=', this.#spaceId)
        .where('hook_id', '=', this.#hookId)
        .where('wake_at', 'is not', null)
        .orderBy('wake_at')
        .limit(1)
        .executeTakeFirst();
      if (!first) {
        // Days without messages are no days of failing, also after one was given up.
        await own.set(RESTED).execute();
        return null;
      }
      const next = Math.max(first.wake_at ?? 0, notBefore);
      await own.set({ wake_at: next }).execute();
      return next;
    });
  }
}
