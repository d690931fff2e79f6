import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import { mutationOf, type Mutation, type Operation } from '#src/tables/operations.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { keepAlarms } from '#src/server/reminders/alarms/keep-alarms.ts';
import { RECKONING_ID } from '#src/server/reminders/alarms/reckoner.ts';
import { Dispatcher } from '#src/server/reminders/dispatch/dispatcher.ts';
import type { DispatcherOptions } from '#src/server/reminders/dispatch/dispatcher-options.ts';
import { Senders } from '#src/server/reminders/dispatch/senders.ts';
import { Receipts } from '#src/server/reminders/receipts.ts';
import { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import { Targets } from '#src/server/reminders/targets.ts';
import { poster } from '#src/server/reminders/ways/post.ts';
import { isPublicAddress } from '#src/server/reminders/ways/public-address.ts';
import { Vapid, vapidKeyFrom } from '#src/server/reminders/web-push/vapid.ts';
import type { Work } from '#src/sync/server/pace.ts';
import { push, PUSH_SIZES, type Follow } from '#src/sync/server/push.ts';
import type { PushedBrowser } from './push-service.ts';

const SECRET = 'a secret of more than thirty-two characters';
export const PUBLIC_URL = 'https://sunglow.example.com';

/** The reminder parts of a server, over a real database, with a clock that the test sets. */
export class RemindingServer {
  readonly targets: Targets;
  readonly receipts: Receipts;
  readonly dispatcher: Dispatcher;
  readonly senders: Senders;
  readonly errors: unknown[] = [];
  readonly database: AppDatabase;
  /** Shared by servers on one database. */
  readonly clock: { now: number };

  constructor(
    database: AppDatabase,
    clock: { now: number },
    options: Partial<Pick<DispatcherOptions, 'send' | 'mostReceipts'>> & {
      readonly allowPrivate?: boolean;
      readonly timeoutMs?: number;
    } = {},
  ) {
    this.database = database;
    this.clock = clock;
    const secrets = new ReminderSecrets(SECRET);
    const vapid = new Vapid(vapidKeyFrom(SECRET), PUBLIC_URL);
    const log = { error: (details: object) => void this.errors.push(details) };
    const common = {
      database,
      delivery: { mail: null, text: null, mailIsReal: false },
      secrets,
      publicUrl: PUBLIC_URL,
      publicKey: vapid.publicKey,
      log,
      now: () => clock.now,
      elapsed: elapsedBy(clock),
    };
    const post = poster(options.allowPrivate ?? true, isPublicAddress, options.timeoutMs);
    this.senders = new Senders({ ...common, vapid, post });
    this.targets = new Targets(common);
    this.receipts = new Receipts(database);
    const { send = (way, userId, notification) => this.senders.send(way, userId, notification) } = options;
    this.dispatcher = new Dispatcher({ ...common, send, mostReceipts: options.mostReceipts });
  }

  /** A user who is signed in. */
  async user(): Promise<RemindedUser> {
    const { db, engine } = this.database;
    const id = randomUUID();
    const now = authInstant(engine, Date.now());
    const isTrue = engine === 'sqlite' ? 1 : true;
    await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values (${id}, 'Ada', ${`${id}@example.com`}, ${isTrue}, ${now}, ${now})`.execute(db);
    return this.#signIn(id);
  }

  /** The same user in another browser. */
  elsewhere({ id }: RemindedUser): Promise<RemindedUser> {
    return this.#signIn(id);
  }

  /** The same user in the same browser, served by this server. */
  same({ id, sessionId }: RemindedUser): RemindedUser {
    return new RemindedUser(this, id, sessionId);
  }

  async #signIn(id: string): Promise<RemindedUser> {
    const { db, engine } = this.database;
    const session = randomUUID();
    const now = authInstant(engine, Date.now());
    const later = authInstant(engine, Date.now() + 10 * 365 * 86_400_000);
    await sql`insert into "session" ("id", "userId", "token", "createdAt", "updatedAt", "expiresAt")
      values (${session}, ${id}, ${session}, ${now}, ${now}, ${later})`.execute(db);
    return new RemindedUser(this, id, session);
  }
}

/** The clock of the test as one that never goes back: ms since its first reading. */
function elapsedBy(clock: { readonly now: number }): () => number {
  let [elapsed, last] = [0, clock.now];
  return () => {
    const { now } = clock;
    elapsed += Math.max(0, now - last);
    last = now;
    return elapsed;
  };
}

export class RemindedUser {
  readonly id: string;
  readonly sessionId: string;
  readonly #server: RemindingServer;

  constructor(server: RemindingServer, id: string, sessionId: string) {
    this.#server = server;
    this.id = id;
    this.sessionId = sessionId;
  }

  get signedIn() {
    const user = { id: this.id, name: 'Ada', email: `${this.id}@example.com`, emailVerified: true };
    return { sessionId: this.sessionId, user, isFresh: true };
  }

  /** Applies operations on a device in sync, each at its own time. Returns the work of the server. */
  do(...operations: Operation[]): Promise<Work> {
    return this.push(operations.map((operation) => mutationOf(v7({ msecs: operation.args.at }), operation)));
  }

  /** Applies operations now, also operations with older times. */
  import(...operations: Operation[]): Promise<Work> {
    const msecs = this.#server.clock.now;
    return this.push(operations.map((operation) => mutationOf(v7({ msecs }), operation)));
  }

  async push(mutations: readonly Mutation[]): Promise<Work> {
    const { database, clock } = this.#server;
    const follow: Follow = async (tx, { spaceId }, written, now) => {
      const { rows } = await keepAlarms(tx, spaceId, written, now);
      return { rows, committed: undefined };
    };
    const options = { ...PUSH_SIZES, follow };
    const { patch, work } = await database.transact((tx) =>
      push(tx, actorOf(this.id), mutations, clock.now, options),
    );
    const rejected = patch.outcomes.find(({ rejection }) => rejection !== null);
    if (rejected) throw new Error(`rejected: ${rejected.rejection}`);
    return work;
  }

  async set(id: string, value: string): Promise<Work> {
    return this.do({ name: 'setting.set', args: { id, value, at: this.#server.clock.now } });
  }

  async subscribe({ subscription }: PushedBrowser): Promise<void> {
    await this.#server.targets.subscribe(this.signedIn, subscription, 'Firefox on Linux', Date.now());
  }

  receipts(taskId: string | null = null) {
    return this.#server.receipts.list(spaceOf(this.id), taskId, this.#server.clock.now);
  }

  /** The due times of waiting alarms, in order, as ISO 8601. */
  async waiting(): Promise<string[]> {
    const rows = await this.#server.database.db
      .selectFrom('alarm')
      .select('due_at')
      .where('space_id', '=', spaceOf(this.id))
      .where('state', '=', 'waiting')
      .where('id', '!=', RECKONING_ID)
      .orderBy('due_at')
      .execute();
    return rows.map(({ due_at }) => new Date(due_at).toISOString());
  }
}
