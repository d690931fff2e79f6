import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReplicaBench, type BenchDevice, type BenchTab } from '#src/sync/testing/replica-bench.ts';
import { addCollection, addTask, collection, IN_STEP, sampleId, task } from '#src/sync/testing/samples.ts';
import { SimulationFolder } from '#src/sync/testing/simulated-server.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { DeviceDisk } from './device-store.ts';
import type { Replica } from './replica.ts';

let folder: SimulationFolder;
let bench: ReplicaBench;
beforeAll(async () => {
  folder = await SimulationFolder.create();
});
afterAll(() => folder.remove());
beforeEach(() => {
  bench = new ReplicaBench(folder);
});
afterEach(() => bench.end());

const taskIds = (...numbers: number[]) => numbers.map((n) => sampleId('task', n));
const perform = ({ name, args }: Mutation, replica: Replica) => replica.mutate(name, args);
const full = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));

/** A device with collection 1 and task 1, which the server has, too. */
async function deviceWithTask(): Promise<{ device: BenchDevice; tab: BenchTab }> {
  const device = bench.device();
  const tab = await device.openTab();
  await bench.finish(perform(addCollection(1), tab.replica));
  await bench.finish(perform(addTask(1, task(1)), tab.replica));
  return { device, tab };
}

/** A tab on whose disk some operations fail, from when `break` is called until `mend` is. */
async function tabWithTrouble(device: BenchDevice, trouble: Partial<DeviceDisk>) {
  let isBroken = false;
  const tab = await device.openTab(({ disk }) => {
    const own = disk as DeviceDisk;
    const entries = Object.entries(trouble).map(([name, fail]) => [
      name,
      (...args: never[]) => (isBroken ? fail : own[name as keyof DeviceDisk])(...(args as [never])),
    ]);
    return { disk: { ...own, ...Object.fromEntries(entries) } };
  });
  return { ...tab, break: () => (isBroken = true), mend: () => (isBroken = false) };
}

async function serverTasks(): Promise<readonly string[]> {
  return (await bench.device().openTab()).replica.lists.today();
}

async function goOnline({ replica }: BenchTab): Promise<void> {
  bench.goOnline();
  replica.reconnect();
  await bench.settle();
}

