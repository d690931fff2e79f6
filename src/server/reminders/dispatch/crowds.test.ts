import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';
import { HOUR_MS, NOW, remindedAtNine } from '#src/server/reminders/testing/reminded-at-nine.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';

describeEachEngine('the dispatcher with many users', (engine) => {
  let database: AppDatabase;
  let service: PushService;
  beforeAll(async () => {
    database = await engine.open();
    service = await PushService.start();
  });
  afterAll(() => service.stop());
  const userAtNine = (server = new RemindingServer(database, { now: NOW })) =>
    remindedAtNine(server, service);

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
    for (let n = 0; n < 100; n++) hung.add((await userAtNine(server)).user.id);
    const { user, taskId } = await userAtNine(server);
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
      const { user } = await userAtNine(server);
      const browser = slow.browser();
      browser.answer = 'hang';
      await user.subscribe(browser);
    }
    const { browser } = await userAtNine(server);
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
    const many = await userAtNine(server);
    const few = await userAtNine(server);
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
