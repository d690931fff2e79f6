import type { FailureReason } from '#src/reading/remind/push-api.ts';
import type { PushMessage, PushNotification } from '#src/reading/remind/push-message.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import { renderMail } from '#src/server/delivery/mail-template.ts';
import type { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import { Places } from '#src/server/reminders/ways/places.ts';
import type { Post, Posted, PostRequest } from '#src/server/reminders/ways/post.ts';
import { liveSessions } from '#src/server/reminders/targets.ts';
import { webhookRequest } from '#src/server/reminders/ways/webhook.ts';
import { encryptPush, WrongKeys } from '#src/server/reminders/web-push/encrypt.ts';
import type { Vapid } from '#src/server/reminders/web-push/vapid.ts';
import { unsubscribeLinks } from '#src/server/reminders/unsubscribe.ts';
import { PASSING } from './next-step.ts';

export interface SenderOptions {
  readonly database: AppDatabase;
  readonly delivery: Delivery;
  readonly post: Post;
  readonly vapid: Vapid;
  readonly secrets: ReminderSecrets;
  readonly publicUrl: string;
  readonly log: { error(details: object, message: string): void };
  /** ms since 1970 UTC. */
  readonly now: () => number;
}

/** How long a push service keeps a message for a device that is off. */
const TTL_SECONDS = 86_400;

/** Sends a notification by one of the ways (rule N3). */
export class Senders {
  readonly #options: SenderOptions;
  readonly #places = new Places();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  async send(way: ReminderWay, userId: string, notification: PushNotification): Promise<Posted> {
    switch (way) {
      case 'push':
        return this.#push(userId, notification);
      case 'mail':
        return this.#mail(userId, notification);
      case 'webhook':
        return this.#webhook(userId, notification);
    }
  }

  /**
   * Posts to all browsers with a live session. It forgets the others, which subscribe again when they sign
   * in. The message has arrived when one push service has taken it.
   */
  async #push(userId: string, notification: PushNotification): Promise<Posted> {
    const { database, now } = this.#options;
    const subscriptions = await database.db
      .selectFrom('push_subscription')
      .selectAll()
      .where('user_id', '=', userId)
      // The browsers that were reached last come first, as the others may hang.
      .orderBy('used_at', (order) => order.desc().nullsLast())
      .execute();
    const live = await liveSessions(database, userId, now());
    const ended = subscriptions.filter(({ session_id }) => !live.has(session_id));
    if (ended.length > 0)
      await database.db
        .deleteFrom('push_subscription')
        .where('user_id', '=', userId)
        .where(
          'id',
          'in',
          ended.map(({ id }) => id),
        )
        // A browser that has subscribed again meanwhile belongs to another session.
        .where(
          'session_id',
          'in',
          ended.map(({ session_id }) => session_id),
        )
        .execute();
    const posted = await Promise.all(
      subscriptions
        .filter(({ session_id }) => live.has(session_id))
        .map(async (subscription) => {
          const outcome = await this.#pushTo(userId, subscription, notification);
          const own = database.db.updateTable('push_subscription').set({ used_at: now() });
          if (outcome.failure === null)
            await own.where('user_id', '=', userId).where('id', '=', subscription.id).execute();
          // The browser has ended the subscription, or has a new one, which it posts at its next start.
          if (outcome.failure === 'UNSUBSCRIBED')
            await database.db
              .deleteFrom('push_subscription')
              .where('user_id', '=', userId)
              .where('id', '=', subscription.id)
              .execute();
          return outcome;
        }),
    );
    return outcomeOf(posted) ?? failed('NO_DEVICE');
  }

  async #pushTo(
    userId: string,
    { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
    notification: PushNotification,
  ): Promise<Posted> {
    const { vapid, now } = this.#options;
    const message: PushMessage = { web_push: 8030, notification };
    try {
      return await this.post(userId, endpoint, {
        headers: {
          authorization: vapid.authorization(endpoint, now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL_SECONDS),
          urgency: 'high',
          // A service keeps only the last message of a topic, so a repeated message arrives once.
          topic: notification.tag.replaceAll('-', '').slice(0, 32),
        },
        body: encryptPush(Buffer.from(JSON.stringify(message)), { p256dh, auth }),
      });
    } catch (error) {
      if (error instanceof WrongKeys) return failed('UNSUBSCRIBED');
      throw error;
    }
  }

  async #mail(userId: string, { title, body, navigate }: PushNotification): Promise<Posted> {
    const { delivery, database, secrets, publicUrl, now, log } = this.#options;
    const user = await database.db
      .selectFrom('user')
      .select(['email', 'emailVerified'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!delivery.mail || !user || (delivery.mailIsReal && !user.emailVerified)) return failed('NO_MAIL');
    const links = await unsubscribeLinks({ db: database.db, secrets, publicUrl }, userId, now());
    const mail = renderMail({
      to: user.email,
      subject: title,
      paragraphs: [title, ...body.split('\n').filter((line) => line !== '')],
      action: { label: 'Open in Sunglow', url: navigate },
      note: `You get this email because email reminders are on in your account. To turn them off: ${links.page}`,
    });
    try {
      await delivery.mail({ ...mail, unsubscribe: links.oneClick });
      return { failure: null, retryAfterMs: null };
    } catch (error) {
      log.error({ err: error, userId }, 'a reminder could not be mailed');
      const { responseCode = 0 } = error as { readonly responseCode?: number };
      return failed(responseCode >= 500 ? 'REJECTED' : responseCode >= 400 ? 'FAILED' : 'UNREACHABLE');
    }
  }

  async #webhook(userId: string, notification: PushNotification): Promise<Posted> {
    const { database, secrets, now } = this.#options;
    const row = await database.db
      .selectFrom('webhook')
      .select(['address', 'secret', 'kind'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) return failed('NO_WEBHOOK');
    const secret = secrets.open(userId, row.secret);
    if (secret === null) return failed('SECRET_CHANGED');
    const { address, ...request } = webhookRequest({ ...row, secret }, notification, now());
    const posted = await this.post(userId, address, request);
    return posted.failure === 'UNSUBSCRIBED' ? failed('REJECTED') : posted;
  }

  /** Posts to an address that the user chose, when there is a place for it. */
  post(userId: string, address: string, request: PostRequest): Promise<Posted> {
    const receiver = URL.parse(address)?.host ?? address;
    return this.#places.run(userId, receiver, (ended) => this.#options.post(address, request, ended));
  }
}

/**
 * The outcome of all browsers: success if one was reached. Otherwise a passing failure with the longest
 * delay, as all receivers are ready by then.
 */
function outcomeOf(posted: readonly Posted[]): Posted | undefined {
  const passing = posted
    .filter(({ failure }) => failure !== null && PASSING.has(failure))
    .toSorted((one, other) => (other.retryAfterMs ?? 0) - (one.retryAfterMs ?? 0));
  return posted.find(({ failure }) => failure === null) ?? passing[0] ?? posted[0];
}

function failed(failure: FailureReason): Posted {
  return { failure, retryAfterMs: null };
}
