import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mutation } from '#src/mutators/index.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import { ReplicaBench, type BenchDevice } from '#src/sync/testing/replica-bench.ts';
import { addCollection, addTask, collection, sampleId, task, IN_STEP } from '#src/sync/testing/samples.ts';
import { SimulationFolder } from '#src/sync/testing/simulated-server.ts';
import { Process } from '#src/sync/testing/world.ts';
import type { Replica } from './replica.ts';
import type { TabMessage } from './tab-channel.ts';

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

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

/** Does what `mutation` says, in this tab, and lets it arrive. */
const perform = ({ name, args }: Mutation, replica: Replica) => bench.finish(replica.mutate(name, args));
const rename = (name: string) => ({ id: t1, changes: { name }, at: 30 });

/** Collection 1 with task 1, on the server and on this device. */
async function deviceWithTask(): Promise<{ device: BenchDevice; replica: Replica }> {
  const device = bench.device();
  const { replica } = await device.openTab();
  await perform(addCollection(1), replica);
  await perform(addTask(2, task(1)), replica);
  return { device, replica };
}

/** Another device of the user deletes task 1. */
async function deleteElsewhere(): Promise<void> {
  const { replica } = await bench.device().openTab();
  await bench.finish(replica.mutate('task.delete', { id: t1, at: 20 }));
}

describe('what the server refuses', () => {
  test('[W14] is kept with its reason, in all tabs of its device and over reloads, until it is discarded', async () => {
    const { device, replica } = await deviceWithTask();
    const other = await device.openTab();
    device.session = null;
    replica.reconnect();
    await bench.finish(other.replica.mutate('task.edit', rename('Mine')));
    await deleteElsewhere();
    device.session = 'ada';
    const heard = vi.fn<() => void>();
    replica.subscribe('rejections', heard);

    replica.reconnect();
    await bench.settle();

    const rejection = { code: 'GONE', mutation: { name: 'task.edit', args: rename('Mine') } };
    expect(replica.rejections()).toMatchObject([rejection]);
    expect(other.replica.rejections()).toMatchObject([rejection]);
    expect(heard).toHaveBeenCalledOnce();
    // What the user sees is what the server has (W6): no effect of it is left.
    expect(replica.task(t1)).toEqual(task(1, { deletedAt: 20 }));
    expect(replica.status()).toEqual(IN_STEP);
    expect((await bench.device().openTab()).replica.rejections()).toEqual([]);
    const later = await device.openTab();
    expect(later.replica.rejections()).toEqual(replica.rejections());

    const { id } = replica.rejections()[0]!.mutation;
    await bench.finish(later.replica.discardRejection(id));

    for (const tab of [replica, other.replica, later.replica]) expect(tab.rejections()).toEqual([]);
    expect((await device.load()).rejections).toEqual([]);
  });

  test('[W8] shows until the server has decided: a throwing replay stays queued', async () => {
    const { device, replica } = await deviceWithTask();
    await bench.finish(replica.mutate('task.delete', { id: t1, at: 10 }));
    bench.goOffline();
    await bench.finish(
      device.disk.storeFor(new Process()).addToOutbox([addTask(7, task(2, { collectionId: 'gone' }))]),
    );

    const { replica: next } = await device.openTab();

    expect(next.status().unsent).toBe(1);
    expect(next.lists.today()).toEqual([]);
  });

  test('[W14] as no mutation at all is kept as INVALID, and holds up nothing behind it', async () => {
    const { device, replica } = await deviceWithTask();
    bench.goOffline();
    const fromNewerApp = {
      id: sampleId('mutation', 90),
      name: 'task.explode',
      args: {},
    } as unknown as Mutation;
    const store = device.disk.storeFor(new Process());
    await bench.finish(store.addToOutbox([addTask(91), fromNewerApp, addTask(92)]));
    replica.close();
    bench.goOnline();

    const { replica: next } = await device.openTab();
    await bench.world.pass(10_000);

    expect(next.status()).toEqual(IN_STEP);
    expect(next.rejections()).toMatchObject([{ code: 'INVALID', mutation: fromNewerApp }]);
    const elsewhere = await bench.device().openTab();
    expect(elsewhere.replica.lists.today()).toEqual([1, 91, 92].map((n) => sampleId('task', n)));
  });
});

