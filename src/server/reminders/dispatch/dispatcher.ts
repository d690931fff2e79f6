import { setTimeout as delay } from 'node:timers/promises';
import type { Try } from '#src/domain/remind/push-api.ts';
import type { PushNotification } from '#src/domain/remind/push-message.ts';
import { nextBrief } from '#src/domain/remind/alarms.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { readSettings } from '#src/server/reminders/alarms/read-settings.ts';
import { addAlarms } from '#src/server/reminders/alarms/reckon.ts';
import { Reckoner, RECKONING_ID } from '#src/server/reminders/alarms/reckoner.ts';
import type { Posted } from '#src/server/reminders/ways/post.ts';
import type { ReminderWay } from '#src/domain/remind/ways.ts';
import { boundReceipts } from '#src/server/reminders/receipts.ts';
import { Agenda } from './agenda.ts';
import {
  claimDue,
  findAhead,
  LEASE_MS,
  nextDueOf,
  settleAlarm,
  type Due,
  type Settled,
} from './due-alarms.ts';
import { nextStep } from './next-step.ts';
import { briefNotification, taskNotification } from './notification.ts';
import { readContext, readDue, type Context } from './read-context.ts';

/** Hears of what was sent. */
export interface ReminderObserver {
  /** `lag`: seconds from when it was due. */
  handedOver(way: ReminderWay, lag: number): void;
  failed(way: ReminderWay, reason: string): void;
}

export interface DispatcherOptions {
  readonly database: AppDatabase;
  readonly send: (way: ReminderWay, userId: string, notification: PushNotification) => Promise<Posted>;
  readonly publicUrl: string;
  /** ms since 1970 UTC. */
  readonly now: () => number;
  readonly log: { error(details: object, message: string): void };
  readonly observer?: ReminderObserver | undefined;
  /** Receipts kept of a user. */
  readonly mostReceipts?: number | undefined;
}

/** How far ahead (ms) each look goes, and the longest sleep: other servers write alarms too. */
export const MOST_SLEEP_MS = 30_000;

/** How long (ms) after a look that failed the next one comes: each time twice as long, up to the most. */
const FIRST_RETRY_MS = 1_000;
const MOST_RETRY_MS = 5_000;

/** Users at a time, of each so many alarms: one with ten thousand holds up nobody, and no lease ends before its turn. */
const USERS_AT_ONCE = 16;
const ALARMS_OF_USER = 50;

/** A user whose receivers hang for longer than this (ms) gives way to others; so many are served at most then. */
const SLOW_MS = 1_000;
const MOST_AT_ONCE = 64;

const LOOK_AHEAD = 1_000;

/** How long (ms) to wait before a statement for one user is sent again that has failed. */
const AGAIN_MS = 1_000;

/** A daily brief that is later than this is none of the morning any more. */
const STALE_BRIEF_MS = 12 * 3_600_000;

