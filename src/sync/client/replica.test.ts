import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReplicaBench, BenchDevice } from '#src/sync/testing/replica-bench.ts';
import {
  addTask as addTaskMutation,
  collection,
  sampleId,
  task,
  IN_STEP,
} from '#src/sync/testing/samples.ts';
import { SimulationFolder } from '#src/sync/testing/simulated-server.ts';
import { addDays } from '#src/domain/calendar-day.ts';
import { Process } from '#src/sync/testing/world.ts';
import type { DeviceEvents } from './replica-options.ts';
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
afterEach(async () => {
  await bench.end();
});

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

const addCollection = (replica: Replica, n = 1) => {
  const { createdAt: at, id, name, color } = collection(n);
  return replica.mutate('collection.add', { id, name, color, at });
};
const addTask = (replica: Replica, n = 1) => {
  const { createdAt: at, id, name, description, date, collectionId } = task(n);
  return replica.mutate('task.add', { id, name, description, date, collectionId, at });
};

describe('a change', () => {
  test('[W1] shows in the same task as the action, is saved when the device has it, and then reaches the server', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.finish(addCollection(replica));
    const heard = vi.fn<() => void>();
    replica.subscribe('today', heard);
    replica.subscribe('status', heard);
    let isSaved = false;

    const saved = addTask(replica).then(() => (isSaved = true));

    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.task(t1)).toEqual(task(1));
    expect(replica.status().unsent).toBe(1);
    expect(heard).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    expect(isSaved).toBe(false);

    await bench.finish(saved);
    expect(replica.status()).toEqual(IN_STEP);
    const other = await bench.device().openTab();
    expect(other.replica.task(t1)).toEqual(task(1));
  });

  test('[W1] that the device cannot store is undone, with what was built on it, and its user told', async () => {
    const device = bench.device();
    let isFull = true;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        addToOutbox: (mutations) =>
          isFull ? Promise.reject(new Error('disk full')) : disk!.addToOutbox(mutations),
      },
    }));
    bench.goOffline();
    await bench.settle();
    const heard = vi.fn<() => void>();
    replica.subscribe('collections', heard);

    const results = await bench.finish(Promise.allSettled([addCollection(replica), addTask(replica)]));

    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FAILED' } });
    }
    expect(replica.collections()).toEqual([]);
    expect(replica.lists.today()).toEqual([]);
    expect(replica.status()).toMatchObject({ unsent: 0, waitingSince: null, storage: 'failing' });
    expect(heard).toHaveBeenCalledTimes(2);
    expect((await device.load()).outbox).toEqual([]);

    isFull = false;
    await bench.finish(addCollection(replica));
    bench.goOnline();
    replica.reconnect();
    await bench.settle();
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('that is refused at once, or is none, changes and stores nothing', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.finish(addCollection(replica));

    expect(() => addTask(replica, 1)).not.toThrow();
    expect(() =>
      replica.mutate('collection.add', {
        id: sampleId('collection', 2),
        name: 'Collection 1',
        color: '#FFCC33',
        at: 2,
      }),
    ).toThrow('Collection with the same name already exists!');
    expect(() => replica.mutate('task.delete', { id: 'none', at: 2 })).toThrow(/^task\.delete: args\.id /u);

    await bench.settle();
    expect(replica.collections()).toHaveLength(1);
    expect((await device.load()).outbox).toEqual([]);
  });

  test('[W2] [W15] shows in the other tabs of the device, without a network, and since when it waits', async () => {
    const device = bench.device();
    const leading = await device.openTab();
    const other = await device.openTab();
    bench.goOffline();

    await bench.finish(addCollection(other.replica));
    await bench.finish(addTask(leading.replica));

    for (const { replica } of [leading, other]) {
      expect(replica.lists.today()).toEqual([t1]);
      expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 2, waitingSince: 1 });
    }
  });

  test('made offline is there in a tab opened offline, and arrives once', async () => {
    const device = bench.device();
    const first = await device.openTab();
    bench.goOffline();
    await bench.finish(addCollection(first.replica));
    await bench.finish(addTask(first.replica));
    device.kill(first);

    const { replica } = await device.openTab();
    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.status().unsent).toBe(2);

    bench.goOnline();
    replica.reconnect();
    await bench.settle();
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
    expect((await bench.device().openTab()).replica.lists.today()).toEqual([t1]);
  });
});

