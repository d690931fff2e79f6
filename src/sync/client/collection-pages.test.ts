import { expect, test } from 'vitest';
import { BreakingWire } from '#src/sync/testing/breaking-wire.ts';
import { bench } from '#src/sync/testing/each-bench.ts';
import { progressOf } from '#src/sync/testing/replica-bench.ts';
import { IN_STEP, mutation, sampleId, taskIds } from '#src/sync/testing/samples.ts';

const id = sampleId('collection', 1);
const deletion = mutation(50, 'collection.delete', { id, at: 50 });
const restoration = mutation(51, 'collection.restore', { id, at: 51 });

test('[W16] a collection larger than a page goes, and comes back, on the device that does it, and on others', async () => {
  const { tab: here } = await bench.deviceWithTasks(6);
  const there = await bench.device().openTab();
  const told = [here, there].map(progressOf);
  const shown: number[] = [];
  here.replica.subscribe('today', () => shown.push(here.replica.lists.today().length));

  await bench.perform(deletion, here.replica);
  await bench.settle();

  for (const { replica } of [here, there]) {
    expect(replica.lists.today()).toEqual([]);
    expect(replica.collections()).toEqual([]);
    expect(replica.status()).toEqual(IN_STEP);
  }

  await bench.perform(restoration, here.replica);
  await bench.settle();

  for (const { replica } of [here, there]) {
    expect(replica.lists.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect(replica.collections()).toHaveLength(1);
    expect(replica.status()).toEqual(IN_STEP);
  }
  expect(shown).toEqual([0, 6]);
  const pages = [
    { received: 2, missing: 4 },
    { received: 4, missing: 2 },
  ];
  expect(told).toEqual([
    [...pages, ...pages],
    [...pages, ...pages],
  ]);
});

test('[W16] cut off between two pages, it is complete after the next connection, and done once', async () => {
  await bench.deviceWithTasks(6);
  const wire = new BreakingWire(bench.world);
  const { replica } = await bench.device().openTab(wire.join);
  wire.breakAfter(1);
  await bench.perform(deletion, replica);
  await bench.settle();
  expect(replica.status()).toMatchObject({
    connection: 'offline',
    unsent: 1,
    load: { received: 2, missing: 4 },
  });
  expect(replica.lists.today()).toEqual([]);

  wire.mend();
  replica.reconnect();
  await bench.settle();

  expect(replica.status()).toEqual(IN_STEP);
  expect(replica.lists.today()).toEqual([]);
});
