import { expect, test } from 'vitest';
import type { PushMessage } from '#src/reading/remind/push-message.ts';
import { notificationOf, shownAgain, userOf } from './reminder-notification.ts';

const message: PushMessage = {
  web_push: 8030,
  notification: {
    title: 'Water the plants',
    body: 'Today at 09:00',
    navigate: 'https://sunglow.example.com/app/task/t1',
    tag: 'alarm-1',
    lang: 'en',
    timestamp: 7,
    data: { kind: 'task', alarm: 'alarm-1', taskId: 't1', due: null, above: null, zone: null, userId: 'ada' },
  },
};
const text = JSON.stringify(message);

test('[N5] a push shows its text under the tag of its alarm, so that a repeated push shows once', () => {
  const { title, options } = notificationOf(text, 2, true);

  expect(title).toBe('Water the plants');
  expect(options).toMatchObject({ body: 'Today at 09:00', tag: 'alarm-1', timestamp: 7 });
  expect(options.data).toEqual({ ...message.notification.data, navigate: message.notification.navigate });
  expect(options.actions?.map(({ action }) => action)).toEqual(['complete', 'snooze']);
  expect(userOf(text)).toBe('ada');
});

test('[N5] a brief, a test, and a push for another user have no buttons', () => {
  const of = (kind: 'brief' | 'test') => {
    const { notification } = message;
    return JSON.stringify({
      ...message,
      notification: { ...notification, data: { ...notification.data, kind } },
    });
  };

  for (const options of [
    notificationOf(of('brief'), 4, true).options,
    notificationOf(of('test'), 4, true).options,
    notificationOf(text, 4, false).options,
  ])
    expect(options).not.toHaveProperty('actions');
});

test.for([undefined, '', 'no JSON', '{}', '{"notification":{"title":"A"}}', 'null', '[]'])(
  '[N5] a push of %j shows something too',
  (unreadable) => {
    expect(notificationOf(unreadable, 2, true)).toMatchObject({
      title: 'Sunglow',
      options: { body: expect.stringMatching(/reminder/) as string, tag: 'unreadable' },
    });
    expect(userOf(unreadable)).toBe('');
  },
);

test('[N5] the buttons of a choice replace the others in the same notification, without a sound', () => {
  const { title, options } = notificationOf(text, 2, true);
  const shown = { ...options, title } as unknown as Parameters<typeof shownAgain>[0];

  expect(shownAgain(shown, { actions: [{ action: 'snooze-10', title: '10 minutes' }] })).toMatchObject({
    title: 'Water the plants',
    options: {
      body: 'Today at 09:00',
      tag: 'alarm-1',
      silent: true,
      data: options.data,
      actions: [{ action: 'snooze-10' }],
    },
  });
});
