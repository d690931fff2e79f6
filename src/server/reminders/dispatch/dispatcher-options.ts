import type { PushNotification } from '#src/domain/remind/push-message.ts';
import type { ReminderWay } from '#src/domain/remind/ways.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Posted } from '#src/server/reminders/ways/post.ts';

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
  /** ms of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly log: { error(details: object, message: string): void };
  readonly observer?: ReminderObserver | undefined;
  /** Receipts kept of a space. */
  readonly mostReceipts?: number | undefined;
}
