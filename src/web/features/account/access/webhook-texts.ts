import { FAILURES, type FailureReason } from '#src/reading/remind/push-api.ts';
import type { ListedMessage, ListedWebhook } from '#src/reading/webhooks/webhooks-api.ts';

type WriteMoment = (at: number) => string;

/** Why a message did not arrive. */
function failureText(failure: FailureReason): string {
  if (failure === 'SECRET_CHANGED')
    return 'The server has a new secret since this webhook was added. Revoke it, and add it again.';
  return FAILURES[failure] ?? 'The server gives no reason.';
}

/** The state of a webhook in words. */
export function webhookState(webhook: ListedWebhook, write: WriteMoment): readonly string[] {
  const { sentAt, failure, waiting, ended } = webhook;
  const last = sentAt === null ? 'no message yet' : `last message ${write(sentAt)}`;
  if (ended === 'GONE') return [last, 'switched off: its receiver takes no more messages'];
  if (ended === 'FAILING') return [last, 'switched off: it failed for five days'];
  if (failure === null) return [last, waiting === 0 ? 'on' : `on, ${waiting} waiting`];
  return [last, `failing, ${waiting} waiting: ${failureText(failure)}`];
}

/** The deliveries of a message in words, and what comes next. Each has a key: two within a minute have the same words. */
export function messageSteps({ state, tries }: ListedMessage, write: WriteMoment) {
  const steps = tries.map(({ at, failure }) => ({
    key: String(at),
    text: failure === null ? `Sent ${write(at)}` : `Failed ${write(at)}: ${failureText(failure)}`,
  }));
  const waiting = tries.length === 0 ? 'Queued' : 'Will be tried again';
  const end = state === 'waiting' ? waiting : state === 'failed' ? 'No longer tried' : null;
  return end === null ? steps : [...steps, { key: state, text: end }];
}
