import { createHash } from 'node:crypto';
import { authInstant } from '#src/server/db/auth-instant.ts';
import { isPhoneEmail } from '#src/domain/identity/phone-email.ts';
import type { NewSubscription, NewWebhook, PushState } from '#src/reading/remind/push-api.ts';
import type { SignedIn } from '#src/server/auth/sessions/sessions.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import { forgetWebhook } from '#src/server/auth/sessions/forget-webhook.ts';
import type { ReminderSecrets } from './secrets.ts';

/** The most browsers of a user: as many as sessions (see sessions.ts). */
const MOST_SUBSCRIPTIONS = 50;

const WEBHOOKS_LOOKED_AT = 100;

interface TargetsOptions {
  readonly database: AppDatabase;
  readonly delivery: Delivery;
  readonly secrets: ReminderSecrets;
  readonly publicKey: string;
}

/** The targets of a user's reminders: browsers, and a webhook. */
export class Targets {
  readonly #options: TargetsOptions;

  constructor(options: TargetsOptions) {
    this.#options = options;
  }

  async state({ sessionId, user }: SignedIn, now: number): Promise<PushState> {
    const { database, delivery, publicKey, secrets } = this.#options;
    const { db } = database;
    const live = await liveSessions(database, user.id, now);
    const subscriptions = await db
      .selectFrom('push_subscription')
      .select(['id', 'device', 'created_at', 'used_at', 'session_id'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute();
    const webhook = await db
      .selectFrom('webhook')
      .select(['address', 'kind', 'secret'])
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    const webhookSecret = webhook ? secrets.open(user.id, webhook.secret) : null;
    const hasMail = delivery.mail !== null && !isPhoneEmail(user.email);
    return {
      publicKey,
      subscriptions: subscriptions
        .filter(({ session_id }) => live.has(session_id))
        .map(({ id, device, created_at, used_at, session_id }) => ({
          id,
          device,
          createdAt: created_at,
          usedAt: used_at,
          isThisDevice: session_id === sessionId,
        })),
      mail: hasMail ? user.email : null,
      webhook: webhook
        ? {
            address: webhook.address,
            kind: webhook.kind,
            hasSecret: webhookSecret !== null && webhookSecret !== '',
            isUnreadable: webhookSecret === null,
          }
        : null,
    };
  }

  /** A session is one browser, so its new subscription replaces the earlier one. */
  async subscribe(
    { sessionId, user }: SignedIn,
    { endpoint, keys }: NewSubscription,
    device: string,
    now: number,
  ): Promise<string> {
    const id = createHash('sha256').update(endpoint).digest('base64url');
    const row = { endpoint, p256dh: keys.p256dh, auth: keys.auth, session_id: sessionId, device };
    await this.#options.database.transact(async (tx) => {
      const own = await tx
        .selectFrom('push_subscription')
        .select(['id', 'session_id'])
        .where('user_id', '=', user.id)
        .orderBy('created_at')
        .execute();
      const before = own.filter((each) => each.session_id === sessionId && each.id !== id);
      const others = own.filter((each) => !before.includes(each) && each.id !== id);
      const surplus = others.slice(0, Math.max(0, others.length + 1 - MOST_SUBSCRIPTIONS));
      const gone = [...before, ...surplus].map((each) => each.id);
      if (gone.length > 0)
        await tx
          .deleteFrom('push_subscription')
          .where('user_id', '=', user.id)
          .where('id', 'in', gone)
          .execute();
      await tx
        .insertInto('push_subscription')
        .values({ user_id: user.id, id, ...row, created_at: now, used_at: null })
        .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(row))
        .execute();
    });
    return id;
  }

  async unsubscribe(userId: string, endpoint: string): Promise<void> {
    await this.#options.database.db
      .deleteFrom('push_subscription')
      .where('user_id', '=', userId)
      .where('id', '=', createHash('sha256').update(endpoint).digest('base64url'))
      .execute();
  }

  async saveWebhook(userId: string, { address, secret, kind }: NewWebhook): Promise<void> {
    const row = { address, secret: this.#options.secrets.seal(userId, secret), kind };
    await this.#options.database.db
      .insertInto('webhook')
      .values({ user_id: userId, id: 'webhook', ...row })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(row))
      .execute();
  }

  /** True when some webhooks were saved with another secret of the server. It looks at a few of them. */
  async hasUnreadableWebhooks(): Promise<boolean> {
    const { database, secrets } = this.#options;
    const some = await database.db
      .selectFrom('webhook')
      .select(['user_id', 'secret'])
      .limit(WEBHOOKS_LOOKED_AT)
      .execute();
    return some.some(({ user_id, secret }) => secrets.open(user_id, secret) === null);
  }

  async removeWebhook(userId: string): Promise<void> {
    await forgetWebhook(this.#options.database.db, userId);
  }
}

/** The ids of a user's live sessions. `now`: ms since 1970 UTC. */
export async function liveSessions(
  { db, engine }: AppDatabase,
  userId: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const sessions = await db
    .selectFrom('session')
    .select('id')
    .where('userId', '=', userId)
    .where('expiresAt', '>', authInstant(engine, now))
    .execute();
  return new Set(sessions.map(({ id }) => id));
}