/**
 * Sends what is due, on each server (rule N2): a plain SELECT finds what comes in the next half minute, an UPDATE of one user's rows claims
 * it when it is due, and it is settled once it was handed over. A server that dies between leaves it claimed until the lease ends, and
 * another one sends it again.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #reckoner: Reckoner;
  readonly #busy = new Map<string, Promise<void>>();
  /** Their work that takes a place: a user whose receivers hang gives it up. */
  readonly #places = new Set<Promise<void>>();
  /** What the last look found, and what was told since. */
  readonly #agenda = new Agenda();
  /** When to look again: until then the agenda has all that other servers may have left to this one. */
  #lookAt = Number.NEGATIVE_INFINITY;
  #retryMs = FIRST_RETRY_MS;
  #stopped = false;
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const expect = (userId: string, due: number) => this.expect(userId, due);
    this.#reckoner = new Reckoner({ ...options, leaseMs: LEASE_MS, expect });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Begins nothing more; resolves when what was begun is settled. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#woken.resolve();
    await Promise.all([this.#running, this.#reckoner.stop()]);
  }

  /** Something of the user is due at that instant. */
  expect(userId: string, at: number): void {
    // The next look finds what is due after it.
    if (at >= this.#lookAt) return;
    this.#agenda.add(userId, at);
    this.#woken.resolve();
  }

  /** Resolves when all alarms of the users who were claimed for it are reckoned. */
  async reckoned(): Promise<void> {
    await this.#reckoner.idle();
  }

  /** Looks now, and sends all that is due by now; resolves once it is settled, with when to go on. */
  async round(): Promise<number> {
    this.#lookAt = Number.NEGATIVE_INFINITY;
    for (;;) {
      const next = await this.#serveDue();
      if (this.#busy.size === 0) return next;
      await this.#sleep(next);
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) await this.#sleep(await this.#serveDue());
    await Promise.all(this.#busy.values());
  }

  /** Begins to serve all who have something due, and looks where it is time to. Resolves to when there is more to do. */
  async #serveDue(): Promise<number> {
    while (!this.#stopped) {
      const now = this.#options.now();
      // A clock that was set back makes the last look one of the future.
      if (now >= this.#lookAt || now < this.#lookAt - MOST_SLEEP_MS) await this.#look(now);
      const due = this.#agenda.takeDue(now, this.#busy);
      for (const userId of due) {
        while (this.#places.size >= USERS_AT_ONCE) await Promise.race(this.#places);
        while (this.#busy.size >= MOST_AT_ONCE) await Promise.race(this.#busy.values());
        if (this.#stopped) break;
        this.#serve(userId);
      }
      if (due.length === 0 && now < this.#lookAt)
        return Math.min(this.#agenda.next(this.#busy), this.#lookAt);
    }
    return this.#lookAt;
  }

  /** Puts on the agenda who has something to be sent up to the next look. */
  async #look(now: number): Promise<void> {
    const until = now + MOST_SLEEP_MS;
    // It counts from here: what is told during the look may be missing in what it finds.
    this.#lookAt = until;
    try {
      // The search goes further on where the first ones are all of users who are being served.
      for (let offset = 0, isWhole = false; !isWhole; offset += LOOK_AHEAD) {
        const found = await findAhead(this.#options.database, now, until, LOOK_AHEAD, offset);
        for (const { userId, at } of found) this.#agenda.add(userId, at);
        isWhole = found.length < LOOK_AHEAD;
        const last = found.at(-1)?.wakeAt ?? until;
        if (isWhole || (last <= now && found.every(({ userId }) => this.#busy.has(userId)))) continue;
        this.#lookAt = Math.max(last, now);
        break;
      }
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.#lookAt = now + this.#retryMs;
      this.#retryMs = Math.min(2 * this.#retryMs, MOST_RETRY_MS);
      this.#options.log.error({ err: error }, 'reminders could not be looked for, and are looked for again');
    }
  }

  #serve(userId: string): void {
    const work = this.#sendTo(userId).finally(() => {
      this.#busy.delete(userId);
      this.#woken.resolve();
    });
    this.#busy.set(userId, work);
    const place = Promise.race([work, delay(SLOW_MS, undefined, { ref: false })]).finally(() =>
      this.#places.delete(place),
    );
    this.#places.add(place);
  }

  /** Sleeps until then, or until something is told, which may have been since the last sleep. */
  async #sleep(until: number): Promise<void> {
    const ms = Math.min(Math.max(until - this.#options.now(), 1), MOST_SLEEP_MS);
    const timer = setTimeout(() => this.#woken.resolve(), ms).unref();
    await this.#woken.promise;
    clearTimeout(timer);
    if (!this.#stopped) this.#woken = Promise.withResolvers();
  }

  /** Claims a user's alarms, sends them, and settles them. What fails is logged, and is due again when the lease ends. */
  async #sendTo(userId: string): Promise<void> {
    const { database, now, log } = this.#options;
    const lease = now() + LEASE_MS;
    let claimed: Due[] = [];
    try {
      // Whoever changed something told of the first one alone.
      this.expect(userId, await nextDueOf(database, userId, lease - LEASE_MS));
      const found = await claimDue(database, userId, lease, ALARMS_OF_USER);
      claimed = found.filter(({ id }) => id !== RECKONING_ID);
      const reckoning = found.find(({ id }) => id === RECKONING_ID);
      if (reckoning) this.#reckoner.add(userId, { lease, tries: reckoning.tries });
      if (claimed.length > 0) await this.#sendClaimed(userId, claimed, lease);
      if (found.length === ALARMS_OF_USER) this.expect(userId, now());
    } catch (error) {
      log.error({ err: error, userId }, 'reminders could not be sent, and are tried again in a minute');
      // Unclaimed, it would be found again at once.
      if (claimed.length === 0) await delay(AGAIN_MS);
      this.expect(userId, claimed.length === 0 ? now() : lease);
    }
  }

  async #sendClaimed(userId: string, claimed: readonly Due[], lease: number): Promise<void> {
    const { database, now, log, mostReceipts } = this.#options;
    const taskIds = [...new Set(claimed.flatMap(({ task_id }) => task_id ?? []))];
    const context = await this.#whileLeased(() =>
      database.snapshot((tx) => readContext(tx, userId, taskIds)),
    );
    const results = await Promise.all(
      claimed.map(async (alarm) => {
        try {
          return [[alarm.id, await this.#settle(userId, alarm, context)] as const];
        } catch (error) {
          // The others were handed over, and must not be again.
          log.error({ err: error, userId }, 'a reminder could not be sent, and is tried again in a minute');
          this.expect(userId, lease);
          return [];
        }
      }),
    );
    const settled = results.flat();
    await this.#whileLeased(() =>
      database.transact(async (tx) => {
        for (const [id, each] of settled) await settleAlarm(tx, userId, id, lease, each);
        const brief = claimed.some(({ task_id }) => task_id === null)
          ? nextBrief(await readSettings(tx, userId), now())
          : null;
        if (brief) await addAlarms(tx, userId, [brief]);
        await boundReceipts(tx, userId, now(), mostReceipts);
      }),
    );
    for (const [, { wake_at }] of settled) if (wake_at !== null) this.expect(userId, wake_at);
  }

  /** Does it again while nobody else may take what was claimed: where the database is away for a moment, nothing is late or sent twice. */
  async #whileLeased<T>(work: () => Promise<T>): Promise<T> {
    for (let left = LEASE_MS / 2 / AGAIN_MS; ; left--) {
      try {
        return await work();
      } catch (error) {
        if (left <= 0 || this.#stopped) throw error;
        await delay(AGAIN_MS);
      }
    }
  }

  async #settle(userId: string, alarm: Due, context: Context): Promise<Settled> {
    const { now, send, observer } = this.#options;
    const tries = JSON.parse(alarm.tries) as Try[];
    const { ways } = context.settings;
    const isShown = alarm.shown_at !== null;
    let retryAfterMs: number | null = null;
    for (;;) {
      const step = nextStep(tries, ways, isShown, now(), retryAfterMs);
      const told = JSON.stringify(tries);
      if (step.do === 'end') return { state: step.state, tries: told, wake_at: null };
      if (step.do === 'wait')
        return { state: wasSent(tries) ? 'sent' : 'waiting', tries: told, wake_at: step.until };
      const notification = await this.#notificationOf(userId, alarm, context);
      if (!notification) return { state: wasSent(tries) ? 'sent' : 'dropped', tries: told, wake_at: null };
      const posted = await send(step.way, userId, notification);
      retryAfterMs = posted.retryAfterMs;
      tries.push({ way: step.way, at: now(), failure: posted.failure });
      if (posted.failure === null) observer?.handedOver(step.way, (now() - alarm.due_at) / 1_000);
      else observer?.failed(step.way, posted.failure);
    }
  }

  /** Null where there is nothing to be reminded of by now. */
  async #notificationOf(userId: string, alarm: Due, context: Context): Promise<PushNotification | null> {
    const { database, now, publicUrl } = this.#options;
    const { settings } = context;
    const about = { alarm: alarm.id, userId, dueAt: alarm.due_at, now: now(), publicUrl, settings };
    if (alarm.task_id !== null) {
      const task = context.taskFor(alarm);
      return task && taskNotification(task, about);
    }
    const { zone, dailyBrief } = settings;
    if (zone === null || dailyBrief === null || about.now - alarm.due_at > STALE_BRIEF_MS) return null;
    const due = await database.snapshot((tx) => readDue(tx, userId, zone, about.now));
    return due.today.length + due.overdue === 0 ? null : briefNotification(due, about);
  }
}

function wasSent(tries: readonly Try[]): boolean {
  return tries.some(({ failure }) => failure === null);
}
