import type { TimeAbove } from '#src/tables/task/time-above.ts';

/**
 * The content of a push message, before encryption: the JSON of Declarative Web Push
 * (https://www.w3.org/TR/push-api/#declarative-push-message). Safari shows it by itself; in other browsers
 * the service worker shows the notification from the same fields.
 */
export interface PushMessage {
  readonly web_push: 8030;
  readonly notification: PushNotification;
}

export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** The page that a click opens: an absolute URL. */
  readonly navigate: string;
  /** The id of the alarm: a second notification with this tag replaces the first. */
  readonly tag: string;
  readonly lang: 'en';
  /** The due time, ms since 1970 UTC. */
  readonly timestamp: number;
  readonly data: PushData;
}

/** The fields for the service worker alone. */
export interface PushData {
  /** `more`: several reminders, beyond the rate of one account. */
  readonly kind: 'task' | 'brief' | 'more' | 'test';
  /** The id of the alarm, which receipts name. */
  readonly alarm: string;
  /** Null for a message about no task or several. */
  readonly taskId: string | null;
  /**
   * The due time of this occurrence of a repeating task (see dueOf); null for a task that does not repeat.
   */
  readonly due: string | null;
  /** The time of the repeating task above it, whose sub-task it is (rule R4); null where none of them repeats. */
  readonly above: TimeAbove | null;
  /** The zone of its time; null where that is local (see Task.zone). */
  readonly zone: string | null;
  /** The account that it is for: a worker whose browser is signed in to another one shows it without buttons. */
  readonly userId: string;
}
