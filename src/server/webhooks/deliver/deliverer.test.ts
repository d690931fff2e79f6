import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { Receiver } from '#src/server/webhooks/testing/receiver.ts';
import { TellingServer } from '#src/server/webhooks/testing/telling-server.ts';
import { addCollection, addTask, addTasks, task } from '#src/sync/testing/samples.ts';
import { LEASE_MS } from './turn.ts';

const NOW = Date.parse('2026-06-15T07:00:00Z');
const [SECOND_MS, HOUR_MS, DAY_MS] = [1_000, 3_600_000, 86_400_000];

type Answer = (response: ServerResponse) => void;

const endless: Answer = (response) => {
  const more = () => {
    while (response.write('x'.repeat(10_000)));
    response.once('drain', more);
  };
  response.writeHead(200).on('error', () => {});
  more();
};

const letterByLetter: Answer = ({ socket }) => {
  socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
  const timer = setInterval(() => socket?.write('x'), 20);
  socket?.once('close', () => clearInterval(timer)).on('error', () => {});
};

/** Receivers that do not keep to HTTP, and the failure of a message. */
const LIARS: readonly (readonly [string, Answer, string | null])[] = [
  ['sends a body without end', endless, null],
  ['never answers', () => {}, 'TIMED_OUT'],
  ['sends its answer letter by letter', letterByLetter, 'TIMED_OUT'],
  ['closes the connection', (response) => void response.destroy(), 'UNREACHABLE'],
];

