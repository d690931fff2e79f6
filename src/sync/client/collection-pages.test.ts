import { expect, test } from 'vitest';
import { BreakingWire } from '#src/sync/testing/breaking-wire.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { progressOf } from '#src/sync/testing/replica-harness.ts';
import { addTasks, IN_STEP, mutation, sampleId, taskIds } from '#src/sync/testing/samples.ts';

const id = sampleId('collection', 1);

test('a collection larger than a page is deleted and restored in one step, on its own device and on others', async () => {
  const { tab: here } = await harness.deviceWithTasks(6);
  const there = await harness.device().openTab();
  const told = [here, there].map(progressOf);
  const shown = [here, there].map(({ replica }) => {
    const counts: number[] = [];
    replica.subscribe('today', () => counts.push(replica.lists.days.today().length));
    return counts;
  });

  await harness.perform(mutation(50, 'collection.delete', { id, at: 50 }), here.replica);
  await harness.settle();

  for (const { replica } of [here, there]) {
    expect(replica.lists.days.today()).toEqual([]);
    expect(replica.lists.collections.all()).toEqual([]);
    expect(replica.status()).toEqual(IN_STEP);
  }

  await harness.perform(mutation(51, 'collection.restore', { id, at: 51 }), here.replica);
  await harness.settle();

  for (const { replica } of [here, there]) {
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect(replica.lists.collections.all()).toHaveLength(1);
    expect(replica.status()).toEqual(IN_STEP);
  }
  expect(shown).toEqual([
    [0, 6],
    [0, 6],
  ]);
  expect(told).toEqual([[], []]);
});

test('[W16] a batch whose answer breaks off between two pages is complete after the next connection, and done once', async () => {
  await harness.deviceWithTasks(1);
  const wire = new BreakingWire(harness.world);
  const { replica } = await harness.device().openTab(wire.join);
  wire.breakAfter(1);
  await Promise.all(addTasks(6, 2).map((each) => harness.perform(each, replica)));
  await harness.settle();
  expect(replica.status()).toMatchObject({ connection: 'offline', load: { received: 2, missing: 3 } });
  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));

  wire.mend();
  replica.reconnect();
  await harness.settle();

  expect(replica.status()).toEqual(IN_STEP);
  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));
});
