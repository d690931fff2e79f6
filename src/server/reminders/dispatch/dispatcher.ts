import { setImmediate as othersHadTheirTurn, setTimeout as delay } from 'node:timers/promises';
import type { Try } from '#src/reading/remind/push-api.ts';
import { nextBrief } from '#src/reading/remind/alarms.ts';
import { ownerOf, type SpaceId } from '#src/domain/space.ts';
import { WorkLimit } from '#src/server/db/work-limit.ts';
import { Rates } from '#src/sync/server/rates.ts';
import { readSettings } from '#src/server/reminders/alarms/read-settings.ts';
import { addAlarms } from '#src/server/reminders/alarms/reckon.ts';
import { Reckoner, RECKONING_ID } from '#src/server/reminders/alarms/reckoner.ts';
import { boundReceipts } from '#src/server/reminders/receipts.ts';
import { Rounds, type Look } from '#src/server/rounds/rounds.ts';
import { Batch, MESSAGE_RATE, type Claimed } from './batch.ts';
import {
  claimDue,
  findAhead,
  LEASE_MS,
  nextDueOf,
  settleAlarms,
  shownAmong,
  type Due,
  type Settled,
} from './due-alarms.ts';
import type { DispatcherOptions } from './dispatcher-options.ts';
import { readContext } from './read-context.ts';

/** The number of spaces whose alarms are read and settled at a time. The others wait for their turn. */
const READ_AT_ONCE = 16;

/** The number of spaces that are served at a time. Most of them wait for a message (see places.ts). */
const SERVED_AT_ONCE = 1_024;

/** The alarms of a space that one statement claims, and the most that are sent together. */
const CLAIM_SLICE = 100;
const MOST_TOGETHER = 5_000;

const LOOK_AHEAD = 1_000;

/** How long (ms) after the claim a message may begin. The last one has to end before the lease. */
const BEGIN_WITHIN_MS = 30_000;

/** The delay (ms) before a failed statement for one space is sent again. */
const AGAIN_MS = 1_000;

/**
 * The lease of claimed alarms: its end in ms since 1970 UTC, and its begin by a clock that never goes back.
 */
interface Lease {
  readonly until: number;
  readonly from: number;
}