describeEachEngine('the messages of webhooks', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });
  let receiver: Receiver;
  let server: TellingServer;
  let clock: { now: number };
  beforeEach(async () => {
    clock = { now: NOW };
    server = new TellingServer(database, clock);
    receiver = await Receiver.start(clock);
  });
  afterEach(() => receiver.stop());

  /** A user with a webhook for all tasks. The user's email is confirmed. */
  async function toldUser(): Promise<{ readonly userId: string; readonly hookId: string }> {
    const userId = randomUUID();
    await database.db
      .insertInto('user')
      .values({
        id: userId,
        name: 'Ada',
        email: `${userId}@example.com`,
        emailVerified: engine.name === 'sqlite' ? 1 : true,
        createdAt: new Date(NOW).toISOString(),
        updatedAt: new Date(NOW).toISOString(),
      } as never)
      .execute();
    await server.push(userId, addCollection(1));
    const { id: hookId } = await server.add(userId, 'view all', receiver);
    return { userId, hookId };
  }
  const addTo = async (userId: string, n: number) => {
    await server.push(userId, addTask(n, task(n)));
    await server.settle();
  };
  const setAddress = (userId: string, address: string) =>
    database.db.updateTable('hook').set({ address }).where('space_id', '=', spaceOf(userId)).execute();
  const ids = () => new Set(receiver.messages.map(({ id }) => id));

  test('[A5] a message that failed is sent again with growing pauses, through a restart, under its id', async () => {
    const { userId, hookId } = await toldUser();
    receiver.status(503);
    await addTo(userId, 2);
    expect(receiver.messages).toHaveLength(1);
    await server.after(4 * SECOND_MS);
    expect(receiver.messages).toHaveLength(1);
    await server.after(2 * SECOND_MS);
    expect(receiver.messages).toHaveLength(2);
    await server.after(20 * SECOND_MS);
    expect(receiver.messages).toHaveLength(2);

    const restarted = new TellingServer(database, server.clock);
    await restarted.after(20 * SECOND_MS);
    expect(receiver.messages).toHaveLength(3);
    receiver.status(204);
    await restarted.after(HOUR_MS);

    expect(receiver.messages).toHaveLength(4);
    expect(ids().size).toBe(1);
    const [message] = await server.messages(userId, hookId);
    expect(message).toMatchObject({ id: receiver.messages[0]?.id, events: 1, state: 'sent' });
    expect(message?.tries.map(({ failure }) => failure)).toEqual(['FAILED', 'FAILED', 'FAILED', null]);
    expect(await server.listed(userId)).toMatchObject({
      failure: null,
      waiting: 0,
      sentAt: server.clock.now,
    });
    expect(server.errors).toEqual([]);
  });

  test('[A5] a receiver says how long to leave it alone', async () => {
    const { userId } = await toldUser();
    receiver.status(429, { 'retry-after': '600' });
    await addTo(userId, 2);
    const until = server.clock.now + 600 * SECOND_MS;
    await addTo(userId, 3);
    await server.after(until - SECOND_MS - server.clock.now);
    expect(receiver.messages).toHaveLength(1);
    await server.after(SECOND_MS);
    expect(receiver.messages).toHaveLength(2);
  });

  test('[A5] a message is tried for three days, and its webhook is switched off after five days of failing, with one mail', async () => {
    const { userId, hookId } = await toldUser();
    receiver.status(500);
    await addTo(userId, 2);
    for (let hour = 0; hour < 3 * 24 + 9; hour += 1) {
      await server.after(HOUR_MS);
      if (hour === 60) await addTo(userId, 3);
    }
    expect(await server.messages(userId, hookId)).toMatchObject([{ state: 'waiting' }, { state: 'failed' }]);
    expect(receiver.messages.length).toBeGreaterThan(10);
    expect(receiver.messages.length).toBeLessThan(25);
    expect(await server.listed(userId)).toMatchObject({ ended: null, failure: 'FAILED', waiting: 1 });

    for (let hour = 0; hour < 2 * 24; hour += 1) await server.after(HOUR_MS);

    const tried = receiver.messages.length;
    expect(await server.listed(userId)).toMatchObject({ ended: 'FAILING', waiting: 0 });
    expect(server.mails).toMatchObject([
      { to: `${userId}@example.com`, subject: 'A webhook of Sunglow was switched off' },
    ]);
    await addTo(userId, 4);
    expect(receiver.messages).toHaveLength(tried);

    // It tells of changes from then on.
    receiver.status(204);
    expect(await server.webhooks.turnOn(userId, hookId)).toBe(true);
    await server.settle();
    await addTo(userId, 5);
    expect(receiver.told.slice(tried)).toEqual(['entered Task 5']);
    expect(server.mails).toHaveLength(1);
  });

  test('[A5] days without messages are no days of failing', async () => {
    const { userId, hookId } = await toldUser();
    receiver.status(400);
    await addTo(userId, 2);
    for (let hour = 0; hour < 3 * 24 + 9; hour += 1) await server.after(HOUR_MS);
    expect(await server.messages(userId, hookId)).toMatchObject([{ state: 'failed' }]);

    await server.after(3 * DAY_MS);
    receiver.status(502);
    await addTo(userId, 3);
    expect(await server.listed(userId)).toMatchObject({ ended: null, failure: 'FAILED', waiting: 1 });
    receiver.status(204);
    await server.after(5 * SECOND_MS);
    expect(await server.listed(userId)).toMatchObject({ ended: null, failure: null, waiting: 0 });
    expect(server.mails).toEqual([]);
  });

  test('[A5] 410 ends a webhook at once', async () => {
    const { userId, hookId } = await toldUser();
    receiver.status(410);
    await addTo(userId, 2);
    await addTo(userId, 3);
    await server.after(DAY_MS);

    expect(receiver.messages).toHaveLength(1);
    expect(await server.listed(userId)).toMatchObject({ ended: 'GONE' });
    expect(server.mails.map(({ text }) => text.includes('410'))).toEqual([true]);
    const [message] = await server.messages(userId, hookId);
    expect(message).toMatchObject({ state: 'failed' });
    expect(await server.webhooks.sendAgain(userId, hookId, message?.id ?? '')).toBe(false);
  });

  test('[A5] a message that its receiver rejects holds up no other', async () => {
    const { userId } = await toldUser();
    receiver.status(400);
    await addTo(userId, 2);
    receiver.status(204);
    await server.push(userId, addTask(3));
    await server.after(SECOND_MS);
    expect(receiver.told).toEqual(['entered Task 2']);
    await server.after(HOUR_MS);
    expect(receiver.told.toSorted()).toEqual(['entered Task 2', 'entered Task 2', 'entered Task 3']);
  });

  test('[A5] a message that was rejected for a day holds up no new one', async () => {
    const { userId } = await toldUser();
    receiver.status(400);
    await addTo(userId, 2);
    for (let hour = 0; hour < 24; hour += 1) await server.after(HOUR_MS);
    const tried = receiver.messages.length;
    receiver.status(204);
    await addTo(userId, 3);
    await server.after(5 * SECOND_MS);
    expect(receiver.told.slice(tried)).toEqual(['entered Task 3']);
    await addTo(userId, 4);
    expect(receiver.told.slice(tried)).toEqual(['entered Task 3', 'entered Task 4']);
    expect(await server.listed(userId)).toMatchObject({ failure: null, waiting: 1 });
  });

  test('[A5] while a receiver is down, a new message waits for the end of its pause', async () => {
    const { userId } = await toldUser();
    receiver.status(503);
    await addTo(userId, 2);
    for (let hour = 0; hour < 24; hour += 1) await server.after(HOUR_MS);
    const tried = receiver.messages.length;
    receiver.status(204);
    await addTo(userId, 3);
    await server.after(HOUR_MS);
    expect(receiver.messages).toHaveLength(tried);
    await server.after(8 * HOUR_MS);
    expect(receiver.told.slice(tried).toSorted()).toEqual(['entered Task 2', 'entered Task 3']);
  });

  test('[A5] while a receiver is down, each pause costs one post, however many messages wait', async () => {
    const { userId } = await toldUser();
    receiver.status(500);
    for (let n = 2; n < 12; n++) await addTo(userId, n);
    const before = receiver.messages.length;
    expect(before).toBeLessThan(6);
    receiver.status(204);
    await server.after(HOUR_MS);
    await server.after(HOUR_MS);
    const told = new Set(receiver.told);
    expect(told.size).toBe(10);
  });

  test('[A5] what a server was sending when it died is sent again under its id, after the lease', async () => {
    const { userId, hookId } = await toldUser();
    const hanging = Promise.withResolvers<ServerResponse>();
    receiver.answer = hanging.resolve;
    await server.push(userId, addTask(2));
    server.clock.now += 60_000;
    await server.webhooks.watcher.rounds.round();
    const dying = server.webhooks.deliverer.rounds.round();
    const response = await hanging.promise;

    receiver.status(204);
    const other = new TellingServer(database, server.clock);
    await other.after(LEASE_MS - 1);
    expect(receiver.messages).toHaveLength(1);
    await other.after(1);
    expect(receiver.messages).toHaveLength(2);
    expect(ids().size).toBe(1);
    // The first server finds that the webhook is no longer its own.
    response.writeHead(500).end();
    await dying;
    expect((await server.messages(userId, hookId))[0]?.tries).toMatchObject([{ failure: null }]);
  });

  test('[A5] 10,000 events at once come in messages of a hundred, at a pace, and each once', async () => {
    const { userId } = await toldUser();
    for (let first = 101; first < 10_101; first += 500) await server.push(userId, ...addTasks(500, first));
    await server.settle();
    const burst = receiver.messages.length;
    expect(burst).toBe(60);
    await server.after(10 * SECOND_MS);
    expect(receiver.messages).toHaveLength(70);
    await server.after(120 * SECOND_MS);
    expect(receiver.told).toHaveLength(10_000);
    expect(new Set(receiver.told).size).toBe(10_000);
    expect(receiver.messages.every(({ data }) => data.events.length <= 100)).toBe(true);
    expect([receiver.problems, server.errors]).toEqual([[], []]);
  }, 60_000);

  test('[A5] a message is sent again when its user asks, under its id', async () => {
    const { userId, hookId } = await toldUser();
    await addTo(userId, 2);
    const [message] = await server.messages(userId, hookId);
    expect(await server.webhooks.sendAgain(userId, hookId, message?.id ?? '')).toBe(true);
    await server.after(0);

    expect(receiver.messages).toHaveLength(2);
    expect(ids().size).toBe(1);
    expect(await server.webhooks.sendAgain(userId, hookId, randomUUID())).toBe(false);
    expect(await server.webhooks.sendAgain(randomUUID(), hookId, message?.id ?? '')).toBe(false);
  });

  test('[A5] follows no redirect', async () => {
    const { userId } = await toldUser();
    const other = await Receiver.start(clock);
    receiver.status(307, { location: other.url });
    await addTo(userId, 2);
    expect(await server.listed(userId)).toMatchObject({ failure: 'REDIRECTED' });
    expect([other.messages, other.problems]).toEqual([[], []]);
    other.stop();
  });

  test('[A5] posts nothing by http unless private addresses are allowed, and tells why', async () => {
    server = new TellingServer(database, clock, { allowPrivate: false });
    const { userId } = await toldUser();
    await addTo(userId, 2);
    expect(receiver.messages).toEqual([]);
    expect(await server.listed(userId)).toMatchObject({ failure: 'HTTPS_NEEDED' });
  });

  test.for([
    'localhost:1',
    '127.0.0.1:1',
    '2130706433:1',
    '0.0.0.0:1',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '[::1]:1',
    '[::ffff:127.0.0.1]:1',
    '[fd00::1]',
  ])('[A5] posts nothing to the private address %s', async (host) => {
    server = new TellingServer(database, clock, { allowPrivate: false });
    const { userId, hookId } = await toldUser();
    await setAddress(userId, `https://${host}/hook`);
    await addTo(userId, 2);
    expect(await server.messages(userId, hookId)).toMatchObject([
      { tries: [{ failure: 'PRIVATE_ADDRESS' }] },
    ]);
    expect(await server.listed(userId)).toMatchObject({ failure: 'PRIVATE_ADDRESS' });
  });

  test.for(LIARS)('[A5] a receiver that %s harms nothing', async ([, answer, failure]) => {
    server = new TellingServer(database, clock, { timeoutMs: 300 });
    const { userId } = await toldUser();
    receiver.answer = answer;
    await addTo(userId, 2);
    expect(await server.listed(userId)).toMatchObject({ failure });
    receiver.status(204);
    await server.after(HOUR_MS);
    expect(await server.listed(userId)).toMatchObject({ failure: null, waiting: 0 });
    expect(server.errors).toEqual([]);
  });

  test('[A5] another secret of the server is told, and nothing is sent', async () => {
    const { userId } = await toldUser();
    await database.db
      .updateTable('hook')
      .set({ secret: 'x'.repeat(60) })
      .where('space_id', '=', userId as never)
      .execute();
    await addTo(userId, 2);
    expect(receiver.messages).toEqual([]);
    expect(await server.listed(userId)).toMatchObject({ failure: 'SECRET_CHANGED', ended: null });
  });
});
