import { expect, test } from 'vitest';
import { BreakingWire } from '#src/sync/testing/breaking-wire.ts';
import { bench } from '#src/sync/testing/each-bench.ts';
import { progressOf } from '#src/sync/testing/replica-bench.ts';
import { addTasks, IN_STEP, mutation, sampleId, taskIds } from '#src/sync/testing/samples.ts';

const id = sampleId('collection', 1);

test('a collection larger than a page goes, and comes back, in one step, on the device that does it and on others', async () => {
  const { tab: here } = await bench.deviceWithTasks(6);
  const there = await bench.device().openTab();
  const told = [here, there].map(progressOf);
  const shown = [here, there].map(({ replica }) => {
    const counts: number[] = [];
    replica.subscribe('today', () => counts.push(replica.lists.today().length));
    return counts;
  });

  await bench.perform(mutation(50, 'collection.delete', { id, at: 50 }), here.replica);
  await bench.settle();

  for (const { replica } of [here, there]) {
    expect(replica.lists.today()).toEqual([]);
    expect(replica.collections()).toEqual([]);
    expect(replica.status()).toEqual(IN_STEP);
  }

  await bench.perform(mutation(51, 'collection.restore', { id, at: 51 }), here.replica);
  await bench.settle();

  for (const { replica } of [here, there]) {
    expect(replica.lists.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect(replica.collections()).toHaveLength(1);
    expect(replica.status()).toEqual(IN_STEP);
  }
  expect(shown).toEqual([
    [0, 6],
    [0, 6],
  ]);
  expect(told).toEqual([[], []]);
});

test('[W16] a batch that is answered in pages and cut off between two is complete after the next connection, and done once', async () => {
  await bench.deviceWithTasks(1);
  const wire = new BreakingWire(bench.world);
  const { replica } = await bench.device().openTab(wire.join);
  wire.breakAfter(1);
  await Promise.all(addTasks(6, 2).map((each) => bench.perform(each, replica)));
  await bench.settle();
  expect(replica.status()).toMatchObject({ connection: 'offline', load: { received: 2, missing: 3 } });
  expect(replica.lists.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));

  wire.mend();
  replica.reconnect();
  await bench.settle();

  expect(replica.status()).toEqual(IN_STEP);
  expect(replica.lists.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));
});