describe('signed out', () => {
  test('[W13] the data stay readable and writable; all of it is sent after signing in again', async () => {
    const { device, replica } = await deviceWithTask();
    const other = await device.openTab();
    device.session = null;
    replica.reconnect();
    await bench.settle();

    expect(other.replica.status().connection).toBe('signed-out');
    expect(replica.lists.today()).toEqual([t1]);
    await bench.finish(other.replica.mutate('task.edit', rename('Offline')));
    expect(replica.task(t1)?.name).toBe('Offline');
    await bench.world.pass(600_000);
    expect(replica.status()).toMatchObject({ connection: 'signed-out', unsent: 1, load: null });

    device.session = 'ada';
    // From a tab that does not lead: it asks the one that does.
    other.replica.reconnect();
    await bench.settle();

    expect(other.replica.status()).toEqual(IN_STEP);
    expect((await bench.device().openTab()).replica.task(t1)?.name).toBe('Offline');
  });

  test("[W13] another user's session gets none of this user's data, and sees none", async () => {
    const { device, replica } = await deviceWithTask();
    bench.goOffline();
    await bench.finish(replica.mutate('task.edit', rename('Secret')));
    device.session = 'bob';
    bench.goOnline();
    const { replica: bob } = await bench.device('bob').openTab();
    await perform(addCollection(3, collection(3)), bob);

    replica.reconnect();
    await bench.settle();

    expect(replica.status()).toMatchObject({ connection: 'other-user', unsent: 1, load: null });
    expect(replica.task(t1)?.name).toBe('Secret');
    expect(replica.collections()).toEqual([collection(1)]);
    expect(bob.collections()).toEqual([collection(3)]);
    expect(bob.task(t1)).toBeUndefined();

    device.session = 'ada';
    replica.reconnect();
    await bench.settle();
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W13] signing out closes all tabs and deletes what the device has', async () => {
    const { device } = await deviceWithTask();
    const destroyed = vi.fn<() => void>();
    const closed = vi.fn<() => void>();
    const other = await device.openTab(({ disk }) => ({ disk: { ...disk!, close: closed } }));
    const leaving = await device.openTab(({ disk }) => ({
      disk: { ...disk!, destroy: async () => destroyed() },
    }));

    await bench.finish(leaving.replica.destroy());

    expect(destroyed).toHaveBeenCalledOnce();
    expect(closed).toHaveBeenCalledOnce();
    const { connections } = device;
    other.replica.reconnect();
    leaving.replica.reconnect();
    await bench.world.pass(100_000);
    expect(device.connections).toBe(connections);
  });
});

