import { describe, expect, test, vi } from 'vitest';
import { CLOSE } from '#src/sync/protocol.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import type { HarnessDevice } from '#src/sync/testing/replica-harness.ts';
import { addCollection, collection, IN_STEP, renameTask, sampleId } from '#src/sync/testing/samples.ts';
import { Process } from '#src/sync/testing/world.ts';
import type { Replica } from './replica.ts';
import type { TabMessage } from '#src/sync/client/tabs/tab-channel.ts';

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

describe('signed out', () => {
  test('[W13] the data stay readable and writable; all of it is sent after signing in again', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    const other = await device.openTab();
    device.session = null;
    replica.reconnect();
    await harness.settle();

    expect(other.replica.status().connection).toBe('signed-out');
    expect(replica.lists.days.today()).toEqual([t1]);
    await harness.perform(renameTask(1, 'Offline'), other.replica);
    expect(replica.get('task', t1)?.name).toBe('Offline');
    await harness.world.pass(600_000);
    expect(replica.status()).toMatchObject({ connection: 'signed-out', unsent: 1, load: null });

    device.session = 'ada';
    // A tab that does not lead asks the one that does.
    other.replica.reconnect();
    await harness.settle();

    expect(other.replica.status()).toEqual(IN_STEP);
    expect((await harness.device().openTab()).replica.get('task', t1)?.name).toBe('Offline');
  });

  test("[W13] another user's session gets none of this user's data, and sees none", async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    harness.goOffline();
    await harness.perform(renameTask(1, 'Secret'), replica);
    device.session = 'bob';
    harness.goOnline();
    const { replica: bob } = await harness.device('bob').openTab();
    await harness.perform(addCollection(3, collection(3)), bob);

    replica.reconnect();
    await harness.settle();

    expect(replica.status()).toMatchObject({ connection: 'other-user', unsent: 1, load: null });
    expect(replica.get('task', t1)?.name).toBe('Secret');
    expect(replica.lists.collections.all()).toEqual([collection(1)]);
    expect(bob.lists.collections.all()).toEqual([collection(3)]);
    expect(bob.get('task', t1)).toBeUndefined();

    device.session = 'ada';
    replica.reconnect();
    await harness.settle();
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W13] signing out closes all tabs and deletes what the device has', async () => {
    const { device } = await harness.deviceWithTasks(1);
    const destroyed = vi.fn<() => void>();
    const closed = vi.fn<() => void>();
    const other = await device.openTab(({ disk }) => ({ disk: { ...disk!, close: closed } }));
    const leaving = await device.openTab(({ disk }) => ({
      disk: { ...disk!, destroy: async () => destroyed() },
    }));

    await harness.finish(leaving.replica.destroy());

    expect(destroyed).toHaveBeenCalledOnce();
    expect(closed).toHaveBeenCalledOnce();
    const { connections } = device;
    other.replica.reconnect();
    leaving.replica.reconnect();
    await harness.world.pass(100_000);
    expect(device.connections).toBe(connections);
  });
});

describe('a server that is not what it was', () => {
  /** A tab whose app does not speak the server's version, as long as `isOld` says so. */
  async function openOld(device: HarnessDevice, isOld = () => true): Promise<Replica> {
    const { replica } = await device.openTab(({ connect }) => ({
      connect: (events) => {
        if (!isOld()) return connect(events);
        harness.world.later(new Process(), () => events.closed(CLOSE.UPGRADE));
        return { send: () => {}, close: () => {} };
      },
    }));
    return replica;
  }

  test('[W11] one that speaks another version asks for a reload; the outbox stays', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    replica.close();
    const old = await openOld(device);
    await harness.perform(renameTask(1, 'Kept'), old);

    expect(old.status()).toMatchObject({ connection: 'upgrade', unsent: 1, load: null });
    expect((await device.load()).outbox).toHaveLength(1);
    old.close();
    const { replica: reloaded } = await device.openTab();
    expect(reloaded.status()).toEqual(IN_STEP);
    expect(reloaded.get('task', t1)?.name).toBe('Kept');
  });

  test('[W11] a tab whose app is too old leaves the lead to one that was loaded anew, and follows it', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    replica.close();
    const [first, second] = [await openOld(device), await openOld(device)];
    await harness.perform(renameTask(1, 'Kept'), first);
    for (const old of [first, second])
      expect(old.status()).toMatchObject({ connection: 'upgrade', unsent: 1 });

    const { replica: reloaded } = await device.openTab();
    await harness.world.pass(1_000);

    for (const tab of [first, second, reloaded]) expect(tab.status()).toEqual(IN_STEP);
    expect((await harness.device().openTab()).replica.get('task', t1)?.name).toBe('Kept');
  });

  test('[W3] what a tab that led before says too late does not stay', async () => {
    const device = harness.device();
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
    void harness.server.hub.beat();
    await harness.settle();

    for (const { replica } of tabs) expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W11] it tries again by itself: the server may have been put back to the version that the app speaks', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    replica.close();
    let isNewer = true;
    const old = await openOld(device, () => isNewer);
    const heard = vi.fn<() => void>();
    old.subscribe('status', heard);
    await harness.world.pass(300_000);
    expect(old.status().connection).toBe('upgrade');
    // Nobody is told anew at each attempt.
    expect(heard).not.toHaveBeenCalled();

    isNewer = false;
    await harness.world.pass(60_000);

    expect(old.status()).toEqual(IN_STEP);
  });

  test('[W11] a tab that gives way to a newer version says so, and passes the lead on', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    const { replica: next } = await device.openTab();
    const heard = vi.fn<() => void>();
    replica.subscribe('status', heard);

    replica.giveWay();
    await harness.settle();

    expect(replica.status()).toMatchObject({ connection: 'upgrade', storage: 'closed' });
    expect(heard).toHaveBeenCalledOnce();
    expect(replica.lists.days.today()).toEqual([t1]);
    await harness.perform(renameTask(1, 'New'), next);
    expect(next.status()).toEqual(IN_STEP);
  });

  test('[W7] a patch that was stored though the disk said it was not reaches all tabs, whatever comes next', async () => {
    const device = harness.device();
    let isSound = false;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        applyPatch: async (patch) => {
          await disk!.applyPatch(patch);
          if (patch.settled.length === 0 || isSound) return;
          isSound = true;
          harness.goOffline();
          throw new Error('The disk is gone.');
        },
      },
    }));
    const other = await device.openTab();
    await harness.perform(addCollection(1), replica);
    // What comes next replaces all rows, and so shows no gap.
    await harness.loseServerData();
    replica.reconnect();
    await harness.settle();

    for (const tab of [replica, other.replica]) expect(tab.status()).toEqual(IN_STEP);
  });

  test('[W9] one restored from before replaces the confirmed rows; what waits is sent to it', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    const other = await device.openTab();
    harness.goOffline();
    await harness.perform(addCollection(5), replica);
    await harness.loseServerData();

    replica.reconnect();
    await harness.settle();

    for (const tab of [replica, other.replica]) {
      expect(tab.status()).toEqual(IN_STEP);
      expect(tab.lists.collections.all()).toEqual([collection(5)]);
      expect(tab.get('collection', c1)).toBeUndefined();
      expect(tab.lists.days.today()).toEqual([]);
    }
    expect(await device.load()).toMatchObject({
      // What it has lost is not given out again.
      version: expect.any(Number) as number,
      rows: { collection: [collection(5)], task: [] },
    });
    expect(replica.rejections().map(({ mutation }) => mutation.name)).toEqual(
      // It stood before the one that has come to the server since.
      ['collection.add', 'collection.edit', 'task.add'],
    );
  });
});
