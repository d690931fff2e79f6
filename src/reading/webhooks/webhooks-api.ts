import type { FailureReason } from '#src/reading/remind/push-api.ts';

/**
 * The routes of a user's webhooks. They need the session:
 *
 *     GET    /api/webhooks                                -> { webhooks: ListedWebhook[] }
 *     POST   /api/webhooks               NewWebhook       -> AddedWebhook   after a recent sign-in
 *     DELETE /api/webhooks/ID                             -> {}
 *     POST   /api/webhooks/ID/on                          -> {}             after a recent sign-in
 *     GET    /api/webhooks/ID/messages                    -> { messages: ListedMessage[] }   of the last 30 days, newest first
 *     POST   /api/webhooks/ID/messages/MESSAGE/again      -> {}
 */
export const WEBHOOKS_PATH = '/api/webhooks';

/** The most webhooks of a user. Each has a bit in `hook_task`. */
export const MOST_WEBHOOKS = 20;

export const WEBHOOK_ADDRESS_LENGTH = 2_000;
export const WEBHOOK_QUERY_LENGTH = 2_000;

export interface NewWebhook {
  readonly name: string;
  /** In the language of filters (docs/query.md). */
  readonly query: string;
  readonly address: string;
}

/** `GONE`: its receiver answered 410. `FAILING`: it failed for five days. */
export type WebhookEnd = 'GONE' | 'FAILING';

/** A webhook for its user to see. Instants are ms since 1970 UTC. */
export interface ListedWebhook extends NewWebhook {
  readonly id: string;
  readonly createdAt: number;
  /** The last message that was handed over, and the last try that failed since. Null for none. */
  readonly sentAt: number | null;
  readonly failure: FailureReason | null;
  /** The number of messages that wait. */
  readonly waiting: number;
  readonly ended: WebhookEnd | null;
}

/** The answer to a new webhook: the only time that its secret is told. */
export interface AddedWebhook {
  readonly id: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}

/** A message to a webhook. Instants are ms since 1970 UTC. */
export interface ListedMessage {
  /** Its `webhook-id`. */
  readonly id: string;
  readonly createdAt: number;
  /** The number of events in it. */
  readonly events: number;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** The deliveries that were tried, in order; the newest 20. */
  readonly tries: readonly MessageTry[];
}

export interface MessageTry {
  readonly at: number;
  /** Null after a delivery. */
  readonly failure: FailureReason | null;
}
