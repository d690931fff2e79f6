import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { watchColumns } from '#src/server/testing/databases/columns-read.ts';
import { PushService, type PushedBrowser } from '#src/server/reminders/testing/push-service.ts';
import {
  PUBLIC_URL,
  RemindingServer,
  type RemindedUser,
} from '#src/server/reminders/testing/reminded-user.ts';
import { MOST_SLEEP_MS } from './dispatcher.ts';
import { LEASE_MS } from './due-alarms.ts';
import { FALLBACK_MS } from './next-step.ts';

const NOW = Date.parse('2026-06-15T06:00:00Z');
const HOUR_MS = 3_600_000;

describeEachEngine('the dispatcher', (engine) => {
  let database: AppDatabase;
  let service: PushService;
  beforeAll(async () => {
    database = await engine.open();
    service = await PushService.start();
  });
  afterAll(() => service.stop());

  interface Setting {
    readonly server: RemindingServer;
    readonly user: RemindedUser;
    readonly browser: PushedBrowser;
    readonly collectionId: string;
    readonly taskId: string;
  }

  /** A user in Berlin with a task at nine and a reminder at that time. */
  async function remindedAtNine(server = new RemindingServer(database, { now: NOW })): Promise<Setting> {
    const user = await server.user();
    const [collectionId, taskId] = [newId(), newId()];
    const at = NOW;
    await user.set('zone', 'Europe/Berlin');
    await user.do(
      { name: 'collection.add', args: { id: collectionId, name: 'Home', color: '#FFCC33', at } },
      {
        name: 'task.add',
        args: {
          id: taskId,
          name: 'Water the 🌻',
          description: '',
          date: '2026-06-15' as CalendarDay,
          time: '09:00' as never,
          collectionId,
          at,
        },
      },
      { name: 'reminder.add', args: { id: newId(), taskId, minutesBefore: 0, at } },
    );
    const browser = service.browser();
    await user.subscribe(browser);
    return { server, user, browser, collectionId, taskId };
  }

  const complete = (id: string): Operation => ({ name: 'task.complete', args: { id, at: NOW } });

  test('[N2][N3] pushes a reminder at its time and not before, once, encrypted for the browser', async () => {
    const { server, user, browser, taskId } = await remindedAtNine();
    expect(await server.dispatcher.round()).toBe(NOW + MOST_SLEEP_MS);
    server.clock.now = NOW + HOUR_MS - 1;
    expect(await server.dispatcher.round()).toBe(NOW + HOUR_MS);
    expect(browser.messages).toEqual([]);
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    await server.dispatcher.round();
    const [receipt] = await user.receipts(taskId);
    expect(browser.messages).toEqual([
      {
        web_push: 8030,
        notification: {
          title: 'Water the 🌻',
          body: '9:00',
          navigate: `${PUBLIC_URL}/app/task/${taskId}`,
          tag: receipt?.alarm,
          lang: 'en',
          timestamp: NOW + HOUR_MS,
          data: { kind: 'task', alarm: receipt?.alarm, taskId, due: null, zone: null, userId: user.id },
        },
      },
    ]);
    expect(browser.topics[0]).toMatch(/^[\w-]{32}$/);
    expect(receipt).toMatchObject({
      state: 'sent',
      tries: [{ way: 'push', at: NOW + HOUR_MS, failure: null }],
      shown: null,
    });
    expect([service.problems, server.errors]).toEqual([[], []]);
  });

  test('[N4] a user keeps the newest receipts, also after many moves of a task', async () => {
    const server = new RemindingServer(database, { now: NOW }, { mostReceipts: 20 });
    const { user, taskId } = await remindedAtNine(server);
    const remind = (n: number): Operation => ({
      name: 'reminder.add',
      args: { id: newId(), taskId, remindAt: server.clock.now + n, at: server.clock.now },
    });
    for (let round = 0; round < 4; round++) {
      await user.do(...Array.from({ length: 15 }, (_, n) => remind(n)));
      server.clock.now += 60_000;
      await server.dispatcher.round();
    }
    const dues = (await user.receipts()).map(({ dueAt }) => dueAt);
    expect(dues).toHaveLength(20);
    expect(dues.at(-1)).toBe(NOW + 2 * 60_000 + 10);
    // The task's own reminder is still to come.
    expect(await user.waiting()).toContain('2026-06-15T07:00:00.000Z');
  });

  test('[N2] a server that was off for a night sends its reminders late, and says so', async () => {
    const { server, browser } = await remindedAtNine();
    server.clock.now = NOW + 13 * HOUR_MS;
    await server.dispatcher.round();
    expect(browser.messages.map(({ notification }) => notification.body)).toEqual([
      '9:00 · Late: was to come at 9:00',
    ]);
  });

  test('[N2] sends no reminder of a task that is done, deleted, moved or archived, alone or with its parent', async () => {
    const settings = await Promise.all(Array.from({ length: 4 }, () => remindedAtNine()));
    const [done, moved, gone, archived] = settings as [Setting, Setting, Setting, Setting];
    const at = NOW;
    const parentId = newId();
    const { collectionId } = done;
    await done.user.do(
      {
        name: 'task.add',
        args: { id: parentId, name: 'Garden', description: '', date: null, collectionId, at },
      },
      { name: 'task.edit', args: { id: done.taskId, changes: { parentId }, at } },
      complete(parentId),
    );
    await moved.user.do({ name: 'task.edit', args: { id: moved.taskId, changes: { date: null }, at } });
    await gone.user.do({ name: 'collection.delete', args: { id: gone.collectionId, at } });
    await archived.user.do({
      name: 'collection.edit',
      args: { id: archived.collectionId, changes: { archivedAt: at }, at },
    });
    const { server } = done;
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(settings.map(({ browser }) => browser.requests)).toEqual([0, 0, 0, 0]);
    expect(await done.user.receipts(done.taskId)).toMatchObject([{ state: 'dropped', tries: [] }]);
  });

  test('[N2] two servers send each reminder once; when one dies while sending, the other sends it again with the same tag', async () => {
    const clock = { now: NOW };
    const one = new RemindingServer(database, clock);
    const { user, browser } = await remindedAtNine(one);
    const others = await Promise.all(Array.from({ length: 20 }, () => remindedAtNine(one)));
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
    const { server, user, browser } = await remindedAtNine();
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
      const { user } = await remindedAtNine(ahead);
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
      const setting: { due?: Setting } = {};
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
      setting.due = await remindedAtNine(server);
      const { user, taskId } = setting.due;
      for (const ms of [0, FALLBACK_MS, HOUR_MS]) {
        server.clock.now = NOW + HOUR_MS + ms;
        await server.dispatcher.round();
      }
      expect(sent).toBe(1);
      expect(await user.receipts(taskId)).toMatchObject([{ state, tries: [{ failure }] }]);
    },
  );

  test('[N3] uses the next way when no device has shown a reminder in a minute', async () => {
    const sent: string[] = [];
    const clock = { now: NOW };
    const server = new RemindingServer(database, clock, {
      send: async (way, userId) => {
        sent.push(`${way} ${userId}`);
        return { failure: null, retryAfterMs: null };
      },
    });
    const [unseen, seen] = await Promise.all([remindedAtNine(server), remindedAtNine(server)]);
    for (const { user } of [unseen, seen]) await user.set('reminderWays', 'push webhook');
    clock.now = NOW + HOUR_MS;
    const next = await server.dispatcher.round();
    expect(next).toBeLessThanOrEqual(clock.now + FALLBACK_MS);
    const [receipt] = await seen.user.receipts(seen.taskId);
    const shown = { alarm: receipt?.alarm ?? '', what: 'shown', at: clock.now } as const;
    expect(await server.receipts.note(spaceOf(seen.user.id), shown, 'Firefox on Linux', clock.now + 10)).toBe(
      true,
    );
    clock.now += FALLBACK_MS;
    await server.dispatcher.round();
    const ours = sent.filter((each) => [unseen, seen].some(({ user }) => each.endsWith(user.id)));
    expect(ours.toSorted()).toEqual(
      [`push ${unseen.user.id}`, `push ${seen.user.id}`, `webhook ${unseen.user.id}`].toSorted(),
    );
    expect(await seen.user.receipts(seen.taskId)).toMatchObject([
      { state: 'sent', shown: { on: 'Firefox on Linux', at: NOW + HOUR_MS } },
    ]);
  });

  test('[N6] removes an ended subscription, and its receipt says why; an ended session gets no reminder', async () => {
    const { server, user, browser, taskId } = await remindedAtNine();
    browser.answer = { status: 410 };
    const out = await remindedAtNine(server);
    await database.db.deleteFrom('session').where('userId', '=', out.user.id).execute();
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(await user.receipts(taskId)).toMatchObject([
      { state: 'failed', tries: [{ way: 'push', failure: 'UNSUBSCRIBED' }] },
    ]);
    expect((await server.targets.state(user.signedIn, server.clock.now)).subscriptions).toEqual([]);
    expect(out.browser.requests).toBe(0);
    expect((await server.targets.state(out.user.signedIn, server.clock.now)).subscriptions).toEqual([]);
    const kept = database.db.selectFrom('push_subscription').select('id').where('user_id', '=', out.user.id);
    expect(await kept.execute()).toEqual([]);
    expect(await out.user.receipts(out.taskId)).toMatchObject([{ tries: [{ failure: 'NO_DEVICE' }] }]);
  });

  test.each([
    ['answers 500', { status: 500 }, 'FAILED', 6],
    ['hangs', 'hang', 'TIMED_OUT', 6],
    ['answers 413', { status: 413 }, 'TOO_LARGE', 1],
    ['upgrades to another protocol', 'upgrade', 'REJECTED', 1],
    ['redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'REDIRECTED', 1],
  ] as const)(
    '[N3] a push service that %s gets a limited number of tries',
    async (_, answer, failure, times) => {
      const timeoutMs = answer === 'hang' ? 1_000 : 10_000;
      const { server, user, browser, taskId } = await remindedAtNine(
        new RemindingServer(database, { now: NOW }, { timeoutMs }),
      );
      browser.answer = answer;
      server.clock.now = NOW + HOUR_MS;
      for (let round = 0; round < 8; round++) {
        await server.dispatcher.round();
        server.clock.now += HOUR_MS;
      }
      expect(browser.requests).toBe(times);
      const [receipt] = await user.receipts(taskId);
      expect(receipt).toMatchObject({ state: 'failed' });
      expect(receipt?.tries.map((each) => each.failure)).toEqual(Array(times).fill(failure));
    },
  );

  test('[N3] a server can stop while a push service upgrades to another protocol', async () => {
    const { server, user, browser, taskId } = await remindedAtNine();
    browser.answer = 'upgrade';
    server.clock.now = NOW + HOUR_MS;
    server.dispatcher.start();
    await expect.poll(() => browser.requests, { timeout: 15_000 }).toBe(1);
    await server.dispatcher.stop();
    expect(await user.receipts(taskId)).toMatchObject([
      { state: 'failed', tries: [{ failure: 'REJECTED' }] },
    ]);
  });

  test('[N3] a busy push service is left alone for as long as it asks', async () => {
    const { server, browser } = await remindedAtNine();
    browser.answer = { status: 429, headers: { 'retry-after': '120' } };
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    browser.answer = { status: 201 };
    server.clock.now += 119_000;
    await server.dispatcher.round();
    expect(browser.requests).toBe(1);
    server.clock.now += 1_000;
    await server.dispatcher.round();
    expect(browser.messages).toHaveLength(1);
  });

  const ended = { status: 410 };
  const busy = (seconds: number) => ({ status: 503, headers: { 'retry-after': String(seconds) } });
  test.each([
    ['has ended', ended],
    ['asks for a shorter delay', busy(60)],
  ])(
    '[N3] a browser that cannot be reached now gets the reminder later, also when another browser %s',
    async (_, answer) => {
      const server = new RemindingServer(database, { now: NOW });
      // Eight orders of users and browsers.
      for (let order = 0; order < 8; order++) {
        server.clock.now = NOW;
        const { user, browser, taskId } = await remindedAtNine(server);
        const second = service.browser();
        await (await server.elsewhere(user)).subscribe(second);
        const [living, other] = order % 2 === 0 ? [browser, second] : [second, browser];
        [living.answer, other.answer] = [busy(120), answer];
        server.clock.now = NOW + HOUR_MS;
        await server.dispatcher.round();
        [living.answer, other.answer] = [{ status: 201 }, ended];
        server.clock.now += 119_000;
        await server.dispatcher.round();
        expect(living.requests).toBe(1);
        server.clock.now += 1_000;
        await server.dispatcher.round();
        expect(living.messages).toHaveLength(1);
        expect(await user.receipts(taskId)).toMatchObject([
          { state: 'sent', tries: [{ failure: 'FAILED' }, { failure: null }] },
        ]);
      }
    },
  );

  test("[N3] nothing is sent into the server's own network, unless its settings allow it", async () => {
    const { server, user, browser, taskId } = await remindedAtNine(
      new RemindingServer(database, { now: NOW }, { allowPrivate: false }),
    );
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(browser.requests).toBe(0);
    expect(await user.receipts(taskId)).toMatchObject([{ state: 'failed' }]);
  });

  test('[N4] a receipt that is forged, repeated, of another user or of an unsent reminder changes nothing', async () => {
    const { server, user, taskId } = await remindedAtNine();
    const stranger = await server.user();
    const rows = await database.db
      .selectFrom('alarm')
      .select('id')
      .where('space_id', '=', spaceOf(user.id))
      .execute();
    const alarm = rows[0]?.id ?? '';
    const note = (id: string, what: 'shown' | 'done', on: string) =>
      server.receipts.note(
        spaceOf(id),
        { alarm, what, at: server.clock.now + HOUR_MS },
        on,
        server.clock.now,
      );
    expect(await note(user.id, 'shown', 'Too early')).toBe(false);
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(await note(stranger.id, 'done', 'Elsewhere')).toBe(false);
    expect(await note(user.id, 'done', 'Firefox')).toBe(true);
    server.clock.now += 1_000;
    expect(await note(user.id, 'done', 'Chrome')).toBe(true);
    expect(await user.receipts(taskId)).toMatchObject([
      {
        shown: { on: 'Firefox', at: NOW + HOUR_MS },
        answer: { what: 'done', on: 'Firefox', at: NOW + HOUR_MS },
      },
    ]);
    expect(await stranger.receipts()).toEqual([]);
  });

  test('[N6] a setting hides the whole text', async () => {
    const { server, user, browser } = await remindedAtNine();
    await user.set('reminderText', 'hidden');
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(JSON.stringify(browser.messages)).not.toContain('Water');
    expect(browser.messages[0]?.notification.title).toBe('A task is due');
  });

  test('[N1] the daily brief lists the due tasks, comes again the next day, and is left out when nothing is due', async () => {
    const { server, user, browser, taskId } = await remindedAtNine();
    await user.set('dailyBrief', '08:30');
    server.clock.now = NOW + HOUR_MS / 2;
    await server.dispatcher.round();
    expect(browser.messages.map(({ notification }) => [notification.title, notification.body])).toEqual([
      ['1 task today', 'Water the 🌻'],
    ]);
    await user.do(complete(taskId));
    expect(await user.waiting()).toEqual(['2026-06-16T06:30:00.000Z']);
    server.clock.now = NOW + 25 * HOUR_MS;
    await server.dispatcher.round();
    expect(browser.messages).toHaveLength(1);
    expect(await user.waiting()).toEqual(['2026-06-17T06:30:00.000Z']);
  });

  test('[N1][N2] reminders and briefs read no descriptions', async () => {
    const watched = watchColumns(database);
    const { server, user, browser } = await remindedAtNine(
      new RemindingServer(watched.database, { now: NOW }),
    );
    await user.set('dailyBrief', '08:30');
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();

    const titles = browser.messages.map(({ notification }) => notification.title);
    expect(titles.toSorted()).toEqual(['1 task today', 'Water the 🌻']);
    expect(watched.columns).toContain('collectionId');
    expect(watched.columns).not.toContain('description');
  });

  test('[N1] a brief that is set to a later hour after it came also comes at that hour, and on later days', async () => {
    const { server, user, browser } = await remindedAtNine();
    await user.set('dailyBrief', '08:30');
    server.clock.now = NOW + HOUR_MS / 2;
    await server.dispatcher.round();
    await user.set('dailyBrief', '20:00');
    server.clock.now = NOW + 12 * HOUR_MS;
    await server.dispatcher.round();
    const briefs = browser.messages.filter(({ notification }) => /today|overdue/.test(notification.title));
    expect(briefs).toHaveLength(2);
    expect(await user.waiting()).toEqual(['2026-06-16T18:00:00.000Z']);
  });

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
    const setting = await remindedAtNine(server);
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

  test('[N2] a reminder that falls due during a look is found by the next look, at once', async () => {
    const { server, user, taskId } = await remindedAtNine();
    const due = NOW + 24 * HOUR_MS;
    const args = { id: newId(), taskId, remindAt: due, at: NOW };
    await user.do({ name: 'reminder.add', args });
    server.clock.now = due - 1;
    await server.dispatcher.round();
    const readings = [due - 1, due + 1];
    Object.defineProperty(server.clock, 'now', { get: () => readings.shift() ?? due + 1 });
    expect(await server.dispatcher.round()).toBe(due);
  });

  test('[N3] hanging receivers hold up no other user, also for reminders that fall due meanwhile', async () => {
    const hanging = Promise.withResolvers<void>();
    const [sent, hung]: [string[], Set<string>] = [[], new Set()];
    const clock = { now: NOW };
    const server = new RemindingServer(database, clock, {
      send: async (_way, userId) => {
        if (hung.has(userId)) await hanging.promise;
        sent.push(userId);
        return { failure: null, retryAfterMs: null };
      },
    });
    // The look finds these users first.
    for (let n = 0; n < 100; n++) hung.add((await remindedAtNine(server)).user.id);
    const { user, taskId } = await remindedAtNine(server);
    const later: Operation = {
      name: 'reminder.add',
      args: { id: newId(), taskId, remindAt: NOW + HOUR_MS + 60_000, at: NOW },
    };
    await user.do(later);
    clock.now = NOW + HOUR_MS;
    const round = server.dispatcher.round();
    const ours = () => sent.filter((id) => id === user.id).length;
    await expect.poll(ours, { timeout: 15_000 }).toBe(1);
    clock.now += 60_000;
    // A timer does not see this clock move on.
    server.dispatcher.expect(spaceOf(user.id), NOW);
    await expect.poll(ours, { timeout: 15_000 }).toBe(2);
    expect(sent.filter((id) => hung.has(id))).toEqual([]);
    hanging.resolve();
    await round;
    expect(new Set(sent).isSupersetOf(hung)).toBe(true);
  });

  test('[N3] a push service that hangs for 80 accounts holds up no user of another service', async () => {
    const slow = await PushService.start();
    const server = new RemindingServer(database, { now: NOW }, { timeoutMs: 600_000 });
    for (let n = 0; n < 80; n++) {
      const { user } = await remindedAtNine(server);
      const browser = slow.browser();
      browser.answer = 'hang';
      await user.subscribe(browser);
    }
    const { browser } = await remindedAtNine(server);
    server.clock.now = NOW + HOUR_MS;
    const round = server.dispatcher.round();
    await expect.poll(() => browser.messages.length, { timeout: 15_000 }).toBe(1);
    await slow.stop();
    await round;
  });

  test('[N2] a user with 10,000 reminders in a minute holds up no other user, and is told of each once', async () => {
    const clock = { now: NOW };
    const sent: string[] = [];
    const server: RemindingServer = new RemindingServer(database, clock, {
      send: (way, userId, notification) => {
        sent.push(userId);
        return server.senders.send(way, userId, notification);
      },
    });
    const many = await remindedAtNine(server);
    const few = await remindedAtNine(server);
    const date = '2026-06-15' as CalendarDay;
    const add = (): Operation => ({
      name: 'task.add',
      args: {
        id: newId(),
        name: 'Weed',
        description: '',
        date,
        time: '09:00' as never,
        collectionId: many.collectionId,
        at: NOW,
      },
    });
    for (let start = 0; start < 10_000; start += 500) await many.user.do(...Array.from({ length: 500 }, add));
    await many.user.set('remindBefore', '10');
    await server.dispatcher.round();
    await server.dispatcher.reckoned();
    clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    // This user's reminder falls due last.
    const place = sent.indexOf(few.user.id);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(1_000);
    expect(few.browser.messages).toHaveLength(1);
    const told = () =>
      many.browser.messages.map(({ notification }) =>
        Number(/^And (\d+) more/.exec(notification.title)?.[1] ?? 1),
      );
    expect(told()).toEqual([...Array(19).fill(1), 4_981]);
    // The rate allows one more message every half minute.
    for (let half = 0; half < 10; half++) {
      clock.now += 30_000;
      await server.dispatcher.round();
    }
    // Each reminder is in exactly one message.
    expect(told().reduce((sum, count) => sum + count)).toBe(10_001);
    expect(told().length).toBeLessThan(30);
    const tags = many.browser.messages.map(({ notification }) => notification.tag);
    expect(new Set(tags).size).toBe(tags.length);
    const unsent = database.db
      .selectFrom('alarm')
      .select('id')
      .where('space_id', '=', spaceOf(many.user.id))
      .where('state', '!=', 'sent');
    expect(await unsent.execute()).toEqual([]);
  }, 240_000);
});