describe('a server that is not what it was', () => {
  /** A tab whose app does not speak the server's version, as long as `isOld` says so. */
  async function openOld(device: BenchDevice, isOld = () => true): Promise<Replica> {
    const { replica } = await device.openTab(({ connect }) => ({
      connect: (events) => {
        if (!isOld()) return connect(events);
        bench.world.later(new Process(), () => events.closed(CLOSE.UPGRADE));
        return { send: () => {}, close: () => {} };
      },
    }));
    return replica;
  }

  test('[W11] one that speaks another version asks for a reload; the outbox stays', async () => {
    const { device, replica } = await deviceWithTask();
    replica.close();
    const old = await openOld(device);
    await bench.finish(old.mutate('task.edit', rename('Kept')));

    expect(old.status()).toMatchObject({ connection: 'upgrade', unsent: 1, load: null });
    expect((await device.load()).outbox).toHaveLength(1);
    old.close();
    const { replica: reloaded } = await device.openTab();
    expect(reloaded.status()).toEqual(IN_STEP);
    expect(reloaded.task(t1)?.name).toBe('Kept');
  });

  test('[W11] a tab whose app is too old leaves the lead to one that was loaded anew, and follows it', async () => {
    const { device, replica } = await deviceWithTask();
    replica.close();
    const [first, second] = [await openOld(device), await openOld(device)];
    await bench.finish(first.mutate('task.edit', rename('Kept')));
    for (const old of [first, second])
      expect(old.status()).toMatchObject({ connection: 'upgrade', unsent: 1 });

    const { replica: reloaded } = await device.openTab();
    await bench.world.pass(1_000);

    for (const tab of [first, second, reloaded]) expect(tab.status()).toEqual(IN_STEP);
    expect((await bench.device().openTab()).replica.task(t1)?.name).toBe('Kept');
  });

  test('[W3] what a tab that led before says too late does not stay', async () => {
    const device = bench.device();
    const said: ((message: TabMessage) => void)[] = [];
    const open = () =>
      device.openTab(({ joinTabs }) => ({
        joinTabs: (receive) => {
          said.push(receive);
          return joinTabs(receive);
        },
      }));
    const tabs = [await open(), await open()];

    for (const receive of said) receive({ type: 'connection', state: 'upgrade' });
    void bench.server.hub.beat();
    await bench.settle();

    for (const { replica } of tabs) expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W11] it tries again by itself: the server may have been put back to the version that the app speaks', async () => {
    const { device, replica } = await deviceWithTask();
    replica.close();
    let isNewer = true;
    const old = await openOld(device, () => isNewer);
    const heard = vi.fn<() => void>();
    old.subscribe('status', heard);
    await bench.world.pass(300_000);
    expect(old.status().connection).toBe('upgrade');
    // Not told anew at each attempt.
    expect(heard).not.toHaveBeenCalled();

    isNewer = false;
    await bench.world.pass(60_000);

    expect(old.status()).toEqual(IN_STEP);
  });

  test('[W11] a tab that gives way to a newer version says so, and passes the lead on', async () => {
    const { device, replica } = await deviceWithTask();
    const { replica: next } = await device.openTab();
    const heard = vi.fn<() => void>();
    replica.subscribe('status', heard);

    replica.giveWay();
    await bench.settle();

    expect(replica.status().connection).toBe('upgrade');
    expect(heard).toHaveBeenCalledOnce();
    expect(replica.lists.today()).toEqual([t1]);
    await bench.finish(next.mutate('task.edit', rename('New')));
    expect(next.status()).toEqual(IN_STEP);
  });

  test('[W7] a patch that was stored though the disk said it was not reaches all tabs, whatever comes next', async () => {
    const device = bench.device();
    let isSound = false;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        applyPatch: async (patch) => {
          await disk!.applyPatch(patch);
          if (patch.settled.length === 0 || isSound) return;
          isSound = true;
          bench.goOffline();
          throw new Error('The disk is gone.');
        },
      },
    }));
    const other = await device.openTab();
    await perform(addCollection(1), replica);
    // What comes next replaces all rows, and so shows no gap.
    await bench.loseServerData();
    replica.reconnect();
    await bench.settle();

    for (const tab of [replica, other.replica]) expect(tab.status()).toEqual(IN_STEP);
  });

  test('[W9] one restored from before replaces the confirmed rows; what waits is sent to it', async () => {
    const { device, replica } = await deviceWithTask();
    const other = await device.openTab();
    bench.goOffline();
    await perform(addCollection(5), replica);
    await bench.loseServerData();

    replica.reconnect();
    await bench.settle();

    for (const tab of [replica, other.replica]) {
      expect(tab.status()).toEqual(IN_STEP);
      expect(tab.collections()).toEqual([collection(5)]);
      expect(tab.collection(c1)).toBeUndefined();
      expect(tab.lists.today()).toEqual([]);
    }
    expect(await device.load()).toMatchObject({ version: 1, collections: [collection(5)], tasks: [] });
  });
});
