import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import type { Try } from '#src/reading/remind/push-api.ts';
import type { PushNotification } from '#src/reading/remind/push-message.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import { ownerOf, type SpaceId } from '#src/domain/space.ts';
import { WorkLimit } from '#src/server/db/work-limit.ts';
import type { Rate, Rates } from '#src/sync/server/rates.ts';
import type { DispatcherOptions } from './dispatcher-options.ts';
import type { Due, Settled } from './due-alarms.ts';
import { nextStep } from './next-step.ts';
import { briefNotification, moreNotification, taskNotification, type About } from './notification.ts';
import { readDue, type Context } from './read-context.ts';

/** Messages to one account by one way: a burst, and then one every half minute. */
export const MESSAGE_RATE: Rate = { burst: 20, perSecond: 1 / 30 };

/** Concurrent messages to one account by one way. */
const SENT_AT_ONCE = 4;

/** The number of notifications that are made at once, in about 2 ms. */
const MADE_AT_ONCE = 50;

/** A daily brief with a longer delay is no longer of this morning. */
const STALE_BRIEF_MS = 12 * 3_600_000;

/** A claimed alarm and its context. */
export interface Claimed {
  readonly alarm: Due;
  readonly context: Context;
  readonly tries: Try[];
  /** True when a device has shown this reminder, or the message that combined it with others. */
  readonly isShown: boolean;
  /** The delay that the receiver asked for with the last failure. */
  retryAfterMs: number | null;
}

interface Notified {
  readonly claimed: Claimed;
  readonly notification: PushNotification;
}

/** Alarms of one space that were claimed together. Tries the ways of each, and settles them. */
export class Batch {
  readonly #options: DispatcherOptions;
  readonly #rates: Rates;
  readonly #spaceId: SpaceId;
  /** The user who is reminded. */
  readonly #userId: string;
  readonly #mayBegin: () => boolean;
  readonly #settled = new Map<string, Settled>();

  /** `mayBegin`: false when a further message would end after the lease, or when the server stops. */
  constructor(options: DispatcherOptions, rates: Rates, spaceId: SpaceId, mayBegin: () => boolean) {
    this.#options = options;
    this.#rates = rates;
    this.#spaceId = spaceId;
    this.#userId = ownerOf(spaceId);
    this.#mayBegin = mayBegin;
  }

