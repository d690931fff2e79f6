import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { PushNotification } from '#src/reading/remind/push-message.ts';
import type { ReminderWay } from '#src/tables/setting/reminder-ways.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { RemindingServer, type RemindedUser } from '#src/server/reminders/testing/reminded-user.ts';
import type { Posted } from '#src/server/reminders/ways/post.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { FALLBACK_MS } from './next-step.ts';

const NOW = Date.parse('2026-06-15T06:00:00Z');
const SENT: Posted = { failure: null, retryAfterMs: null };
const HALF_MINUTE = 30_000;

describeEachEngine('the rate of reminders', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** A server and the messages that it sends. `answer` sets their outcome. */
  function serverWith(answer: (way: ReminderWay) => Posted = () => SENT) {
    const sent: { readonly way: ReminderWay; readonly notification: PushNotification }[] = [];
    const server = new RemindingServer(
      database,
      { now: NOW },
      {
        send: async (way, _userId, notification) => {
          sent.push({ way, notification });
          return answer(way);
        },
      },
    );
    const titles = () => sent.map(({ notification }) => notification.title);
    return { server, sent, titles };
  }

  /** Adds tasks named `Task 1` and so on, each with a reminder at that instant. */
  async function remindOf(user: RemindedUser, count: number, remindAt: number): Promise<string[]> {
    const collectionId = newId();
    await user.do({
      name: 'collection.add',
      args: { id: collectionId, name: `Home ${collectionId}`, color: '#FFCC33', at: NOW },
    });
    const taskIds: string[] = [];
    for (let n = 1; n <= count; n++) {
      const taskId = newId();
      taskIds.push(taskId);
      await user.do(
        {
          name: 'task.add',
          args: { id: taskId, name: `Task ${n}`, description: '', date: null, collectionId, at: NOW },
        },
        { name: 'reminder.add', args: { id: newId(), taskId, remindAt: remindAt + n, at: NOW } },
      );
    }
    return taskIds;
  }

  const singles = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `Task ${from + n}`);

  test('[N3] reminders come one by one while the rate has room, and the others as one that says how many', async () => {
    const { server, sent, titles } = serverWith();
    const user = await server.user();
    await remindOf(user, 20, NOW + 1_000);
    server.clock.now = NOW + 2_000;
    await server.dispatcher.round();
    expect(titles().toSorted()).toEqual(singles(1, 20).toSorted());
    sent.length = 0;
    server.clock.now += 20 * HALF_MINUTE;
    await remindOf(user, 30, server.clock.now + 1_000);
    server.clock.now += 2_000;
    await server.dispatcher.round();
    expect(titles().toSorted()).toEqual(['And 11 more are due', ...singles(1, 19)].toSorted());
    expect(sent.at(-1)?.notification).toMatchObject({
      body: 'Task 20\nTask 21\nTask 22\nTask 23\nTask 24',
      data: { kind: 'more', taskId: null, userId: user.id },
    });
    const receipts = await user.receipts();
    expect(receipts.map(({ state }) => state)).toEqual(Array(50).fill('sent'));
    const lead = sent.at(-1)?.notification.tag;
    const together = receipts.flatMap(({ tries }) => tries[0]?.together ?? []);
    expect(together).toEqual(Array.from({ length: 11 }, () => ({ alarm: lead, count: 11 })));
  });

  test('[N2][N3] without room they wait for the next message, which tells of all of them, and says that they are late', async () => {
    const { server, sent, titles } = serverWith();
    const user = await server.user();
    await remindOf(user, 25, NOW + 1_000);
    server.clock.now = NOW + 2_000;
    await server.dispatcher.round();
    sent.length = 0;
    await remindOf(user, 3, server.clock.now + 1_000);
    server.clock.now += 2_000;
    const next = await server.dispatcher.round();
    expect(titles()).toEqual([]);
    expect((await user.receipts()).filter(({ state }) => state === 'waiting')).toHaveLength(3);
    expect(next).toBe(NOW + 2_000 + HALF_MINUTE);
    server.clock.now = next;
    await server.dispatcher.round();
    expect(titles()).toEqual(['And 3 more are due']);
    await remindOf(user, 2, server.clock.now + 1_000);
    server.clock.now += 10 * HALF_MINUTE;
    await user.set('reminderText', 'hidden');
    sent.length = 0;
    await remindOf(user, 9, server.clock.now + 1);
    server.clock.now += 1_000;
    await server.dispatcher.round();
    expect(titles()).toHaveLength(10);
    expect(sent.at(-1)?.notification).toMatchObject({
      title: 'And 2 more are due',
      body: 'Open Sunglow to see them.',
    });
    expect(sent[0]?.notification.body).toMatch(/^Late/);
  });

  test('[N3] each way and each account has a rate of its own', async () => {
    const { server, sent } = serverWith((way) =>
      way === 'push' ? { failure: 'NO_DEVICE', retryAfterMs: null } : SENT,
    );
    const users = [await server.user(), await server.user()];
    for (const user of users) {
      await user.set('reminderWays', 'push mail');
      await remindOf(user, 22, NOW + 1_000);
    }
    server.clock.now = NOW + 2_000;
    await server.dispatcher.round();
    for (const { id } of users)
      for (const way of ['push', 'mail']) {
        const own = sent.filter((each) => each.way === way && each.notification.data.userId === id);
        expect(own.map(({ notification }) => notification.title).toSorted()).toEqual(
          ['And 3 more are due', ...singles(1, 19)].toSorted(),
        );
      }
  });

  test('[N3][N4] a shown message counts for all of its reminders, and no other way is used', async () => {
    const { server, sent } = serverWith();
    const user = await server.user();
    await user.set('reminderWays', 'push mail');
    await remindOf(user, 25, NOW + 1_000);
    server.clock.now = NOW + 2_000;
    await server.dispatcher.round();
    for (const { notification } of sent) {
      const shown = { alarm: notification.tag, what: 'shown', at: server.clock.now } as const;
      expect(await server.receipts.note(spaceOf(user.id), shown, 'Firefox on Linux', server.clock.now)).toBe(
        true,
      );
    }
    server.clock.now += FALLBACK_MS;
    await server.dispatcher.round();
    expect(sent.map(({ way }) => way)).toEqual(Array(20).fill('push'));
    const receipts = await user.receipts();
    expect(receipts.map(({ shown }) => shown?.on)).toEqual(Array(25).fill('Firefox on Linux'));
  });

  test('[N3] a combined message that is not shown, or fails, continues as each reminder would', async () => {
    let failure: Posted['failure'] = 'FAILED';
    const { server, sent, titles } = serverWith(() => ({ failure, retryAfterMs: null }));
    const user = await server.user();
    await remindOf(user, 25, NOW + 1_000);
    server.clock.now = NOW + 2_000;
    await server.dispatcher.round();
    expect(titles()).toContain('And 6 more are due');
    failure = null;
    sent.length = 0;
    server.clock.now += HALF_MINUTE;
    await server.dispatcher.round();
    expect(titles()).toEqual(['And 25 more are due']);
    const receipts = await user.receipts();
    expect(receipts.map(({ state, tries }) => [state, tries.map((each) => each.failure)])).toEqual(
      Array.from({ length: 25 }, () => ['sent', ['FAILED', null]]),
    );
  });
});
