import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PUBLIC_URL, RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { testNotification } from './notification.ts';

const NOW = Date.parse('2026-06-15T06:00:00Z');
const HOUR_MS = 3_600_000;

interface Message {
  readonly title: string;
  readonly message: string;
}

describeEachEngine('a receiver that takes no message without a body, as Gotify', (engine) => {
  const messages: Message[] = [];
  const receiver = createServer((request, response) => {
    void json(request).then((body) => {
      const { title, message } = body as Message;
      messages.push({ title, message });
      response.writeHead(message === '' ? 400 : 200).end();
    });
  });
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(() => receiver.close());

  /**
   * A user whose reminders go to that receiver, with an overdue task without a time and a reminder of it at
   * eight.
   */
  async function reminded(isHidden: boolean) {
    const server = new RemindingServer(database, { now: NOW });
    const user = await server.user();
    await user.set('zone', 'Europe/Berlin');
    await user.set('reminderWays', 'webhook');
    if (isHidden) await user.set('reminderText', 'hidden');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    await server.targets.saveWebhook(user.id, { address, secret: 'app', kind: 'gotify' });
    const [collectionId, taskId, at] = [newId(), newId(), NOW];
    const date = '2026-06-14' as CalendarDay;
    await user.do(
      { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at } },
      { name: 'task.add', args: { id: taskId, name: 'Water', description: '', date, collectionId, at } },
    );
    messages.length = 0;
    return { server, user, taskId };
  }

  const sent = (title: string) => [{ title, message: expect.stringMatching(/\S/) }];

  test.each([
    [false, 'Water'],
    [true, 'A task is due'],
  ])('[N3] gets the reminder of a task without a time, text hidden: %s', async (isHidden, title) => {
    const { server, user, taskId } = await reminded(isHidden);
    const remindAt = NOW + HOUR_MS;
    await user.do({ name: 'reminder.add', args: { id: newId(), taskId, remindAt, at: NOW } });
    server.clock.now = remindAt;
    await server.dispatcher.round();
    expect(await user.receipts()).toMatchObject([{ state: 'sent', tries: [{ failure: null }] }]);
    expect(messages).toEqual([{ title, message: 'Reminder for 9:00' }]);
  });

  test.each([
    ['tasks of before alone', '2026-06-14', false, '1 task overdue'],
    ['tasks of today, and no text', '2026-06-15', true, '1 task today'],
  ])('[N1][N3] gets the daily brief: %s', async (_, date, isHidden, title) => {
    const { server, user, taskId } = await reminded(isHidden);
    await user.do({
      name: 'task.edit',
      args: { id: taskId, changes: { date: date as CalendarDay }, at: NOW + 1 },
    });
    await user.set('dailyBrief', '08:30');
    server.clock.now = NOW + HOUR_MS / 2;
    await server.dispatcher.round();
    expect(await user.receipts()).toMatchObject([{ state: 'sent', tries: [{ failure: null }] }]);
    expect(messages).toEqual(sent(title));
  });

  test.each([
    [true, 'Reminders work'],
    [false, 'A task is due'],
  ])("[N3] gets a test in the form of a task's reminder, text shown: %s", async (isTextShown, title) => {
    const { server, user } = await reminded(!isTextShown);
    const settings = { zone: 'Europe/Berlin', clock: null, isTextShown };
    const [alarm, userId] = [newId(), user.id];
    const about = { alarm, userId, dueAt: NOW, now: NOW, publicUrl: PUBLIC_URL, settings };
    expect(await server.senders.send('webhook', userId, testNotification(about))).toMatchObject({
      failure: null,
    });
    expect(messages).toEqual([{ title, message: 'Reminder for 8:00' }]);
  });
});
