import { describe, expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addCollection, addTask, IN_STEP, sampleId, task, taskIds } from '#src/sync/testing/samples.ts';
import type { DeviceDisk } from '#src/sync/client/storage/device-store.ts';
import { StorageFailed } from '#src/sync/client/state/outbox.ts';

const full = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));

describe('in memory', () => {
  test('[W17] a tab without a disk says so, reads, and writes while it is online', async () => {
    const { tab } = await harness.deviceWithTasks(1);
    const device = harness.device();
    const alone = await device.openTab(() => ({ disk: null }));
    await harness.settle();
    expect(alone.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(alone.replica.lists.days.today()).toEqual(taskIds(1));

    await harness.perform(addTask(2, task(2)), alone.replica);

    expect(alone.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(tab.replica.lists.days.today()).toEqual(taskIds(1, 2));
    expect((await device.load()).rows.task).toEqual([]);
  });

  test('[W1] [W17] without a disk and a server, a change is undone and does not come back', async () => {
    await harness.deviceWithTasks(1);
    const { replica } = await harness.device().openTab(() => ({ disk: null }));
    await harness.settle();
    harness.goOffline();
    await harness.settle();

    await expect(harness.perform(addTask(2, task(2)), replica)).rejects.toBeInstanceOf(StorageFailed);

    expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 0, storage: 'memory' });
    expect(replica.lists.days.today()).toEqual(taskIds(1));
    await harness.reconnect(replica);
    expect(replica.lists.days.today()).toEqual(taskIds(1));
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1));
    await harness.perform(addTask(3, task(3)), replica);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 3));
  });

  test('[W1] [W17] without a disk, a change and all later ones are undone when the server does not answer', async () => {
    await harness.deviceWithTasks(1);
    const { replica } = await harness.device().openTab(() => ({ disk: null }));
    await harness.settle();
    const told: string[] = [];
    harness.network.faults.silence = 1;
    for (const n of [2, 3]) {
      const { name, args } = addTask(n, task(n));
      replica.mutate(name, args).then(
        () => told.push('saved'),
        (error: Error) => told.push(error.name),
      );
    }
    await harness.settle();
    expect(told).toEqual([]);
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3));

    await harness.world.pass(10_000);

    expect(told).toEqual(['StorageFailed', 'StorageFailed']);
    expect(replica.lists.days.today()).toEqual(taskIds(1));
    expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 0 });
  });

  test('[W17] two tabs without a disk each talk to the server, and do not hear each other', async () => {
    await harness.deviceWithTasks(1);
    const device = harness.device();
    const [one, two] = [
      await device.openTab(() => ({ disk: null })),
      await device.openTab(() => ({ disk: null })),
    ];
    await harness.settle();
    expect(device.connections).toBe(2);

    await harness.perform(addTask(2, task(2)), one.replica);

    for (const { replica } of [one, two]) {
      expect(replica.lists.days.today()).toEqual(taskIds(1, 2));
      expect(replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    }
  });

  test('[W1] [W17] a change that a full disk cannot store goes on in memory while the server is in reach', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const writing = await device.openTabWithTrouble({ addToOutbox: full });
    writing.break();

    await harness.perform(addTask(2, task(2)), writing.replica);

    expect(writing.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(tab.replica.lists.days.today()).toEqual(taskIds(1, 2));
    expect(tab.replica.status()).toEqual(IN_STEP);
  });

  test('[W7] [W17] a leading tab that cannot store a patch still shows it, and leaves the lead', async () => {
    const device = harness.device();
    const leading = await device.openTabWithTrouble({ applyPatch: full });
    await harness.perform(addCollection(1), leading.replica);
    const next = await device.openTab();
    leading.break();
    const elsewhere = await harness.device().openTab();

    await harness.perform(addTask(1, task(1)), elsewhere.replica);
    await harness.settle();

    expect(leading.replica.lists.days.today()).toEqual(taskIds(1));
    expect(leading.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(next.replica.lists.days.today()).toEqual(taskIds(1));
    expect(next.replica.status()).toEqual(IN_STEP);
    expect(await device.load()).toMatchObject({ rows: { task: [task(1)] }, outbox: [] });
  });

  test('[W4] [W17] waiting changes are sent before changes made in memory', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    tab.replica.close();
    const writing = await device.openTabWithTrouble({ addToOutbox: full, reopen: full });
    harness.goOffline();
    await harness.perform(addCollection(2), writing.replica);
    writing.break();

    const inIt = task(2, { collectionId: sampleId('collection', 2) });
    device.disk.erase();
    await harness.settle();
    harness.goOnline();
    writing.replica.reconnect();
    await harness.perform(addTask(2, inIt), writing.replica);

    expect(writing.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(writing.replica.rejections()).toEqual([]);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2));
  });

  test('[W17] a tab that leaves its disk sends the waiting changes, and they stay on the disk for the next visit', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    tab.replica.close();
    harness.goOffline();
    const leading = await device.openTabWithTrouble({ applyPatch: full });
    await harness.perform(addTask(2, task(2)), leading.replica);
    leading.break();

    await harness.reconnect(leading.replica);

    expect(leading.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect((await device.load()).outbox).toHaveLength(1);
    const next = await device.openTab();
    expect(next.replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2));
  });

  test('[W13] [W17] signing out in another tab of the device closes a tab without a disk, too', async () => {
    const { device } = await harness.deviceWithTasks(1);
    const alone = await device.openTab(() => ({ disk: null }));
    const leaving = await device.openTab(({ disk }) => ({
      disk: { ...(disk as DeviceDisk), destroy: async () => {} },
    }));

    await harness.finish(leaving.replica.destroy());

    const { connections } = device;
    alone.replica.reconnect();
    await harness.world.pass(100_000);
    expect(device.connections).toBe(connections);
  });
});
