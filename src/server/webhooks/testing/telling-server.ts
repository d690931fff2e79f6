import { actorOf, spaceOf } from '#src/domain/space.ts';
import type { AddedWebhook, ListedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Mail } from '#src/server/delivery/delivery.ts';
import { poster } from '#src/server/reminders/ways/post.ts';
import { isPublicAddress } from '#src/server/reminders/ways/public-address.ts';
import { Webhooks } from '#src/server/webhooks/webhooks.ts';
import { push, PUSH_SIZES, type Follow } from '#src/sync/server/push.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { Receiver } from './receiver.ts';

const SECRET = 'a secret of more than thirty-two characters';
const AFTER_REST_MS = 60_000;

const alone: Follow = async () => ({ rows: 0, committed: undefined });

interface TellingOptions {
  readonly allowPrivate?: boolean;
  readonly timeoutMs?: number;
}

/** The webhook parts of a server, over a real database, with a clock that the test sets. */
export class TellingServer {
  readonly webhooks: Webhooks;
  readonly mails: Mail[] = [];
  readonly errors: unknown[] = [];
  readonly database: AppDatabase;
  /** Shared by servers on one database. */
  readonly clock: { now: number };

  constructor(
    database: AppDatabase,
    clock: { now: number },
    { allowPrivate = true, timeoutMs }: TellingOptions = {},
  ) {
    this.database = database;
    this.clock = clock;
    const post = poster(allowPrivate, isPublicAddress, timeoutMs);
    this.webhooks = new Webhooks({
      database,
      secret: SECRET,
      publicUrl: 'https://sunglow.example.com',
      delivery: { mail: async (mail) => void this.mails.push(mail) },
      post: (_userId, address, request) => post(address, request),
      inBackground: (work) => void work,
      now: () => clock.now,
      elapsed: () => clock.now,
      log: { info: () => {}, error: (details) => void this.errors.push(details) },
    });
  }

  /** Lets time pass, and does everything that is due then. */
  async after(ms: number): Promise<void> {
    this.clock.now += ms;
    await this.webhooks.watcher.rounds.round();
    await this.webhooks.deliverer.rounds.round();
  }

  /** Does everything that is due after changes. */
  settle(): Promise<void> {
    return this.after(AFTER_REST_MS);
  }

  /** Adds a webhook, which knows all tasks of its filter from then on. */
  async add(userId: string, query: string, receiver: Receiver): Promise<AddedWebhook> {
    const added = await this.webhooks.add(userId, { name: 'Board', query, address: receiver.url });
    if (!added) throw new Error('There are too many webhooks.');
    receiver.secret = added.secret;
    await this.settle();
    return added;
  }

  async listed(userId: string): Promise<ListedWebhook | undefined> {
    return (await this.webhooks.hooks.list(userId, this.clock.now))[0];
  }

  messages(userId: string, hookId: string) {
    return this.webhooks.hooks.messages(userId, hookId, this.clock.now);
  }

  /** Applies mutations as the server does. */
  async push(userId: string, ...mutations: readonly Mutation[]): Promise<void> {
    const follow = this.webhooks.following(alone);
    const { patch, committed } = await this.database.transact((tx) =>
      push(tx, actorOf(userId), mutations, this.clock.now, { ...PUSH_SIZES, follow }),
    );
    const rejected = patch.outcomes.find(({ rejection }) => rejection !== null);
    if (rejected) throw new Error(`rejected: ${rejected.rejection}`);
    committed?.();
  }

  /** The stored rows of a user's webhooks, as text. */
  async stored(userId: string): Promise<string> {
    const rows = [];
    for (const table of ['hook', 'hook_watch', 'hook_task', 'hook_message'] as const)
      rows.push(
        await this.database.db
          .selectFrom(table as 'hook')
          .selectAll()
          .where('space_id', '=', spaceOf(userId))
          .execute(),
      );
    return JSON.stringify(rows);
  }
}
