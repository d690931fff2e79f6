import { randomUUID } from 'node:crypto';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { mutationOf, type Mutation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import type { Follow } from '#src/sync/server/push.ts';
import { keepAlarms } from '#src/server/reminders/alarms/keep-alarms.ts';
import { readSettings } from '#src/server/reminders/alarms/read-settings.ts';
import { Dispatcher } from '#src/server/reminders/dispatch/dispatcher.ts';
import type { ReminderObserver } from '#src/server/reminders/dispatch/dispatcher-options.ts';
import { testNotification } from '#src/server/reminders/dispatch/notification.ts';
import { Senders } from '#src/server/reminders/dispatch/senders.ts';
import { Receipts } from './receipts.ts';
import { ReminderSecrets } from './secrets.ts';
import { Targets } from './targets.ts';
import { waysChangedAt } from './unsubscribe.ts';
import { poster, type Posted } from '#src/server/reminders/ways/post.ts';
import { isPublicAddress } from '#src/server/reminders/ways/public-address.ts';
import { Vapid, vapidKeyFrom, vapidSubject } from '#src/server/reminders/web-push/vapid.ts';

export interface RemindersOptions {
  readonly database: AppDatabase;
  readonly delivery: Delivery;
  readonly secret: string;
  readonly publicUrl: string;
  readonly mailFrom: string | null;
  readonly webhookAllowPrivate: boolean;
  readonly log: { error(details: object, message: string): void };
  readonly observer?: ReminderObserver | undefined;
  /** Applies mutations that no device sent, as the user. */
  readonly change: (userId: string, mutations: readonly Mutation[]) => Promise<void>;
}

/** The parts of a server that remind its users. */
export class Reminders {
  readonly dispatcher: Dispatcher;
  readonly senders: Senders;
  readonly receipts: Receipts;
  readonly targets: Targets;
  readonly #options: RemindersOptions;
  readonly #secrets: ReminderSecrets;

  constructor(options: RemindersOptions) {
    const { database, secret, publicUrl, mailFrom, webhookAllowPrivate } = options;
    this.#options = options;
    this.#secrets = new ReminderSecrets(secret);
    const vapid = new Vapid(vapidKeyFrom(secret), vapidSubject(publicUrl, mailFrom));
    const post = poster(webhookAllowPrivate, isPublicAddress);
    this.senders = new Senders({ ...options, post, vapid, secrets: this.#secrets, now: Date.now });
    this.receipts = new Receipts(database);
    this.targets = new Targets({ ...options, secrets: this.#secrets, publicKey: vapid.publicKey });
    this.dispatcher = new Dispatcher({
      ...options,
      send: (way, userId, notification) => this.senders.send(way, userId, notification),
      now: Date.now,
      elapsed: () => performance.now(),
    });
  }

  /** Runs in the transaction of each push. */
  readonly follow: Follow = async (tx, { spaceId }, written, now) => {
    const { due, rows } = await keepAlarms(tx, spaceId, written, now);
    return { rows, committed: due === null ? undefined : () => this.dispatcher.expect(spaceId, due) };
  };

  /** Sends a test message as a reminder is sent. */
  async sendTest(way: ReminderWay, userId: string): Promise<Posted> {
    const { database, publicUrl } = this.#options;
    const settings = await database.snapshot((tx) => readSettings(tx, spaceOf(userId)));
    const now = Date.now();
    const about = { alarm: randomUUID(), userId, dueAt: now, now, publicUrl, settings };
    return this.senders.send(way, userId, testNotification(about));
  }

  /**
   * Ends reminders by mail for the user of a valid link. `userId`: the user in the link; null for an
   * unreadable one.
   */
  async unsubscribe(token: string): Promise<{ readonly userId: string | null; readonly isDone: boolean }> {
    const link = this.#secrets.readLink(token);
    if (!link) return { userId: null, isDone: false };
    const { userId } = link;
    if (link.endsAt < Date.now()) return { userId, isDone: false };
    const { database, change } = this.#options;
    const [{ ways }, changedAt] = await database.snapshot(async (tx) => [
      await readSettings(tx, spaceOf(userId)),
      await waysChangedAt(tx, userId),
    ]);
    // Mail programs post more than once.
    if (!ways.includes('mail')) return { userId, isDone: true };
    if (changedAt !== link.changedAt) return { userId, isDone: false };
    const value = ways.filter((way) => way !== 'mail').join(' ');
    const operation = { name: 'setting.set', args: { id: 'reminderWays', value, at: Date.now() } } as const;
    await change(userId, [mutationOf(newId(), operation)]);
    return { userId, isDone: true };
  }
}
