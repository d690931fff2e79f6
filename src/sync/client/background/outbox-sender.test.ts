import { expect, test } from 'vitest';
import type { Mutation } from '#src/tables/operations.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import type { HarnessDevice } from '#src/sync/testing/replica-harness.ts';
import { addTask, IN_STEP, mutation, renameTask, sampleId, taskIds } from '#src/sync/testing/samples.ts';
import { Process } from '#src/sync/testing/world.ts';
import { sendStoredOutbox, type Sent } from './outbox-sender.ts';

const completion = mutation(99, 'task.complete', { id: sampleId('task', 1), at: 9 });

/** Longer than a worker keeps running. */
const LONG_MS = 30_000;

/** A browser worker that stores these mutations and then sends the outbox. `sent` resolves to the result. */
async function workerOf(device: HarnessDevice, ...mutations: readonly Mutation[]) {
  const process = new Process();
  const parts = device.partsFor(process);
  const seqs = await harness.finish(parts.disk.addToOutbox(mutations));
  const tabs = parts.joinTabs(() => {});
  tabs.post({ type: 'saved', seqs });
  tabs.close();
  const read = async () => {
    const { outbox, version, load } = await parts.disk.load();
    return { mutations: outbox.map(({ mutation }) => mutation), version, loadedAt: load?.loadedAt ?? 0 };
  };
  return { process, sent: sendStoredOutbox({ ...parts, read }) };
}

async function resultOf({ sent }: { readonly sent: Promise<Sent> }): Promise<Sent> {
  await harness.world.pass(LONG_MS);
  return sent;
}

test('[N5] [W3] without a tab, the worker sends the outbox itself, oldest first, and the next tab gets the outcomes', async () => {
  const { device, tab } = await harness.deviceWithTasks(2);
  harness.goOffline();
  await harness.perform(renameTask(1, 'Renamed'), tab.replica);
  device.kill(tab);
  harness.goOnline();

  expect(await resultOf(await workerOf(device, completion))).toBe('sent');

  expect(await harness.tasksElsewhere()).toEqual(taskIds(2));
  // The sent mutations stay in the outbox. A tab sends them again, and they count once (W5).
  expect((await device.load()).outbox).toHaveLength(2);
  const next = await device.openTab();
  expect(next.replica.status()).toEqual(IN_STEP);
  expect(next.replica.lists.days.today()).toEqual(taskIds(2));
  expect((await device.load()).outbox).toEqual([]);
});

test('[N5] [W3] a leading tab shows and sends the mutation, and the worker makes no connection', async () => {
  const { device, tab } = await harness.deviceWithTasks(2);
  const before = device.connections;

  expect(await resultOf(await workerOf(device, completion))).toBe('left-to-tab');

  expect(device.connections).toBe(before);
  expect(tab.replica.lists.days.today()).toEqual(taskIds(2));
  expect(tab.replica.status()).toEqual(IN_STEP);
  expect(await harness.tasksElsewhere()).toEqual(taskIds(2));
});

test('[N5] [W3] a frozen leading tab does not stop the worker, and gets the lead back', async () => {
  const { device, tab } = await harness.deviceWithTasks(2);
  device.freeze(tab);

  expect(await resultOf(await workerOf(device, completion))).toBe('sent');

  expect(await harness.tasksElsewhere()).toEqual(taskIds(2));
  harness.world.thaw(tab.process);
  await harness.world.pass(LONG_MS);
  expect(tab.replica.lists.days.today()).toEqual(taskIds(2));
  expect(tab.replica.status()).toEqual(IN_STEP);
});

test('[N5] [W1] an offline mutation shows in the next tab, and reaches the server when the network is back', async () => {
  const { device, tab } = await harness.deviceWithTasks(2);
  device.kill(tab);
  harness.goOffline();

  expect(await resultOf(await workerOf(device, completion))).toBe('waits');

  const offline = await device.openTab();
  expect(offline.replica.lists.days.today()).toEqual(taskIds(2));
  expect(offline.replica.status().unsent).toBe(1);
  await harness.reconnect(offline.replica);
  expect(await harness.tasksElsewhere()).toEqual(taskIds(2));
});

test('[N5] the worker uses a network that comes back while it runs', async () => {
  const { device, tab } = await harness.deviceWithTasks(1);
  device.kill(tab);
  harness.goOffline();
  const worker = await workerOf(device, completion);
  await harness.world.pass(3_000);

  harness.goOnline();

  expect(await resultOf(worker)).toBe('sent');
});

test('[N5] [W13] after the session has ended, the worker sends no mutation and the outbox stays', async () => {
  const { device, tab } = await harness.deviceWithTasks(1);
  device.kill(tab);
  device.session = null;

  expect(await resultOf(await workerOf(device, completion))).toBe('waits');

  expect((await device.load()).outbox).toHaveLength(1);
});

test('[N5] [W3] a tab that opens while the worker runs waits for it, then leads', async () => {
  const { device, tab } = await harness.deviceWithTasks(1);
  device.kill(tab);
  harness.goOffline();
  const worker = await workerOf(device, addTask(2));
  const next = await device.openTab();
  await harness.world.pass(LONG_MS);
  harness.goOnline();
  next.replica.reconnect();
  await harness.world.pass(LONG_MS);

  expect(await worker.sent).toBe('waits');
  expect(next.replica.status()).toEqual(IN_STEP);
  expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2));
});
