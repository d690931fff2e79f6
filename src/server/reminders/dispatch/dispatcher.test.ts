import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { watchColumns } from '#src/server/testing/databases/columns-read.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';
import {
  HOUR_MS,
  NOW,
  remindedAtNine,
  type RemindedAtNine,
} from '#src/server/reminders/testing/reminded-at-nine.ts';
import { PUBLIC_URL, RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { MOST_SLEEP_MS } from '#src/server/rounds/rounds.ts';

describeEachEngine('the dispatcher', (engine) => {
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

  test('[N2][N3] pushes a reminder at its time and not before, once, encrypted for the browser', async () => {
    const { server, user, browser, taskId } = await userAtNine();
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
          data: {
            kind: 'task',
            alarm: receipt?.alarm,
            taskId,
            due: null,
            above: null,
            zone: null,
            userId: user.id,
          },
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

  test('[N5] [R4] the reminder of a sub-task names the time of the repeating task above it', async () => {
    const { server, user, browser, collectionId, taskId } = await userAtNine();
    const parentId = newId();
    const due = '2026-06-15' as CalendarDay;
    const repeat = { repeat: 'FREQ=DAILY', repeatStart: due, repeatDue: due } as const;
    await user.do(
      {
        name: 'task.add',
        args: { id: parentId, name: 'Garden', description: '', date: due, ...repeat, collectionId, at: NOW },
      },
      { name: 'task.edit', args: { id: taskId, changes: { parentId }, at: NOW } },
    );
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(browser.messages.map(({ notification }) => notification.data)).toMatchObject([
      { taskId, due: null, above: { seriesId: parentId, due } },
    ]);
  });

  test('[N4] a user keeps the newest receipts, also after many moves of a task', async () => {
    const server = new RemindingServer(database, { now: NOW }, { mostReceipts: 20 });
    const { user, taskId } = await userAtNine(server);
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
    const { server, browser } = await userAtNine();
    server.clock.now = NOW + 13 * HOUR_MS;
    await server.dispatcher.round();
    expect(browser.messages.map(({ notification }) => notification.body)).toEqual([
      '9:00 · Late: was to come at 9:00',
    ]);
  });

  test('[N2] sends no reminder of a task that is done, deleted, moved or archived, alone or with its parent', async () => {
    const settings = await Promise.all(Array.from({ length: 4 }, () => userAtNine()));
    const [done, moved, gone, archived] = settings as [
      RemindedAtNine,
      RemindedAtNine,
      RemindedAtNine,
      RemindedAtNine,
    ];
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

  test('[N4] a receipt that is forged, repeated, of another user or of an unsent reminder changes nothing', async () => {
    const { server, user, taskId } = await userAtNine();
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
    const { server, user, browser } = await userAtNine();
    await user.set('reminderText', 'hidden');
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(JSON.stringify(browser.messages)).not.toContain('Water');
    expect(browser.messages[0]?.notification.title).toBe('A task is due');
  });

  test('[N1] the daily brief lists the due tasks, comes again the next day, and is left out when nothing is due', async () => {
    const { server, user, browser, taskId } = await userAtNine();
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
    const { server, user, browser } = await userAtNine(new RemindingServer(watched.database, { now: NOW }));
    await user.set('dailyBrief', '08:30');
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();

    const titles = browser.messages.map(({ notification }) => notification.title);
    expect(titles.toSorted()).toEqual(['1 task today', 'Water the 🌻']);
    expect(watched.columns).toContain('collectionId');
    expect(watched.columns).not.toContain('description');
  });

  test('[N1] a brief that is set to a later hour after it came also comes at that hour, and on later days', async () => {
    const { server, user, browser } = await userAtNine();
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

  test('[N2] a reminder that falls due during a look is found by the next look, at once', async () => {
    const { server, user, taskId } = await userAtNine();
    const due = NOW + 24 * HOUR_MS;
    const args = { id: newId(), taskId, remindAt: due, at: NOW };
    await user.do({ name: 'reminder.add', args });
    server.clock.now = due - 1;
    await server.dispatcher.round();
    const readings = [due - 1, due + 1];
    Object.defineProperty(server.clock, 'now', { get: () => readings.shift() ?? due + 1 });
    expect(await server.dispatcher.round()).toBe(due);
  });
});
