import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PushService } from '#src/server/reminders/testing/push-service.ts';
import { HOUR_MS, NOW, remindedAtNine } from '#src/server/reminders/testing/reminded-at-nine.ts';
import { RemindingServer } from '#src/server/reminders/testing/reminded-user.ts';
import { FALLBACK_MS } from './next-step.ts';

describeEachEngine('the dispatcher and push services', (engine) => {
  let database: AppDatabase;
  let service: PushService;
  beforeAll(async () => {
    database = await engine.open();
    service = await PushService.start();
  });
  afterAll(() => service.stop());
  const userAtNine = (server = new RemindingServer(database, { now: NOW })) =>
    remindedAtNine(server, service);

  test('[N3] uses the next way when no device has shown a reminder in a minute', async () => {
    const sent: string[] = [];
    const clock = { now: NOW };
    const server = new RemindingServer(database, clock, {
      send: async (way, userId) => {
        sent.push(`${way} ${userId}`);
        return { failure: null, retryAfterMs: null };
      },
    });
    const [unseen, seen] = await Promise.all([userAtNine(server), userAtNine(server)]);
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
    const { server, user, browser, taskId } = await userAtNine();
    browser.answer = { status: 410 };
    const out = await userAtNine(server);
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
      const { server, user, browser, taskId } = await userAtNine(
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
    const { server, user, browser, taskId } = await userAtNine();
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
    const { server, browser } = await userAtNine();
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
        const { user, browser, taskId } = await userAtNine(server);
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
    const { server, user, browser, taskId } = await userAtNine(
      new RemindingServer(database, { now: NOW }, { allowPrivate: false }),
    );
    server.clock.now = NOW + HOUR_MS;
    await server.dispatcher.round();
    expect(browser.requests).toBe(0);
    expect(await user.receipts(taskId)).toMatchObject([{ state: 'failed' }]);
  });
});
