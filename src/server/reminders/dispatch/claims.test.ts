import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';
import {
  HOUR_MS,
  NOW,
  remindedAtNine,
  type RemindedAtNine,
} from '#src/server/reminders/testing/reminded-at-nine.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { LEASE_MS } from './due-alarms.ts';
import { FALLBACK_MS } from './next-step.ts';

describeEachEngine('the claims of a dispatcher', (engine) => {
  let database: AppDatabase;
  let service: PushService;
  beforeAll(async () => {
    database = await engine.open();
    service = await PushService.start();
  });
  afterAll(() => service.stop());
  const userAtNine = (server = new RemindingServer(database, { now: NOW })) =>
    remindedAtNine(server, service);
  const complete = (id: string): Operation => ({ name: 'task.complete', args: { id, at: NOW } });

  test('[N2] two servers send each reminder once; when one dies while sending, the other sends it again with the same tag', async () => {
    const clock = { now: NOW };
    const one = new RemindingServer(database, clock);
    const { user, browser } = await userAtNine(one);
    const others = await Promise.all(Array.from({ length: 20 }, () => userAtNine(one)));
    const other = new RemindingServer(database, clock);
    clock.now = NOW + HOUR_MS;
    await Promise.all([one, other].map((server) => server.dispatcher.round()));
    expect([browser, ...others.map((each) => each.browser)].map(({ messages }) => messages.length)).toEqual(
      Array(21).fill(1),
    );
    // A server that dies after the push service took the message leaves the row like this.
    await database.db
      .updateTable('alarm')
      .set({ state: 'waiting', tries: '[]', wake_at: clock.now, lease_until: clock.now + LEASE_MS })
      .where('space_id', '=', spaceOf(user.id))
      .execute();
    await other.dispatcher.round();
    expect(browser.messages).toHaveLength(1);
    clock.now += LEASE_MS;
    await other.dispatcher.round();
    expect(browser.messages).toHaveLength(2);
    expect(new Set(browser.messages.map(({ notification }) => notification.tag)).size).toBe(1);
  });

  test('[N2] a clock that is set back by hours neither repeats reminders nor holds up claimed ones', async () => {
    const { server, user, browser } = await userAtNine();
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    server.clock.now = NOW - 5 * HOUR_MS;
    await server.dispatcher.round();
    expect(browser.messages).toHaveLength(1);
    await database.db
      .updateTable('alarm')
      .set({
        state: 'waiting',
        tries: '[]',
        wake_at: NOW - 5 * HOUR_MS,
        lease_until: NOW + HOUR_MS + LEASE_MS,
      })
      .where('space_id', '=', spaceOf(user.id))
      .execute();
    await server.dispatcher.round();
    expect(browser.messages).toHaveLength(2);
  });

  test.each([20, 60_000])(
    '[N2] a server whose clock is %i ms behind leaves alarms alone that another server has just claimed',
    async (behindMs) => {
      const sent: string[] = [];
      const due = NOW + HOUR_MS;
      const behind = new RemindingServer(
        database,
        { now: due },
        {
          send: async (_way, userId) => {
            sent.push(`behind ${userId}`);
            return { failure: null, retryAfterMs: null };
          },
        },
      );
      const ahead = new RemindingServer(
        database,
        { now: NOW },
        {
          send: async (_way, userId) => {
            sent.push(`ahead ${userId}`);
            if (userId === user.id) await behind.dispatcher.round();
            return { failure: null, retryAfterMs: null };
          },
        },
      );
      const { user } = await userAtNine(ahead);
      ahead.clock.now = due + behindMs;
      await ahead.dispatcher.round();
      expect(sent.filter((each) => each.endsWith(user.id))).toEqual([`ahead ${user.id}`]);
    },
  );

  test.each([
    [null, 'sent'],
    ['FAILED', 'dropped'],
  ] as const)(
    '[N2][N4] a reminder of a task completed while it is sent keeps its receipt, and is not sent again (failure: %s)',
    async (failure, state) => {
      const setting: { due?: RemindedAtNine } = {};
      let sent = 0;
      const server = new RemindingServer(
        database,
        { now: NOW },
        {
          send: async (_way, userId) => {
            const { due } = setting;
            if (due?.user.id === userId && sent++ === 0) await due.user.do(complete(due.taskId));
            return { failure, retryAfterMs: null };
          },
        },
      );
      setting.due = await userAtNine(server);
      const { user, taskId } = setting.due;
      for (const ms of [0, FALLBACK_MS, HOUR_MS]) {
        server.clock.now = NOW + HOUR_MS + ms;
        await server.dispatcher.round();
      }
      expect(sent).toBe(1);
      expect(await user.receipts(taskId)).toMatchObject([{ state, tries: [{ failure }] }]);
    },
  );

  test('[N2] a reminder that cannot be sent does not repeat another one of the same instant', async () => {
    const sent: string[] = [];
    const clock = { now: NOW };
    const server = new RemindingServer(database, clock, {
      send: async (_way, userId, { data }) => {
        if (data.taskId === setting.taskId && userId === setting.user.id && sent.length < 2)
          throw new Error('the disk is full');
        sent.push(`${userId} ${data.taskId}`);
        return { failure: null, retryAfterMs: null };
      },
    });
    const setting = await userAtNine(server);
    const { user, collectionId } = setting;
    const other = newId();
    await user.do(
      {
        name: 'task.add',
        args: { id: other, name: 'Weed', description: '', date: null, collectionId, at: NOW },
      },
      { name: 'reminder.add', args: { id: newId(), taskId: other, remindAt: NOW + HOUR_MS, at: NOW } },
    );
    clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(sent.filter((each) => each === `${user.id} ${other}`)).toHaveLength(1);
    expect(await user.receipts(other)).toMatchObject([{ state: 'sent' }]);
    clock.now += LEASE_MS;
    await server.dispatcher.round();
    expect(sent.filter((each) => each === `${user.id} ${other}`)).toHaveLength(1);
  });
});
