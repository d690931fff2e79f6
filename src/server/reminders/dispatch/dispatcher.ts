import { setTimeout as delay } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import type { Try } from '#src/domain/remind/push-api.ts';
import type { PushNotification } from '#src/domain/remind/push-message.ts';
import { nextBrief } from '#src/domain/remind/alarms.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { AlarmTable, Database } from '#src/server/db/tables.ts';
import { readSettings } from '#src/server/reminders/alarms/read-settings.ts';
import { addAlarms } from '#src/server/reminders/alarms/reckon.ts';
import { Reckoner, RECKONING_ID } from '#src/server/reminders/alarms/reckoner.ts';
import type { Posted } from '#src/server/reminders/ways/post.ts';
import type { ReminderWay } from '#src/domain/remind/ways.ts';
import { boundReceipts } from '#src/server/reminders/receipts.ts';
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

/** How long a server that has claimed an alarm may take; after that another one takes it for dead. */
export const LEASE_MS = 60_000;

/** A lease that ends later than this is of a clock that was set back since; one that ends sooner may be of a server whose clock is ahead. */
const LONGEST_LEASE_MS = 10 * LEASE_MS;

/** The longest sleep: other servers write alarms too. */
export const MOST_SLEEP_MS = 30_000;

/** Users at a time, of each so many alarms: one with ten thousand holds up nobody, and no lease ends before its turn. */
const USERS_AT_ONCE = 16;
const ALARMS_OF_USER = 50;

/** A user whose receivers hang for longer than this (ms) gives way to others; so many are served at most then. */
const SLOW_MS = 1_000;
const MOST_AT_ONCE = 64;

const LOOK_AHEAD = 1_000;

/** So long a user waits whose alarms cannot be claimed, as the database takes no writes. */
const CLAIM_FAILED_MS = 1_000;

/** A daily brief that is later than this is none of the morning any more. */
const STALE_BRIEF_MS = 12 * 3_600_000;

type Due = Pick<AlarmTable, 'id' | 'task_id' | 'due_at' | 'tries'> & { readonly shown_at: number | null };
type Settled = Pick<AlarmTable, 'state' | 'tries' | 'wake_at'>;