  /**
   * Sends everything that is due. Resolves to the settled alarms by id. An alarm is missing when sending it
   * failed unexpectedly.
   */
  async send(all: readonly Claimed[]): Promise<ReadonlyMap<string, Settled>> {
    for (let open = all; open.length > 0;) {
      const byWay = new Map<ReminderWay, Claimed[]>();
      for (const claimed of open) {
        const { tries, context, isShown, retryAfterMs } = claimed;
        const step = nextStep(tries, context.settings.ways, isShown, this.#options.now(), retryAfterMs);
        if (step.do === 'end') this.#settle(claimed, step.state, null);
        else if (step.do === 'wait') this.#putOff(claimed, step.until);
        else byWay.set(step.way, [...(byWay.get(step.way) ?? []), claimed]);
      }
      const tried = await Promise.all([...byWay].map(([way, some]) => this.#sendBy(way, some)));
      open = tried.flat();
    }
    return this.#settled;
  }

  /**
   * Sends single messages while the rate has room, and one message for all others. Resolves to the alarms
   * that were tried.
   */
  async #sendBy(way: ReminderWay, all: readonly Claimed[]): Promise<Claimed[]> {
    const notified: Notified[] = [];
    for (const [place, claimed] of all.entries()) {
      if (place % MADE_AT_ONCE === 0) await othersHadTheirTurn();
      notified.push(...(await this.#notify(claimed)));
    }
    // A brief comes first, as it says more than one reminder.
    notified.sort((one, other) => orderOf(one) - orderOf(other));
    const key = `${way} ${this.#userId}`;
    const room = this.#rates.room(key);
    if (room === 0) {
      const at = this.#options.now() + Math.ceil(this.#rates.waitFor(key, 1));
      for (const { claimed } of notified) this.#putOff(claimed, at);
      return [];
    }
    const single = notified.length > room ? notified.slice(0, room - 1) : notified;
    const others = notified.slice(single.length);
    this.#rates.use(key, single.length + Math.min(others.length, 1));
    const limit = new WorkLimit(SENT_AT_ONCE);
    const tried = await Promise.all(
      single.map(({ claimed, notification }) => limit.run(() => this.#hand(way, [claimed], notification))),
    );
    const [first] = others;
    if (first) {
      const names = others.slice(0, 5).map(({ notification }) => notification.title);
      const more = moreNotification(others.length, names, this.#about(first.claimed));
      tried.push(
        await this.#hand(
          way,
          others.map(({ claimed }) => claimed),
          more,
        ),
      );
    }
    return tried.flat();
  }

  /** Sends one message for all of these alarms. Resolves to the alarms that were tried. */
  async #hand(
    way: ReminderWay,
    all: readonly Claimed[],
    notification: PushNotification,
  ): Promise<readonly Claimed[]> {
    const { send, now, observer } = this.#options;
    if (!this.#mayBegin()) {
      for (const claimed of all) this.#putOff(claimed, now());
      return [];
    }
    try {
      const { failure, retryAfterMs } = await send(way, this.#userId, notification);
      const together = all.length > 1 && { together: { alarm: notification.tag, count: all.length } };
      for (const claimed of all) {
        claimed.retryAfterMs = retryAfterMs;
        claimed.tries.push({ way, at: now(), failure, ...together });
        if (failure === null) observer?.handedOver(way, (now() - claimed.alarm.due_at) / 1_000);
        else observer?.failed(way, failure);
      }
      return all;
    } catch (error) {
      this.#failed(error);
      return [];
    }
  }

  /** Makes the notification, or settles an alarm that has nothing left to remind of. */
  async #notify(claimed: Claimed): Promise<Notified[]> {
    try {
      const notification = await this.#notificationOf(claimed);
      if (notification) return [{ claimed, notification }];
      this.#settle(claimed, wasSent(claimed) ? 'sent' : 'dropped', null);
    } catch (error) {
      this.#failed(error);
    }
    return [];
  }

  async #notificationOf(claimed: Claimed): Promise<PushNotification | null> {
    const { database, now } = this.#options;
    const { alarm, context } = claimed;
    if (alarm.task_id !== null) {
      const task = context.taskFor(alarm);
      return task && taskNotification(task, this.#about(claimed));
    }
    const { zone, dailyBrief } = context.settings;
    if (zone === null || dailyBrief === null || now() - alarm.due_at > STALE_BRIEF_MS) return null;
    const due = await database.snapshot((tx) => readDue(tx, this.#spaceId, zone, now()));
    return due.today.length + due.overdue === 0 ? null : briefNotification(due, this.#about(claimed));
  }

  #about({ alarm, context: { settings } }: Claimed): About {
    const { now, publicUrl } = this.#options;
    return { alarm: alarm.id, userId: this.#userId, dueAt: alarm.due_at, now: now(), publicUrl, settings };
  }

  #putOff(claimed: Claimed, until: number): void {
    this.#settle(claimed, wasSent(claimed) ? 'sent' : 'waiting', until);
  }

  #settle({ alarm, tries }: Claimed, state: Settled['state'], wake_at: number | null): void {
    this.#settled.set(alarm.id, { state, tries: JSON.stringify(tries), wake_at });
  }

  /** An error of one reminder is only logged, as the others were sent and must not be sent again. */
  #failed(error: unknown): void {
    const { log } = this.#options;
    log.error(
      { err: error, userId: this.#userId, spaceId: this.#spaceId },
      'a reminder could not be sent, and is tried again in a minute',
    );
  }
}

function orderOf({ claimed: { alarm } }: Notified): number {
  return alarm.task_id === null ? 0 : alarm.due_at;
}

function wasSent({ tries }: Claimed): boolean {
  return tries.some(({ failure }) => failure === null);
}
