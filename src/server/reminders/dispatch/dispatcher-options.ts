import type { PushNotification } from '#src/reading/remind/push-message.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Posted } from '#src/server/reminders/ways/post.ts';

/** Observes the messages that are sent. */
export interface ReminderObserver {
  /** `lag`: seconds since the reminder was due. */
  handedOver(way: ReminderWay, lag: number): void;
  failed(way: ReminderWay, reason: string): void;
}

export interface DispatcherOptions {
  readonly database: AppDatabase;
  readonly send: (way: ReminderWay, userId: string, notification: PushNotification) => Promise<Posted>;
  readonly publicUrl: string;
  /** ms since 1970 UTC. */
  readonly now: () => number;
  /** ms of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly log: { error(details: object, message: string): void };
  readonly observer?: ReminderObserver | undefined;
  /** The most receipts of a space that are kept. */
  readonly mostReceipts?: number | undefined;
}
