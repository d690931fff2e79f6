import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';

/**
 * The routes below /api/push. All but one need the session:
 *
 *     GET    /api/push                          -> PushState
 *     PUT    /api/push/subscription   NewSubscription -> { id }       the browser's own; again at every start, since browsers change it
 *     DELETE /api/push/subscription   { endpoint }    -> {}
 *     PUT    /api/push/webhook        NewWebhook      -> {}
 *     DELETE /api/push/webhook                        -> {}
 *     POST   /api/push/test           { way }         -> {}           502 with a FailureReason as its code where it did not arrive
 *     GET    /api/push/receipts?task=ID               -> { receipts: Receipt[] }   without `task`: of the last 30 days, newest first
 *     POST   /api/push/unsubscribe    { token }       -> {}           no session: the link of a mail (see mail-link.ts); 400 once it is over
 *     POST   /api/push/receipts       NewReceipt      -> {}           404 for an alarm that is not the user's
 */
export const PUSH_PATH = '/api/push';

export interface PushState {
  /** The server's VAPID key for `applicationServerKey`: an uncompressed P-256 point, base64url. */
  readonly publicKey: string;
  readonly subscriptions: readonly ShownSubscription[];
  /** The address for reminders by mail; null when the server sends none. */
  readonly mail: string | null;
  readonly webhook: ShownWebhook | null;
}

export interface ShownSubscription {
  readonly id: string;
  /** The browser and system, `Firefox on Windows`. */
  readonly device: string;
  readonly createdAt: number;
  /** The last message handed over; null for none. */
  readonly usedAt: number | null;
  /** True for the subscription of the session that asks. */
  readonly isThisDevice: boolean;
}

export interface ShownWebhook {
  readonly address: string;
  readonly kind: WebhookKind;
  /** True when it was saved with a secret. */
  readonly hasSecret: boolean;
  /** True after the server got a new secret: nothing is sent until the webhook is saved again. */
  readonly isUnreadable: boolean;
}

/** `PushSubscription.toJSON()`; other fields are ignored. */
export interface NewSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** `signed`: Sunglow's own JSON, signed by Standard Webhooks. The others use the format of that service. */
export const WEBHOOK_KINDS = ['signed', 'ntfy', 'gotify'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export interface NewWebhook {
  readonly address: string;
  /**
   * For `signed`, the key in base64, with or without `whsec_`; for a service, its access token, or '' without
   * one.
   */
  readonly secret: string;
  readonly kind: WebhookKind;
}

/** The fate of one reminder. Instants are ms since 1970 UTC. */
export interface Receipt {
  /** The id of the alarm. */
  readonly alarm: string;
  readonly taskId: string | null;
  /** The present name of the task; '' for a brief, and for a deleted task. */
  readonly name: string;
  readonly dueAt: number;
  /**
   * `waiting`: due, or to be tried again. `dropped`: no longer needed, as the task was done or nothing was
   * due.
   */
  readonly state: 'waiting' | 'sent' | 'failed' | 'dropped';
  /** The deliveries that were tried, in order. */
  readonly tries: readonly Try[];
  readonly shown: Mark | null;
  readonly answer: (Mark & { readonly what: 'done' | 'snoozed' }) | null;
}

export interface Mark {
  readonly at: number;
  /** The browser and system of the session, `Firefox on Windows`. */
  readonly on: string;
}

export interface Try {
  readonly way: ReminderWay;
  readonly at: number;
  /** Null after a delivery. */
  readonly failure: FailureReason | null;
  /** For a message about several reminders: the alarm that tags it, and their number. */
  readonly together?: { readonly alarm: string; readonly count: number };
}

/** A device's report about a reminder that it received. */
export interface NewReceipt {
  readonly alarm: string;
  readonly what: 'shown' | 'done' | 'snoozed';
  /** The time by the clock of the device, at most the server's. */
  readonly at: number;
}

/** Why a reminder was not handed over, and what to do. */
export const FAILURES = {
  NO_DEVICE: 'No device is turned on for reminders.',
  NO_MAIL: 'This server sends no mail, or the email is not confirmed.',
  NO_WEBHOOK: 'No webhook address is saved.',
  SECRET_CHANGED: 'The server has a new secret since this webhook was saved. Save the webhook again.',
  UNSUBSCRIBED: 'The browser has ended its subscription. Turn reminders on again there.',
  TOO_LARGE: 'The push service found the message too large.',
  TOO_MANY: 'The push service or webhook gets too many messages. It is tried again later.',
  TIMED_OUT: 'There was no answer in time.',
  UNREACHABLE:
    'It could not be reached, or ended the connection. Check the port, https or http, and whether the server there is on.',
  NAME_NOT_FOUND: 'No server has the name in the address. Check how it is spelled.',
  WRONG_CERTIFICATE: 'The certificate of the server there is expired, self-signed or for another name.',
  WRONG_PROTOCOL:
    'The server there does not speak the protocol of the address. Check the port, and https or http.',
  HTTPS_NEEDED: 'This server sends to https addresses only.',
  REDIRECTED: 'The address leads to another one. Save that one.',
  PRIVATE_ADDRESS: 'The address is in a private network, which this server does not send to.',
  WRONG_FILTER:
    'The filter names something that no longer exists, or too many collections, sections or labels. Add the webhook again with another filter.',
  REJECTED: 'It was rejected. Check the address and the secret.',
  FAILED: 'The other server failed. It is tried again later.',
} as const;

export type FailureReason = keyof typeof FAILURES;