/**
 * Sends what is due, on each server (rule N2): a plain SELECT finds it, an UPDATE of one user's rows claims it, and it is settled once it
 * was handed over. A server that dies between leaves it claimed until the lease ends, and another one sends it again.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #reckoner: Reckoner;
  readonly #busy = new Map<string, Promise<void>>();
  /** Their work that takes a place: a user whose receivers hang gives it up. */
  readonly #places = new Set<Promise<void>>();
  #stopped = false;
  #wake: (() => void) | null = null;
  #next = Number.POSITIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const expect = (due: number) => this.expect(due);
    this.#reckoner = new Reckoner({ ...options, leaseMs: LEASE_MS, expect });
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Begins nothing more; resolves when what was begun is settled. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await Promise.all([this.#running, this.#reckoner.stop()]);
  }

  /** Something is due at that instant, of which the sleep that may be under way does not know. */
  expect(at: number): void {
    if (at >= this.#next) return;
    this.#next = at;
    this.#wake?.();
  }

  /** Resolves when all alarms of the users who were claimed for it are reckoned. */
  async reckoned(): Promise<void> {
    await this.#reckoner.idle();
  }

  /** Sends all that is due by now; resolves once it is settled, with when to look again. */
  async round(): Promise<number> {
    for (;;) {
      this.#next = Number.POSITIVE_INFINITY;
      const now = this.#options.now();
      // Whoever is being served is left out of this look, and may have more due once that is over.
      const busy = [...this.#busy.values()];
      const due = this.#stopped ? new Set<string>() : await this.#findDue(now);
      for (const userId of due) {
        while (this.#places.size >= USERS_AT_ONCE) await Promise.race(this.#places);
        while (this.#busy.size >= MOST_AT_ONCE) await Promise.race(this.#busy.values());
        if (this.#stopped) break;
        this.#serve(userId);
      }
      if (due.size > 0) continue;
      // It looks after the same instant: two of them would leave out what is due between.
      const until = await this.#nextWake(now);
      if (busy.length === 0) return until;
      await Promise.race([...busy, this.#sleep(until)]);
      this.#wake?.();
    }
  }

  #serve(userId: string): void {
    const work = this.#sendTo(userId).finally(() => this.#busy.delete(userId));
    this.#busy.set(userId, work);
    const place = Promise.race([work, delay(SLOW_MS, undefined, { ref: false })]).finally(() =>
      this.#places.delete(place),
    );
    this.#places.add(place);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      let until = this.#options.now() + MOST_SLEEP_MS;
      try {
        until = await this.round();
      } catch (error) {
        this.#options.log.error({ err: error }, 'reminders could not be looked for, and are later');
      }
      if (!this.#stopped) await this.#sleep(until);
    }
    await Promise.all(this.#busy.values());
  }

  /** Sleeps until then, or until what is said to be due before, which may be told meanwhile. */
  async #sleep(until: number): Promise<void> {
    this.#next = Math.min(this.#next, until);
    // The sleep is never less than a moment: what another server has claimed is due, and not to be had.
    const ms = Math.min(Math.max(this.#next - this.#options.now(), 20), MOST_SLEEP_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms).unref();
    this.#wake = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }

  /** Users of whom something is due and unclaimed, those whose turn is first before others, without those who are being served. */
  async #findDue(now: number): Promise<Set<string>> {
    const due = new Set<string>();
    // The search goes further on where the first ones are all of users who have many.
    for (let offset = 0; ; offset += LOOK_AHEAD) {
      const rows = await this.#options.database.db
        .selectFrom('alarm')
        .select('user_id')
        .where((eb) => isDue(eb, now))
        .orderBy('wake_at')
        .limit(LOOK_AHEAD)
        .offset(offset)
        .execute();
      for (const { user_id } of rows) if (!this.#busy.has(user_id)) due.add(user_id);
      if (due.size > 0 || rows.length < LOOK_AHEAD) return due;
    }
  }

  async #nextWake(now: number): Promise<number> {
    const row = await this.#options.database.db
      .selectFrom('alarm')
      .select('wake_at')
      .where('wake_at', '>', now)
      .orderBy('wake_at')
      .limit(1)
      .executeTakeFirst();
    return Math.min(row?.wake_at ?? Number.POSITIVE_INFINITY, now + MOST_SLEEP_MS);
  }

  /** Claims a user's alarms, sends them, and settles them. What fails is logged, and is due again when the lease ends. */
  async #sendTo(userId: string): Promise<void> {
    const { database, now, log, mostReceipts } = this.#options;
    let claimed: Due[] = [];
    try {
      const lease = now() + LEASE_MS;
      const found = await this.#claim(userId, lease);
      claimed = found.filter(({ id }) => id !== RECKONING_ID);
      const reckoning = found.find(({ id }) => id === RECKONING_ID);
      if (reckoning) this.#reckoner.add(userId, { lease, tries: reckoning.tries });
      if (claimed.length === 0) return;
      const taskIds = [...new Set(claimed.flatMap(({ task_id }) => task_id ?? []))];
      const context = await database.snapshot((tx) => readContext(tx, userId, taskIds));
      const settled = await Promise.all(
        claimed.map(async (alarm) => {
          try {
            return [[alarm.id, await this.#settle(userId, alarm, context)] as const];
          } catch (error) {
            // The others were handed over, and must not be again.
            log.error({ err: error, userId }, 'a reminder could not be sent, and is tried again in a minute');
            return [];
          }
        }),
      );
      await database.transact(async (tx) => {
        for (const [id, { state, tries, wake_at }] of settled.flat())
          await tx
            .updateTable('alarm')
            .set({ state, tries, wake_at, lease_until: 0 })
            .where('user_id', '=', userId)
            .where('id', '=', id)
            .where('lease_until', '=', lease)
            .execute();
        const brief = claimed.some(({ task_id }) => task_id === null)
          ? nextBrief(await readSettings(tx, userId), now())
          : null;
        if (brief) await addAlarms(tx, userId, [brief]);
        await boundReceipts(tx, userId, now(), mostReceipts);
      });
    } catch (error) {
      log.error({ err: error, userId }, 'reminders could not be sent, and are tried again in a minute');
      // Unclaimed, it would be found again at once.
      if (claimed.length === 0) await delay(CLAIM_FAILED_MS);
    }
  }

  /** Claims what is due of a user by now, also what became due since they were found: whoever is late takes more at a time. */
  #claim(userId: string, lease: number): Promise<Due[]> {
    const now = lease - LEASE_MS;
    return (
      this.#options.database.db
        .updateTable('alarm')
        .set({ lease_until: lease })
        .where('user_id', '=', userId)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('alarm')
            .select('id')
            .where('user_id', '=', userId)
            .where((due) => isDue(due, now))
            .orderBy('wake_at')
            .limit(ALARMS_OF_USER),
        )
        // This is asked once more, of the row as it is when its turn comes: another server may have claimed it meanwhile.
        .where((eb) => isDue(eb, now))
        .returning(['id', 'task_id', 'due_at', 'tries', 'shown_at'])
        .execute()
    );
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

/** Due and unclaimed. */
function isDue(eb: ExpressionBuilder<Database, 'alarm'>, now: number) {
  return eb.and([
    eb('wake_at', '<=', now),
    eb.or([eb('lease_until', '<=', now), eb('lease_until', '>', now + LONGEST_LEASE_MS)]),
  ]);
}

function wasSent(tries: readonly Try[]): boolean {
  return tries.some(({ failure }) => failure === null);
}
