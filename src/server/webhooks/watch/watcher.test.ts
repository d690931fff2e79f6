import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { forEachTest } from '#src/server/webhooks/testing/for-each-test.ts';
import { Receiver } from '#src/server/webhooks/testing/receiver.ts';
import { TellingServer } from '#src/server/webhooks/testing/telling-server.ts';
import {
  addCollection,
  addTask,
  addTasks,
  collection,
  mutation,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';

const NOW = Date.parse('2026-06-15T07:00:00Z');
const DAY_MS = 86_400_000;
const today = '2026-06-15' as CalendarDay;
const tomorrow = '2026-06-16' as CalendarDay;

describeEachEngine('the events of webhooks', (engine) => {
  let database: AppDatabase;
  let receiver: Receiver;
  let server: TellingServer;
  forEachTest(engine, NOW, (parts) => ({ database, receiver, server } = parts));

  let next = 100_000;
  const on = (name: Parameters<typeof mutation>[1], of: number, more: object = {}) =>
    mutation(next++, name, { id: sampleId('task', of), at: NOW, ...more });
  const edit = (of: number, changes: object) => on('task.edit', of, { changes });
  const complete = (of: number) => on('task.complete', of);
  const remove = (of: number) => on('task.delete', of);
  const onCollection = (name: 'collection.edit' | 'collection.delete', more: object = {}) =>
    mutation(next++, name, { id: sampleId('collection', 1), at: NOW, ...more });

  /** A user with a collection and a task, and a webhook for a filter. */
  async function userWith(query: string): Promise<string> {
    const userId = randomUUID();
    await server.push(userId, addCollection(1), addTask(2, task(2, { name: 'Old' })));
    await server.add(userId, query, receiver);
    expect(receiver.messages).toEqual([]);
    return userId;
  }
  const expectNoProblem = () => expect([receiver.problems, server.errors]).toEqual([[], []]);

  test('[A5] tells of tasks that enter, change in and leave a filter, signed as the library of Standard Webhooks wants it', async () => {
    const userId = await userWith('today');

    await server.push(
      userId,
      addTask(3, task(3, { name: 'Rent 🌻' })),
      addTask(4, task(4, { date: tomorrow })),
    );
    await server.settle();
    expect(receiver.told).toEqual(['entered Rent 🌻']);
    expect(receiver.messages[0]).toMatchObject({
      type: 'tasks.changed',
      data: {
        webhook: { name: 'Board', query: 'today' },
        events: [{ id: sampleId('task', 3), task: { id: sampleId('task', 3), date: today, labels: [] } }],
      },
    });
    await server.push(userId, edit(3, { name: 'Pay rent' }), edit(4, { date: today }));
    await server.settle();
    expect(receiver.told.slice(1).toSorted()).toEqual(['changed Pay rent', 'entered Task 4']);
    await server.push(userId, complete(3), remove(4), edit(2, { date: tomorrow }));
    await server.settle();
    expect(receiver.told.slice(3).toSorted()).toEqual(['left changed', 'left completed', 'left deleted']);
    await server.settle();
    expect(receiver.told).toHaveLength(6);
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(3);
    expectNoProblem();
  });

  test('[A5] a new webhook tells of no task that was there, and of each change after it', async () => {
    const userId = randomUUID();
    await server.push(userId, addCollection(1));
    for (let first = 101; first <= 1_001; first += 300) await server.push(userId, ...addTasks(300, first));
    await server.add(userId, 'view all', receiver);
    expect(receiver.told).toEqual([]);

    await server.push(userId, edit(700, { name: 'Sweep' }));
    await server.settle();

    expect(receiver.told).toEqual(['changed Sweep']);
    expectNoProblem();
  });

  test('[A5] a change that a receiver cannot see is no event: the same values, or another name of the collection', async () => {
    const userId = await userWith('view all');
    await server.push(userId, edit(2, { name: 'Old' }));
    await server.push(userId, onCollection('collection.edit', { changes: { name: 'Work' } }));
    await server.settle();
    expect(receiver.told).toEqual([]);
    await server.push(userId, edit(2, { description: 'By hand' }));
    await server.settle();
    expect(receiver.told).toEqual(['changed Old']);
  });

  test('[A5] a day that begins brings tasks into a filter, and takes others out', async () => {
    const userId = await userWith('today');
    await server.push(userId, addTask(3, task(3, { name: 'Later', date: tomorrow })));
    await server.settle();
    expect(receiver.told).toEqual([]);

    await server.after(DAY_MS);

    expect(receiver.told.toSorted()).toEqual(['entered Later', 'left changed']);
  });

  test.for([
    // The clocks go forward at 2 am, so that this day has 23 hours.
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-30', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-26', '2026-10-25T23:00:00Z'],
    // The clocks go forward at midnight: the day begins at 1 am.
    ['Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-24', '2026-04-23T22:00:00Z'],
    ['Not/AZone', '2026-07-15T12:00:00Z', '2026-07-16', '2026-07-16T00:00:00Z'],
  ] as const)('[A5] in %s a day ends at local midnight (%s)', async ([zone, start, date, midnight]) => {
    server.clock.now = Date.parse(start);
    const userId = await userWith('today');
    await server.push(
      userId,
      mutation(next++, 'setting.set', { id: 'zone', value: zone, at: NOW }),
      addTask(3, task(3, { name: 'Later', date: date as string as CalendarDay })),
    );
    await server.settle();
    const before = receiver.messages.length;

    await server.after(Date.parse(midnight) - 1 - server.clock.now);
    expect(receiver.messages).toHaveLength(before);
    await server.after(1);

    expect(receiver.told.slice(before)).toEqual(['entered Later']);
    expectNoProblem();
  });

  test('[A5] tasks leave with their collection, and with the task above them, and come back', async () => {
    const userId = await userWith('view all');
    await server.push(userId, addTask(3, task(3, { name: 'Below', parentId: sampleId('task', 2) })));
    await server.settle();
    await server.push(userId, complete(2));
    await server.settle();
    expect(receiver.told.slice(1)).toEqual(['left completed', 'left completed']);
    await server.push(userId, on('task.reopen', 2, { collectionId: sampleId('collection', 1) }));
    await server.settle();
    expect(receiver.told.slice(3).toSorted()).toEqual(['entered Below', 'entered Old']);
    await server.push(userId, onCollection('collection.edit', { changes: { archivedAt: NOW } }));
    await server.settle();
    expect(receiver.told.slice(5)).toEqual(['left changed', 'left changed']);
    await server.push(userId, onCollection('collection.edit', { changes: { archivedAt: null } }));
    await server.settle();
    expect(receiver.told.slice(7).toSorted()).toEqual(['entered Below', 'entered Old']);
    await server.push(userId, onCollection('collection.delete'));
    await server.settle();
    expect(receiver.told.slice(9)).toEqual(['left deleted', 'left deleted']);
    expectNoProblem();
  });

  test('[A5] a filter that names nothing any more keeps its tasks, and goes on with the name', async () => {
    const userId = randomUUID();
    await server.push(userId, addCollection(1), addTask(2));
    await server.add(userId, '"Collection 1" | #"Collection 1"', receiver);
    const rename = (name: string) => onCollection('collection.edit', { changes: { name } });

    await server.push(userId, rename('Work'));
    await server.settle();
    expect(receiver.told).toEqual([]);
    await server.push(userId, rename('Collection 1'));
    await server.settle();
    expect(receiver.told).toEqual([]);
    await server.push(userId, addTask(3));
    await server.settle();
    expect(receiver.told).toEqual(['entered Task 3']);
  });

  test('[A5] several servers, and a server that starts later, tell of each change once', async () => {
    const userId = await userWith('view all');
    const other = new TellingServer(database, server.clock);
    await server.push(userId, addTask(3), addTask(4));
    server.clock.now += 60_000;
    await Promise.all([server, other].map(({ webhooks }) => webhooks.watcher.rounds.round()));
    await Promise.all([server, other].map(({ webhooks }) => webhooks.deliverer.rounds.round()));
    expect(receiver.told.toSorted()).toEqual(['entered Task 3', 'entered Task 4']);

    // This server dies right after its commit.
    await server.push(userId, addTask(5));
    await new TellingServer(database, server.clock).settle();
    expect(receiver.told.slice(2)).toEqual(['entered Task 5']);
    expect([...server.errors, ...other.errors]).toEqual([]);
  });

  test('[A5] a running server tells of its own change before it looks at all spaces again', async () => {
    const userId = await userWith('view all');
    // The space has rested. The clock stops well before the next look.
    server.clock.now += 1_000;
    server.webhooks.start();
    const arrived = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.writeHead(204).end();
      arrived.resolve();
    };

    await server.push(userId, addTask(3));
    await arrived.promise;

    await server.webhooks.stop();
    expect(receiver.told).toEqual(['entered Task 3']);
  });

  test('[A5] each webhook has its own filter and secret, and a revoked one tells nothing', async () => {
    const userId = await userWith('p1');
    const second = await Receiver.start(server.clock);
    const { id } = await server.add(userId, 'today', second);
    await server.push(userId, addTask(3, task(3, { name: 'Both', priority: 1 })), addTask(4));
    await server.settle();
    expect(receiver.told).toEqual(['entered Both']);
    expect(second.told.toSorted()).toEqual(['entered Both', 'entered Task 4']);

    await server.webhooks.hooks.revoke(userId, id);
    await server.push(userId, edit(3, { name: 'One' }));
    await server.settle();
    expect(receiver.told).toEqual(['entered Both', 'changed One']);
    expect(second.told).toHaveLength(2);
    // A webhook that takes the place of a revoked one begins anew.
    const third = await Receiver.start(server.clock);
    await server.add(userId, 'view all', third);
    expect(third.told).toEqual([]);
    expectNoProblem();
    second.stop();
    third.stop();
  });

  test('[A5] the last webhook leaves nothing behind, and no text of a task is stored with messages', async () => {
    const userId = await userWith('view all');
    await server.push(userId, addTask(3, task(3, { name: 'Secret plan' })));
    await server.settle();
    expect(receiver.told).toEqual(['entered Secret plan']);
    expect(await server.stored(userId)).not.toContain('Secret plan');

    const { id = '' } = (await server.listed(userId)) ?? {};
    await server.webhooks.hooks.revoke(userId, id);

    expect(await server.stored(userId)).toBe('[[],[],[],[]]');
  });

  test('[A5] a message names no task that has left the filter before it was sent', async () => {
    const userId = await userWith('#"Collection 1"');
    receiver.status(500);
    await server.push(userId, addTask(3, task(3, { name: 'Work' })));
    await server.settle();
    const home = sampleId('collection', 2);
    await server.push(
      userId,
      addCollection(next++, collection(2, { name: 'Home' })),
      edit(3, { collectionId: home, name: 'Private' }),
    );
    receiver.status(204);
    await server.after(3_600_000);

    expect(receiver.told.filter((each) => each.includes('Private'))).toEqual([]);
    expect(receiver.told.slice(1).toSorted()).toEqual(['entered nothing', 'left changed']);
  });
});
