import { spaceOf } from '#src/domain/space.ts';
import type { AddedWebhook, NewWebhook, WebhookEnd } from '#src/reading/webhooks/webhooks-api.ts';
import { webhookOverMail } from '#src/server/auth/mail/mails.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Delivery } from '#src/server/delivery/delivery.ts';
import { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import type { Follow } from '#src/sync/server/push.ts';
import { Deliverer, type DelivererOptions } from '#src/server/webhooks/deliver/deliverer.ts';
import { Hooks } from './hooks.ts';
import { Watcher } from '#src/server/webhooks/watch/watcher.ts';

export interface WebhooksOptions {
  readonly database: AppDatabase;
  readonly delivery: Pick<Delivery, 'mail'>;
  readonly secret: string;
  readonly publicUrl: string;
  readonly post: DelivererOptions['post'];
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** ms since 1970 UTC. */
  readonly now: () => number;
  /** ms of a clock that never goes back. */
  readonly elapsed: () => number;
}

/** The parts of a server that tell receivers of tasks in a filter (rule A5). */
export class Webhooks {
  readonly hooks: Hooks;
  readonly watcher: Watcher;
  readonly deliverer: Deliverer;
  readonly #options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    const secrets = new ReminderSecrets(options.secret);
    this.hooks = new Hooks(options.database, secrets);
    this.deliverer = new Deliverer({
      ...options,
      secrets,
      onEnd: (userId, hook) => options.inBackground(this.#tellOfEnd(userId, hook)),
    });
    this.watcher = new Watcher({
      ...options,
      onMessages: (spaceId, hookId) => this.deliverer.expect(spaceId, hookId, options.now()),
    });
  }

  start(): void {
    this.watcher.rounds.start();
    this.deliverer.rounds.start();
  }

  /** Begins nothing new. Resolves when everything that was begun is settled. */
  async stop(): Promise<void> {
    await Promise.all([this.watcher.rounds.stop(), this.deliverer.rounds.stop()]);
  }

  /** `follow`, and then a hint of the change. A lost hint is no lost event: the next look finds the change. */
  following(follow: Follow): Follow {
    return async (tx, actor, written, now) => {
      const followed = await follow(tx, actor, written, now);
      const committed = () => {
        followed.committed?.();
        this.watcher.changed(actor.spaceId);
      };
      return { ...followed, committed };
    };
  }

  async add(userId: string, webhook: NewWebhook): Promise<AddedWebhook | null> {
    const added = await this.hooks.add(userId, webhook, this.#options.now());
    if (added) this.watcher.added(spaceOf(userId));
    return added;
  }

  async turnOn(userId: string, id: string): Promise<boolean> {
    const isOn = await this.hooks.turnOn(userId, id);
    if (isOn) this.watcher.added(spaceOf(userId));
    return isOn;
  }

  async sendAgain(userId: string, hookId: string, messageId: string): Promise<boolean> {
    const now = this.#options.now();
    const isWaiting = await this.hooks.sendAgain(userId, hookId, messageId, now);
    if (isWaiting) this.deliverer.expect(spaceOf(userId), hookId, now);
    return isWaiting;
  }

  /** Tells a user of a webhook that has ended by itself. */
  async #tellOfEnd(userId: string, { name, ended }: { name: string; ended: WebhookEnd }): Promise<void> {
    const { database, delivery, publicUrl, log } = this.#options;
    log.info({ userId, ended }, 'a webhook has ended');
    const user = await database.db
      .selectFrom('user')
      .select(['email', 'emailVerified'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (delivery.mail && user?.emailVerified)
      await delivery.mail(webhookOverMail({ to: user.email, publicUrl }, { name, ended }));
  }
}
