import { isRecord } from '#src/domain/is-record.ts';
import {
  WEBHOOKS_PATH,
  type AddedWebhook,
  type ListedMessage,
  type ListedWebhook,
  type NewWebhook,
} from '#src/reading/webhooks/webhooks-api.ts';
import { callServer } from './call-server.ts';

/** The user's webhooks. Throws AuthError, like all functions here. */
export async function loadWebhooks(): Promise<readonly ListedWebhook[]> {
  const answer = await callServer('GET', WEBHOOKS_PATH);
  return isRecord(answer) ? (answer['webhooks'] as ListedWebhook[]) : [];
}

/** Needs a recent sign-in. The answer is the only one with the secret. */
export async function addWebhook(webhook: NewWebhook): Promise<AddedWebhook> {
  return (await callServer('POST', WEBHOOKS_PATH, webhook)) as AddedWebhook;
}

export async function revokeWebhook(id: string): Promise<void> {
  await callServer('DELETE', `${WEBHOOKS_PATH}/${id}`);
}

/** Needs a recent sign-in. */
export async function turnOnWebhook(id: string): Promise<void> {
  await callServer('POST', `${WEBHOOKS_PATH}/${id}/on`, {});
}

export async function loadMessages(id: string): Promise<readonly ListedMessage[]> {
  const answer = await callServer('GET', `${WEBHOOKS_PATH}/${id}/messages`);
  return isRecord(answer) ? (answer['messages'] as ListedMessage[]) : [];
}

export async function sendAgain(webhookId: string, messageId: string): Promise<void> {
  await callServer('POST', `${WEBHOOKS_PATH}/${webhookId}/messages/${messageId}/again`, {});
}
