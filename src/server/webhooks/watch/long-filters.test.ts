import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { spaceOf } from '#src/domain/space.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { forEachTest } from '#src/server/webhooks/testing/for-each-test.ts';
import { Receiver } from '#src/server/webhooks/testing/receiver.ts';
import type { TellingServer } from '#src/server/webhooks/testing/telling-server.ts';
import { addCollection, addLabels, addTask, mutation, sampleId, task } from '#src/sync/testing/samples.ts';
import { lookAtSpace } from './look-at-space.ts';

const NOW = Date.parse('2026-06-15T07:00:00Z');

describeEachEngine('webhooks with long filters', (engine) => {
  let database: AppDatabase;
  let receiver: Receiver;
  let server: TellingServer;
  forEachTest(engine, NOW, (parts) => ({ database, receiver, server } = parts));

  test('[A5] a webhook for any of 1,000 labels tells of them, and so do the others of the user', async () => {
    const userId = randomUUID();
    const other = await Receiver.start(server.clock);
    await server.push(userId, addCollection(1), ...addLabels(1_000, 1_001));
    await server.add(userId, '@*', receiver);
    await server.add(userId, Array(600).fill('p1').join('|'), other);

    const labels = sampleId('label', 1_500);
    await server.push(userId, addTask(2, task(2, { name: 'Labeled', labels })));
    await server.push(userId, addTask(3, task(3, { name: 'Urgent', priority: 1 })));
    await server.settle();

    expect(receiver.told).toEqual(['entered Labeled']);
    expect(other.told).toEqual(['entered Urgent']);
    expect(server.errors).toEqual([]);
    other.stop();
  });

  test('[A5] a filter that cannot be read is the failure of its webhook, and no other one waits for it', async () => {
    const userId = randomUUID();
    const other = await Receiver.start(server.clock);
    await server.push(userId, addCollection(1), ...addLabels(1, 1_001));
    await server.add(userId, '@"Label 1001"', receiver);
    await server.add(userId, 'view all', other);
    const failures = async () => {
      const listed = await server.webhooks.hooks.list(userId, NOW);
      return listed.map(({ failure }) => failure);
    };
    expect(await failures()).toEqual([null, null]);

    await server.push(userId, mutation(9_001, 'label.delete', { id: sampleId('label', 1_001), at: NOW }));
    await server.push(userId, addTask(3, task(3, { name: 'Told' })));
    await server.settle();

    expect(await failures()).toEqual(['WRONG_FILTER', null]);
    expect(other.told).toEqual(['entered Told']);
    other.stop();
  });

  test('[A7] others come first while long notes are compared, and nothing is held in the database meanwhile', async () => {
    const userId = randomUUID();
    const spaceId = spaceOf(userId);
    const description = 'a'.repeat(16_000);
    const tasks = Array.from({ length: 25 }, (_, n) => addTask(101 + n, task(101 + n, { description })));
    await server.push(userId, addCollection(1), ...tasks);
    for (const first of [0, 300]) {
      const query = Array.from({ length: 180 }, (_, n) => `ab${first + n}`).join('|');
      await server.webhooks.add(userId, { name: 'Board', query, address: receiver.url });
    }
    let turns = 0;

    const looked = await lookAtSpace(database, spaceId, NOW, async () => {
      turns += 1;
      // On SQLite, this would wait for ever inside of a transaction.
      await database.transact((tx) => tx.selectFrom('space').select('version').execute());
    });

    expect(turns).toBeGreaterThanOrEqual(3);
    expect(looked).toMatchObject({ hasMore: false, slots: new Map() });
    expect(looked?.filled).toHaveLength(2);
  });
});
