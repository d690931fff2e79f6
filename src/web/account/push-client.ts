import {
  PUSH_PATH,
  type NewSubscription,
  type NewWebhook,
  type PushState,
  type Receipt,
} from '#src/reading/remind/push-api.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import { callServer } from './call-server.ts';

/** Throws AuthError, like all functions here. */
export async function loadPushState(): Promise<PushState> {
  return (await call('GET', '')) as PushState;
}

/** The receipts of one task, or of the last 30 days: the newest first. */
export async function loadReceipts(taskId: string | null): Promise<readonly Receipt[]> {
  const answer = await call('GET', taskId === null ? '/receipts' : `/receipts?task=${taskId}`);
  return isRecord(answer) ? (answer['receipts'] as Receipt[]) : [];
}

export async function tellSubscription(subscription: NewSubscription): Promise<void> {
  await call('PUT', '/subscription', subscription);
}

export async function forgetSubscription(endpoint: string): Promise<void> {
  await call('DELETE', '/subscription', { endpoint });
}

export async function saveWebhook(webhook: NewWebhook): Promise<void> {
  await call('PUT', '/webhook', webhook);
}

export async function removeWebhook(): Promise<void> {
  await call('DELETE', '/webhook');
}

/** Resolves once the test is handed over. If it is not, the error's code is a FailureReason. */
export async function sendTest(way: ReminderWay): Promise<void> {
  await call('POST', '/test', { way });
}

/** Ends reminders by mail for the receiver of this link. */
export async function endMailReminders(token: string): Promise<void> {
  await call('POST', '/unsubscribe', { token });
}

const call = (method: string, path: string, body?: object) => callServer(method, `${PUSH_PATH}${path}`, body);