describe('a disk that is erased under its tabs', () => {
  test('[W17] offline: gets everything back from what they have in memory, and it arrives', async () => {
    const { device, tab } = await deviceWithTask();
    const other = await device.openTab();
    bench.goOffline();
    await bench.finish(perform(addTask(2, task(2)), tab.replica));
    await bench.finish(perform(addTask(3, task(3)), other.replica));
    const before = await device.load();

    device.disk.erase();
    await bench.settle();

    expect(await device.load()).toMatchObject({ ...before, outbox: [{}, {}] });
    for (const { replica } of [tab, other]) {
      expect(replica.lists.today()).toEqual(taskIds(1, 2, 3));
      expect(replica.status()).toMatchObject({ unsent: 2, storage: 'kept' });
    }
    device.kill(tab);
    device.kill(other);
    const next = await device.openTab();
    expect(next.replica.lists.today()).toEqual(taskIds(1, 2, 3));
    await goOnline(next);
    expect(next.replica.status()).toEqual(IN_STEP);
    expect(await serverTasks()).toEqual(taskIds(1, 2, 3));
  });

  test('[W17] online: goes on as if nothing were', async () => {
    const { device, tab } = await deviceWithTask();
    const other = await device.openTab();

    device.disk.erase();
    const saved = perform(addTask(2, task(2)), other.replica);
    await bench.finish(saved);
    await bench.finish(perform(addTask(3, task(3)), tab.replica));

    for (const { replica } of [tab, other]) {
      expect(replica.lists.today()).toEqual(taskIds(1, 2, 3));
      expect(replica.status()).toEqual(IN_STEP);
    }
    expect(await device.load()).toMatchObject({ collections: [collection(1)], outbox: [] });
    expect((await device.load()).tasks).toHaveLength(3);
    expect(await serverTasks()).toEqual(taskIds(1, 2, 3));
  });

  test('[W17] gets what only one tab knows, in the order of that tab, also when another was first', async () => {
    const { device, tab } = await deviceWithTask();
    let isMute = true;
    const silent = await device.openTab(({ joinTabs }) => ({
      joinTabs: (receive) => {
        const tabs = joinTabs(receive);
        return { ...tabs, post: (message) => isMute || tabs.post(message) };
      },
    }));
    bench.goOffline();
    for (const n of [2, 3, 4]) await bench.finish(perform(addTask(n, task(n)), silent.replica));
    expect(tab.replica.lists.today()).toEqual(taskIds(1));
    isMute = false;

    device.disk.erase();
    await bench.finish(perform(addTask(5, task(5)), tab.replica));
    await bench.finish(perform(addTask(6, task(6)), silent.replica));

    const { outbox } = await device.load();
    const order = outbox.map(({ mutation }) => mutation.args.id);
    expect(order.toSorted()).toEqual(taskIds(2, 3, 4, 5, 6));
    expect(order.filter((id) => id !== sampleId('task', 5))).toEqual(taskIds(2, 3, 4, 6));
    await goOnline(tab);
    expect(await serverTasks()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
  });

  test('[W1] [W17] loses no write whose answer is still on its way', async () => {
    const { device, tab } = await deviceWithTask();
    bench.goOffline();
    // Each time one step later, until the write is through before it is erased.
    for (let steps = 0; steps < 8; steps++) {
      const n = 10 + steps;
      const saved = perform(addTask(n, task(n)), tab.replica);
      for (let step = 0; step < steps; step++) await bench.world.advance();
      device.disk.erase();
      await bench.finish(saved);
      expect((await device.load()).outbox.map(({ mutation }) => mutation.args.id)).toEqual(
        taskIds(...Array.from({ length: steps + 1 }, (_, i) => 10 + i)),
      );
    }
  });

  test('[W14] [W17] gets its rejections back', async () => {
    const { device, tab } = await deviceWithTask();
    const elsewhere = await bench.device().openTab();
    device.session = null;
    tab.replica.reconnect();
    await bench.settle();
    const edit = { id: sampleId('task', 1), changes: { name: 'Mine' }, at: 5 };
    await bench.finish(tab.replica.mutate('task.edit', edit));
    await bench.finish(elsewhere.replica.mutate('task.delete', { id: edit.id, at: 4 }));
    device.session = 'ada';
    await goOnline(tab);
    const rejections = tab.replica.rejections();
    expect(rejections).toMatchObject([{ code: 'GONE' }]);

    device.disk.erase();
    await bench.settle();

    expect((await device.load()).rejections).toEqual(rejections);
    expect((await device.openTab()).replica.rejections()).toEqual(rejections);
  });

  test('[W17] and cannot be opened again: each tab goes on in memory by itself', async () => {
    const { device, tab } = await deviceWithTask();
    const lost = await tabWithTrouble(device, { reopen: full });
    bench.goOffline();
    await bench.finish(perform(addTask(2, task(2)), lost.replica));
    lost.break();

    device.disk.erase();
    await bench.settle();

    expect(lost.replica.status()).toMatchObject({ unsent: 1, storage: 'memory' });
    expect(tab.replica.status()).toMatchObject({ unsent: 1, storage: 'kept' });
    device.kill(tab);
    await bench.finish(perform(addTask(3, task(3)), lost.replica));
    await goOnline(lost);
    expect(lost.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(await serverTasks()).toEqual(taskIds(1, 2, 3));
  });
});

describe('in memory', () => {
  test('[W17] a tab without a disk says so, reads and writes, online and off', async () => {
    const { tab } = await deviceWithTask();
    const device = bench.device();
    const alone = await device.openTab(() => ({ disk: null }));
    await bench.settle();
    expect(alone.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(alone.replica.lists.today()).toEqual(taskIds(1));

    bench.goOffline();
    await bench.finish(perform(addTask(2, task(2)), alone.replica));
    expect(alone.replica.status()).toMatchObject({ unsent: 1, storage: 'memory' });
    bench.goOnline();
    for (const { replica } of [alone, tab]) replica.reconnect();
    await bench.settle();

    expect(alone.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(tab.replica.lists.today()).toEqual(taskIds(1, 2));
    expect((await device.load()).tasks).toEqual([]);
  });

  test('[W17] two tabs without a disk each talk to the server, and do not hear each other', async () => {
    await deviceWithTask();
    const device = bench.device();
    const [one, two] = [
      await device.openTab(() => ({ disk: null })),
      await device.openTab(() => ({ disk: null })),
    ];
    await bench.settle();
    expect(device.connections).toBe(2);

    await bench.finish(perform(addTask(2, task(2)), one.replica));

    for (const { replica } of [one, two]) {
      expect(replica.lists.today()).toEqual(taskIds(1, 2));
      expect(replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    }
  });

  test('[W1] [W17] a change that a full disk cannot take goes on in memory while the server can be reached', async () => {
    const { device, tab } = await deviceWithTask();
    const writing = await tabWithTrouble(device, { addToOutbox: full });
    writing.break();

    await bench.finish(perform(addTask(2, task(2)), writing.replica));

    expect(writing.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(tab.replica.lists.today()).toEqual(taskIds(1, 2));
    expect(tab.replica.status()).toEqual(IN_STEP);
  });

  test('[W7] [W17] a leading tab that cannot store what comes shows it all the same, and leaves the lead', async () => {
    const device = bench.device();
    const leading = await tabWithTrouble(device, { applyPatch: full });
    await bench.finish(perform(addCollection(1), leading.replica));
    const next = await device.openTab();
    leading.break();
    const elsewhere = await bench.device().openTab();

    await bench.finish(perform(addTask(1, task(1)), elsewhere.replica));
    await bench.settle();

    expect(leading.replica.lists.today()).toEqual(taskIds(1));
    expect(leading.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(next.replica.lists.today()).toEqual(taskIds(1));
    expect(next.replica.status()).toEqual(IN_STEP);
    expect(await device.load()).toMatchObject({ tasks: [task(1)], outbox: [] });
  });

  test('[W4] [W17] what waits is sent before what is done in memory', async () => {
    const { device, tab } = await deviceWithTask();
    tab.replica.close();
    const writing = await tabWithTrouble(device, { addToOutbox: full, reopen: full });
    bench.goOffline();
    await bench.finish(perform(addCollection(2), writing.replica));
    writing.break();

    const inIt = task(2, { collectionId: sampleId('collection', 2) });
    device.disk.erase();
    await bench.finish(perform(addTask(2, inIt), writing.replica));
    await goOnline(writing);

    expect(writing.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(writing.replica.rejections()).toEqual([]);
    expect(await serverTasks()).toEqual(taskIds(1, 2));
  });

  test('[W17] what waits on the disk goes with the tab, and stays there for the next visit', async () => {
    const { device, tab } = await deviceWithTask();
    tab.replica.close();
    bench.goOffline();
    const leading = await tabWithTrouble(device, { applyPatch: full });
    await bench.finish(perform(addTask(2, task(2)), leading.replica));
    leading.break();

    await goOnline(leading);

    expect(leading.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect((await device.load()).outbox).toHaveLength(1);
    const next = await device.openTab();
    expect(next.replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
    expect(await serverTasks()).toEqual(taskIds(1, 2));
  });

  test('[W13] [W17] signing out elsewhere on the device ends such a tab, too', async () => {
    const { device } = await deviceWithTask();
    const alone = await device.openTab(() => ({ disk: null }));
    const leaving = await device.openTab(({ disk }) => ({
      disk: { ...(disk as DeviceDisk), destroy: async () => {} },
    }));

    await bench.finish(leaving.replica.destroy());

    const { connections } = device;
    alone.replica.reconnect();
    await bench.world.pass(100_000);
    expect(device.connections).toBe(connections);
  });
});
