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

describe('signing out and in', () => {
  test('[W13] without a session, the data stay readable and writable, and all changes are sent after a new sign-in', async () => {
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
    // A tab that does not lead asks the leading tab.
    other.replica.reconnect();
    await harness.settle();

    expect(other.replica.status()).toEqual(IN_STEP);
    expect((await harness.device().openTab()).replica.get('task', t1)?.name).toBe('Offline');
  });

  test('[W13] the data of two users stay apart when the session belongs to the other user', async () => {
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

  test('[W13] signing out closes all tabs and deletes the data of the device', async () => {
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

describe('a server that has changed', () => {
  /** A tab whose app does not speak the server's version while `isOld` says so. */
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

  test('[W11] a tab asks for a reload when the server speaks another version, and the outbox stays', async () => {
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

  test('[W11] a tab whose app is too old leaves the lead to a tab that was loaded later, and follows it', async () => {
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

  test('[W3] a late message of a tab that led before has no lasting effect', async () => {
    const device = harness.device();
    const receivers: ((message: TabMessage) => void)[] = [];
    const open = () =>
      device.openTab(({ joinTabs }) => ({
        joinTabs: (receive) => {
          receivers.push(receive);
          return joinTabs(receive);
        },
      }));
    const tabs = [await open(), await open()];

    for (const receive of receivers) receive({ type: 'connection', state: 'upgrade' });
    void harness.server.hub.beat();
    await harness.settle();

    for (const { replica } of tabs) expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W11] a tab tries again by itself: the server may return to the version that the app speaks', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    replica.close();
    let isNewer = true;
    const old = await openOld(device, () => isNewer);
    const heard = vi.fn<() => void>();
    old.subscribe('status', heard);
    await harness.world.pass(300_000);
    expect(old.status().connection).toBe('upgrade');
    // The attempts do not announce the status again.
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

  test('[W7] a patch that was stored although the disk reported a failure reaches all tabs', async () => {
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
    // The next patch replaces all rows, so it shows no gap.
    await harness.loseServerData();
    replica.reconnect();
    await harness.settle();

    for (const tab of [replica, other.replica]) expect(tab.status()).toEqual(IN_STEP);
  });

  test('[W9] a server restored from a backup replaces the confirmed rows, and gets the waiting changes', async () => {
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
      // The server does not use a lost version again.
      version: expect.any(Number) as number,
      rows: { collection: [collection(5)], task: [] },
    });
    expect(replica.rejections().map(({ mutation }) => mutation.name)).toEqual(
      // The lost collection came before the one that has reached the server since, so its position is edited.
      ['collection.add', 'collection.edit', 'task.add'],
    );
  });
});
