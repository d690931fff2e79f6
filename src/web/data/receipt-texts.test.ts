import { expect, test } from 'vitest';
import type { Receipt } from '#src/reading/remind/push-api.ts';
import { receiptSteps } from './receipt-texts.ts';

const receipt: Receipt = {
  alarm: 'a',
  taskId: 't',
  name: 'Water',
  dueAt: 1,
  state: 'waiting',
  tries: [],
  shown: null,
  answer: null,
};
const steps = (change: Partial<Receipt>) => receiptSteps({ ...receipt, ...change }, (at) => `at ${at}`);

test('[N4] a reminder is queued, sent, shown on a device, and done or snoozed there', () => {
  const sent = { way: 'push', at: 2, failure: null } as const;
  const shown = { at: 3, on: 'Firefox on Windows' };

  expect(steps({})).toEqual(['Queued']);
  expect(steps({ state: 'sent', tries: [sent] })).toEqual(['Sent as a notification, at 2']);
  expect(
    steps({ state: 'sent', tries: [sent], shown, answer: { ...shown, at: 4, what: 'snoozed' } }),
  ).toEqual([
    'Sent as a notification, at 2',
    'Shown on Firefox on Windows, at 3',
    'Snoozed on Firefox on Windows, at 4',
  ]);
});

test('[N4] each failed try gives its reason, and the next step', () => {
  const failed = { way: 'push', at: 2, failure: 'UNSUBSCRIBED' } as const;
  const byMail = { way: 'mail', at: 3, failure: null } as const;
  const text =
    'Failed as a notification, at 2: The browser has ended its subscription. Turn reminders on again there.';

  expect(steps({ state: 'sent', tries: [failed, byMail] })).toEqual([text, 'Sent by email, at 3']);
  expect(steps({ state: 'waiting', tries: [failed] })).toEqual([text, 'Will be tried again']);
  expect(steps({ state: 'failed', tries: [failed] })).toEqual([text]);
});

test('[N4] the text tells a reminder no longer needed from one without any way to try', () => {
  expect(steps({ state: 'dropped' })).toEqual(['No longer needed']);
  expect(steps({ state: 'failed' })).toEqual(['Failed']);
});

test('[N4] a reminder sent together with others says so', () => {
  const together = { alarm: 'b', count: 213 };
  const sent = { way: 'mail', at: 2, failure: null, together } as const;

  expect(steps({ state: 'sent', tries: [sent] })).toEqual(['Sent by email with 212 others, at 2']);
});
