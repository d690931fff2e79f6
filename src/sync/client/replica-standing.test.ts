import { describe, expect, test, vi } from 'vitest';
import { CLOSE } from '#src/sync/protocol.ts';
import { bench } from '#src/sync/testing/each-bench.ts';
import type { BenchDevice } from '#src/sync/testing/replica-bench.ts';
import { addCollection, collection, IN_STEP, renameTask, sampleId } from '#src/sync/testing/samples.ts';
import { Process } from '#src/sync/testing/world.ts';
import type { Replica } from './replica.ts';
import type { TabMessage } from './tab-channel.ts';

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

describe('signed out', () => {
  test('[W13] the data stay readable and writable; all of it is sent after signing in again', async () => {
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
    const other = await device.openTab();
    device.session = null;
    replica.reconnect();
    await bench.settle();

    expect(other.replica.status().connection).toBe('signed-out');
    expect(replica.lists.today()).toEqual([t1]);
    await bench.perform(renameTask(1, 'Offline'), other.replica);
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
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
    bench.goOffline();
    await bench.perform(renameTask(1, 'Secret'), replica);
    device.session = 'bob';
    bench.goOnline();
    const { replica: bob } = await bench.device('bob').openTab();
    await bench.perform(addCollection(3, collection(3)), bob);

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
    const { device } = await bench.deviceWithTasks(1);
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
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
    replica.close();
    const old = await openOld(device);
    await bench.perform(renameTask(1, 'Kept'), old);

    expect(old.status()).toMatchObject({ connection: 'upgrade', unsent: 1, load: null });
    expect((await device.load()).outbox).toHaveLength(1);
    old.close();
    const { replica: reloaded } = await device.openTab();
    expect(reloaded.status()).toEqual(IN_STEP);
    expect(reloaded.task(t1)?.name).toBe('Kept');
  });

  test('[W11] a tab whose app is too old leaves the lead to one that was loaded anew, and follows it', async () => {
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
    replica.close();
    const [first, second] = [await openOld(device), await openOld(device)];
    await bench.perform(renameTask(1, 'Kept'), first);
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
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
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
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
    const { replica: next } = await device.openTab();
    const heard = vi.fn<() => void>();
    replica.subscribe('status', heard);

    replica.giveWay();
    await bench.settle();

    expect(replica.status()).toMatchObject({ connection: 'upgrade', storage: 'closed' });
    expect(heard).toHaveBeenCalledOnce();
    expect(replica.lists.today()).toEqual([t1]);
    await bench.perform(renameTask(1, 'New'), next);
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
    await bench.perform(addCollection(1), replica);
    // What comes next replaces all rows, and so shows no gap.
    await bench.loseServerData();
    replica.reconnect();
    await bench.settle();

    for (const tab of [replica, other.replica]) expect(tab.status()).toEqual(IN_STEP);
  });

  test('[W9] one restored from before replaces the confirmed rows; what waits is sent to it', async () => {
    const { device, tab } = await bench.deviceWithTasks(1);
    const { replica } = tab;
    const other = await device.openTab();
    bench.goOffline();
    await bench.perform(addCollection(5), replica);
    await bench.loseServerData();

    replica.reconnect();
    await bench.settle();

    for (const tab of [replica, other.replica]) {
      expect(tab.status()).toEqual(IN_STEP);
      expect(tab.collections()).toEqual([collection(5)]);
      expect(tab.collection(c1)).toBeUndefined();
      expect(tab.lists.today()).toEqual([]);
    }
    expect(await device.load()).toMatchObject({
      version: 1,
      rows: { collection: [collection(5)], task: [] },
    });
  });
});
