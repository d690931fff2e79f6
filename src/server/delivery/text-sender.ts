import { createHmac } from 'node:crypto';
import { SunglowError } from '#src/domain/errors.ts';
import type { SmsConfig } from '#src/server/config/config.ts';
import type { Delivery, TextMessage } from './delivery.ts';

const TIMEOUT_MS = 20_000;

export class TextNotSent extends SunglowError {
  constructor(service: string, status: number) {
    super('TEXT_NOT_SENT', `${service} answered ${status}. Check the settings for text messages.`);
  }
}

export function textSender(config: SmsConfig): NonNullable<Delivery['text']> {
  return config.by === 'twilio'
    ? (message) => send('Twilio', twilioRequest(config, message))
    : (message) => send('The webhook for text messages', webhookRequest(config, message, Date.now()));
}

/**
 * The request to Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
export function twilioRequest(
  { accountSid, authToken, from }: Extract<SmsConfig, { by: 'twilio' }>,
  { to, text }: TextMessage,
): Request {
  return new Request(`https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams({
      To: to,
      Body: text,
      ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
    }),
  });
}

/** `at` (ms since 1970 UTC) is signed too, so that the receiver can reject a replay. */
function webhookRequest(
  { url, secret }: Extract<SmsConfig, { by: 'webhook' }>,
  { to, text }: TextMessage,
  at: number,
): Request {
  const body = JSON.stringify({ to, text, at });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sunglow-signature': signature },
    body,
  });
}

async function send(service: string, request: Request): Promise<void> {
  // Redirects are not followed, so that no other server gets the message or the credentials.
  const response = await fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  // An unread answer would hold its connection.
  await response.body?.cancel();
  if (!response.ok) throw new TextNotSent(service, response.status);
}