/**
 * Sends due reminders, on each server (rule N2). A plain SELECT finds the alarms of the next half minute. An
 * UPDATE of one space's rows claims them when they are due, and they are settled after sending. When a server
 * dies in between, they stay claimed until the lease ends, and another server sends them again.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #reckoner: Reckoner;
  readonly #reads = new WorkLimit(READ_AT_ONCE);
  readonly #rates: Rates;
  readonly #rounds: Rounds<SpaceId>;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const expect = (spaceId: SpaceId, due: number) => this.expect(spaceId, due);
    this.#reckoner = new Reckoner({ ...options, leaseMs: LEASE_MS, expect });
    this.#rates = new Rates(MESSAGE_RATE, options.elapsed);
    this.#rounds = new Rounds({
      now: options.now,
      servedAtOnce: SERVED_AT_ONCE,
      look: (look) => this.#look(look),
      serve: (spaceId) => this.#sendTo(spaceId),
      lookFailed: (error) =>
        options.log.error({ err: error }, 'the look for due reminders failed, and is tried again'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Begins nothing new. Resolves when everything that was begun is settled. */
  async stop(): Promise<void> {
    await Promise.all([this.#rounds.stop(), this.#reckoner.stop()]);
  }

  /** Tells that an alarm of the space is due at that instant. */
  expect(spaceId: SpaceId, at: number): void {
    this.#rounds.expect(spaceId, at);
  }

  /** Resolves when all alarms of the claimed spaces are reckoned. */
  async reckoned(): Promise<void> {
    await this.#reckoner.idle();
  }

  /**
   * Looks now, and sends everything that is due. Resolves to the next instant of work, once all is settled.
   */
  round(): Promise<number> {
    return this.#rounds.round();
  }

  /** Puts every space with alarms before the next look on the agenda. */
  async #look({ now, until, add, isBusy }: Look<SpaceId>): Promise<number> {
    this.#rates.sweep();
    for (const without = new Set<SpaceId>(); ;) {
      const found = await findAhead(this.#options.database, now, until, LOOK_AHEAD, [...without]);
      for (const { spaceId, at } of found) add(spaceId, at);
      if (found.length < LOOK_AHEAD) return until;
      const last = found.at(-1)?.wakeAt ?? now;
      if (last > now || found.some(({ spaceId, at }) => at <= now && !isBusy(spaceId)))
        return Math.max(last, now);
      // All of these spaces are being served, and may have more alarms. The search continues without them.
      for (const { spaceId } of found) {
        without.add(spaceId);
        add(spaceId, now);
      }
    }
  }

  /**
   * Claims a space's alarms, sends them, and settles them. A failure is logged, and its alarms are due again
   * when the lease ends.
   */
  async #sendTo(spaceId: SpaceId): Promise<void> {
    const { now, elapsed, log } = this.#options;
    const claimed: Claimed[] = [];
    try {
      const lease = await this.#reads.run(() => this.#claim(spaceId, claimed));
      if (claimed.length === 0) return;
      const mayBegin = () => !this.#rounds.isStopped && elapsed() < lease.from + BEGIN_WITHIN_MS;
      const settled = await new Batch(this.#options, this.#rates, spaceId, mayBegin).send(claimed);
      await this.#reads.run(() => this.#settle(spaceId, lease, claimed, [...settled]));
    } catch (error) {
      log.error(
        { err: error, userId: ownerOf(spaceId), spaceId },
        'reminders could not be sent, and are tried again in a minute',
      );
      // An unclaimed alarm would be found again at once.
      if (claimed.length === 0) await delay(AGAIN_MS);
      this.expect(spaceId, now());
    }
  }

  /** Claims the due alarms of a space, in slices. */
  async #claim(spaceId: SpaceId, claimed: Claimed[]): Promise<Lease> {
    const { database, now, elapsed } = this.#options;
    const lease: Lease = { until: now() + LEASE_MS, from: elapsed() };
    // A change tells only of its first alarm.
    this.expect(spaceId, await nextDueOf(database, spaceId, lease.until - LEASE_MS));
    for (let slice = CLAIM_SLICE; slice === CLAIM_SLICE && claimed.length < MOST_TOGETHER;) {
      const found = await claimDue(database, spaceId, lease.until, CLAIM_SLICE);
      slice = found.length;
      const reckoning = found.find(({ id }) => id === RECKONING_ID);
      if (reckoning) this.#reckoner.add(spaceId, { lease: lease.until, tries: reckoning.tries });
      const due = found.filter(({ id }) => id !== RECKONING_ID);
      await othersHadTheirTurn();
      if (due.length > 0) claimed.push(...(await this.#whileLeased(lease, () => this.#read(spaceId, due))));
    }
    if (claimed.length >= MOST_TOGETHER) this.expect(spaceId, lease.until - LEASE_MS);
    return lease;
  }

  async #read(spaceId: SpaceId, due: readonly Due[]): Promise<Claimed[]> {
    const { database } = this.#options;
    const taskIds = [...new Set(due.flatMap(({ task_id }) => task_id ?? []))];
    const context = await database.snapshot((tx) => readContext(tx, spaceId, taskIds));
    const all = due.map((alarm) => ({ alarm, tries: JSON.parse(alarm.tries) as Try[] }));
    const messages = all.flatMap(({ tries }) => tries.flatMap(({ together }) => together?.alarm ?? []));
    const shown = await shownAmong(database, spaceId, [...new Set(messages)]);
    return all.map(({ alarm, tries }) => {
      const isShown =
        alarm.shown_at !== null || tries.some(({ together }) => together && shown.has(together.alarm));
      return { alarm, context, tries, isShown, retryAfterMs: null };
    });
  }

  async #settle(
    spaceId: SpaceId,
    lease: Lease,
    claimed: readonly Claimed[],
    settled: readonly (readonly [string, Settled])[],
  ): Promise<void> {
    const { database, now, mostReceipts } = this.#options;
    // The next brief comes first: once this one is settled, only a change of settings would add another.
    if (claimed.some(({ alarm }) => alarm.task_id === null))
      await this.#whileLeased(lease, () =>
        database.transact(async (tx) => {
          const brief = nextBrief(await readSettings(tx, spaceId), now());
          if (brief) await addAlarms(tx, spaceId, [brief]);
        }),
      );
    for (let start = 0; start < settled.length; start += CLAIM_SLICE)
      await this.#whileLeased(lease, () =>
        database.transact(async (tx) => {
          await settleAlarms(tx, spaceId, lease.until, settled.slice(start, start + CLAIM_SLICE));
          await boundReceipts(tx, spaceId, now(), mostReceipts);
        }),
      );
    for (const [, { wake_at }] of settled) if (wake_at !== null) this.expect(spaceId, wake_at);
  }

  /**
   * Repeats failed work while the lease lasts. A short outage of the database therefore neither delays nor
   * repeats a reminder.
   */
  async #whileLeased<T>({ from }: Lease, work: () => Promise<T>): Promise<T> {
    const { elapsed } = this.#options;
    for (let left = LEASE_MS / 2 / AGAIN_MS; ; left--) {
      try {
        return await work();
      } catch (error) {
        if (left <= 0 || elapsed() >= from + LEASE_MS - AGAIN_MS || this.#rounds.isStopped) throw error;
        await delay(AGAIN_MS);
      }
    }
  }
}