describe('tabs', () => {
  test('[W3] one talks to the server; when it dies, the next sends what it left', async () => {
    const device = bench.device();
    const leading = await device.openTab();
    const next = await device.openTab();
    await bench.finish(addCollection(leading.replica));
    expect(device.connections).toBe(1);
    bench.goOffline();
    await bench.finish(addTask(leading.replica));
    bench.goOnline();

    device.kill(leading);
    await bench.settle();

    expect(next.replica.status()).toEqual(IN_STEP);
    expect((await bench.device().openTab()).replica.lists.today()).toEqual([t1]);
  });

  test('[W3] a tab that is closed passes the lead on', async () => {
    const device = bench.device();
    const leading = await device.openTab();
    const next = await device.openTab();
    leading.replica.close();

    await bench.finish(addCollection(next.replica));

    expect(next.replica.status()).toEqual(IN_STEP);
  });

  test('a tab that opens later learns how the leading one stands with the server', async () => {
    const device = bench.device();
    await device.openTab();
    bench.goOffline();
    await bench.settle();

    const later = await device.openTab();

    expect(later.replica.status().connection).toBe('offline');
  });

  test('[W7] what the server sends shows in every tab, and stays on the device', async () => {
    const device = bench.device();
    const [leading, other] = [await device.openTab(), await device.openTab()];
    const { replica: elsewhere } = await bench.device().openTab();
    await bench.finish(addCollection(elsewhere));
    await bench.finish(addTask(elsewhere));

    expect(leading.replica.lists.today()).toEqual([t1]);
    expect(other.replica.lists.today()).toEqual([t1]);
    bench.goOffline();
    device.kill(leading);
    device.kill(other);
    expect((await device.openTab()).replica.lists.today()).toEqual([t1]);
  });

  test('[W7] a patch that cannot be stored is asked for again', async () => {
    const device = bench.device();
    let failures = 1;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        applyPatch: (patch) =>
          failures-- > 0 ? Promise.reject(new Error('disk full')) : disk!.applyPatch(patch),
      },
    }));
    const { replica: elsewhere } = await bench.device().openTab();
    await bench.finish(addCollection(elsewhere));
    await bench.settle();

    expect(failures).toBeLessThan(0);
    expect(replica.collections()).toEqual([collection(1)]);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W9] a tab that is behind the device loads it anew, and goes on from there', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.finish(addCollection(replica));
    const { replica: elsewhere } = await bench.device().openTab();
    const ahead = {
      from: 1,
      to: 9,
      load: null,
      collections: [],
      tasks: [task(5)],
      settled: [],
      rejections: [],
    };
    await bench.finish(device.disk.storeFor(new Process()).applyPatch(ahead));

    await bench.finish(addTask(elsewhere));
    await bench.settle();

    expect(await device.load()).toMatchObject({ version: 2, tasks: [task(1)] });
    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W3] a tab that takes the lead is put in step, though the last one died before it told what it had stored', async () => {
    const device = bench.device();
    const leading = await device.openTab(({ joinTabs }) => ({
      joinTabs: (receive) => {
        const tabs = joinTabs(receive);
        return { ...tabs, post: (message) => message.type !== 'patch' && tabs.post(message) };
      },
    }));
    const next = await device.openTab();
    await bench.finish(addCollection(leading.replica));
    expect(next.replica.status().unsent).toBe(1);

    device.kill(leading);
    await bench.settle();

    expect(next.replica.status()).toEqual(IN_STEP);
    expect(next.replica.collections()).toEqual([collection(1)]);
    expect(await device.load()).toMatchObject({ collections: [collection(1)], outbox: [] });
  });

  test('[W3] and so are the others: what was answered waits in none of them, what was refused is listed in all', async () => {
    const device = bench.device();
    const [leading, next, last] = [await device.openTab(), await device.openTab(), await device.openTab()];
    await bench.finish(addCollection(leading.replica));
    bench.goOffline();
    await bench.finish(addTask(leading.replica));
    expect([next, last].map(({ replica }) => replica.status().unsent)).toEqual([1, 1]);
    const { version, outbox } = await device.load();
    const { mutation } = outbox[0]!;
    const rejections = [{ mutation, code: 'INVALID' as const, at: 9 }];
    const nothing = { from: version, to: version, load: null, collections: [], tasks: [] };
    const dying = device.disk.storeFor(new Process());
    await bench.finish(dying.applyPatch({ ...nothing, settled: [mutation.id], rejections }));

    device.kill(leading);
    await bench.settle();

    for (const { replica } of [next, last]) {
      expect(replica.status().unsent).toBe(0);
      expect(replica.rejections()).toEqual(rejections);
      expect(replica.lists.today()).toEqual([]);
    }
  });

  test('[W2] what a tab stored and died before telling is found at the next beat, shown and sent', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.finish(addCollection(replica));
    const dead = device.disk.storeFor(new Process());
    await bench.finish(dead.addToOutbox([addTaskMutation(1)]));
    expect(replica.lists.today()).toEqual([]);

    void bench.server.hub.beat();
    await bench.settle();

    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
  });

  test('[W3] a tab to which the user comes back has the leading one look after the connection, and looks at the disk', async () => {
    const device = bench.device();
    await device.openTab();
    let events: DeviceEvents | undefined;
    let stopped = 0;
    const { replica } = await device.openTab(() => ({
      watchDevice: (given) => {
        events = given;
        return () => (stopped += 1);
      },
    }));
    await bench.finish(addCollection(replica));
    await bench.finish(device.disk.storeFor(new Process()).addToOutbox([addTaskMutation(1)]));
    const { connections } = device;

    // It slept: the clock went on, and no timer ran.
    bench.world.now += 3_600_000;
    events?.woke();
    await bench.settle();

    expect(device.connections).toBe(connections + 1);
    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
    events?.online();
    await bench.settle();
    expect(device.connections).toBe(connections + 2);
    replica.close();
    expect(stopped).toBe(1);
  });

  test('the local day decides what is of today', async () => {
    const { replica } = await bench.device().openTab();
    await bench.finish(addCollection(replica));
    await bench.finish(addTask(replica));
    const heard = vi.fn<() => void>();
    const stop = replica.subscribe('overdue', heard);

    replica.setToday(addDays(BenchDevice.TODAY, 1));

    expect(heard).toHaveBeenCalledOnce();
    expect(replica.lists.overdue()).toEqual([{ day: BenchDevice.TODAY, ids: [t1] }]);
    stop();
    replica.setToday(BenchDevice.TODAY);
    expect(heard).toHaveBeenCalledOnce();
    expect(replica.lists.inCollection(c1)).toEqual([t1]);
  });
});
