/**
 * What is sent to a browser, encrypted: the JSON of Declarative Web Push (https://www.w3.org/TR/push-api/#declarative-push-message), which
 * Safari shows by itself. In other browsers the service worker shows the notification from the same fields.
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
  /** The id of the alarm: a second notification with it takes the place of the first. */
  readonly tag: string;
  readonly lang: 'en';
  /** When it was due, ms since 1970 UTC. */
  readonly timestamp: number;
  readonly data: PushData;
}

/** What the service worker knows of it besides. */
export interface PushData {
  /** `more`: several reminders, which are over the rate of one account. */
  readonly kind: 'task' | 'brief' | 'more' | 'test';
  /** The id of the alarm, by which receipts are told. */
  readonly alarm: string;
  /** Null where it is not about one task. */
  readonly taskId: string | null;
  /** The time of a repeating task that it is for (see dueOf); null where the task does not repeat. */
  readonly due: string | null;
  /** The zone of its time; null where that is local (see Task.zone). */
  readonly zone: string | null;
  /** The account that it is for: a worker whose browser is signed in to another one shows it without buttons. */
  readonly userId: string;
}
