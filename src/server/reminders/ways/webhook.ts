import { createHmac } from 'node:crypto';
import type { WebhookKind } from '#src/reading/remind/push-api.ts';
import type { PushNotification } from '#src/reading/remind/push-message.ts';
import type { PostRequest } from './post.ts';

export interface Webhook {
  readonly address: string;
  readonly secret: string;
  readonly kind: WebhookKind;
}

/** The address and the request of a notification. `now`: ms since 1970 UTC. */
export function webhookRequest(
  { address, secret, kind }: Webhook,
  notification: PushNotification,
  now: number,
): PostRequest & { readonly address: string } {
  const { title, body, navigate, tag } = notification;
  switch (kind) {
    case 'signed': {
      const data = { ...notification.data, title, body, url: navigate, dueAt: notification.timestamp };
      const json = JSON.stringify({ type: 'reminder', timestamp: new Date(now).toISOString(), data });
      return { address, headers: { ...JSON_TYPE, ...signatureOf(tag, json, secret, now) }, body: json };
    }
    case 'ntfy': {
      // The post is JSON, as a header cannot hold every letter. The topic is therefore in the JSON, and not
      // in the address.
      const url = new URL(address);
      const [, path = '', topic = ''] = /^(.*\/)([^/]+)\/?$/.exec(url.pathname) ?? [];
      url.pathname = path;
      const message = { topic, title, message: body, click: navigate };
      return {
        address: url.href,
        headers: { ...JSON_TYPE, ...bearer(secret) },
        body: JSON.stringify(message),
      };
    }
    case 'gotify': {
      const url = new URL(address);
      url.pathname = `${url.pathname.replace(/\/(?:message\/?)?$/, '')}/message`;
      const extras = { 'client::notification': { click: { url: navigate } } };
      const message = { title, message: body, priority: 5, extras };
      return {
        address: url.href,
        headers: { ...JSON_TYPE, 'x-gotify-key': secret },
        body: JSON.stringify(message),
      };
    }
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

function bearer(token: string): Record<string, string> {
  return token === '' ? {} : { authorization: `Bearer ${token}` };
}

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com). They show the receiver the sender, the
 * time and repetitions.
 */
export function signatureOf(id: string, body: string, secret: string, now: number): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const at = String(Math.floor(now / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` };
}
