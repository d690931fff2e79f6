import { describe, expect, test } from 'vitest';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import {
  addCollection,
  addTask,
  collection,
  IN_STEP,
  mutation,
  sampleId,
  task,
} from '#src/sync/testing/samples.ts';
import { Process } from '#src/sync/testing/world.ts';
import type { DeviceEvents, ReplicaOptions } from './replica-options.ts';
import type { DevicePatch } from '#src/sync/client/storage/device-store.ts';

const t1 = sampleId('task', 1);

/** Rows stored by an older app that knew only collections and tasks. */
const OLDER: DevicePatch = {
  from: 0,
  to: 2,
  load: null,
  tables: ['collection', 'task'],
  rows: { collection: [collection(1)] },
  settled: [],
  rejections: [],
};

/** Options of a tab that announces no stored patch while `isSilent` says so. */
const withoutPatchesWhile =
  (isSilent: () => boolean) =>
  ({ joinTabs }: ReplicaOptions): Partial<ReplicaOptions> => ({
    joinTabs: (receive) => {
      const tabs = joinTabs(receive);
      return { ...tabs, post: (message) => (message.type === 'patch' && isSilent()) || tabs.post(message) };
    },
  });
const withoutPatches = withoutPatchesWhile(() => true);

/**
 * A device with rows that an older app has stored. `elsewhere` is a tab that has set a setting. The older app does not
 * know settings.
 */
async function deviceOfOlder() {
  const { replica: elsewhere } = await harness.device().openTab();
  await harness.perform(addCollection(1), elsewhere);
  await harness.perform(mutation(2, 'setting.set', { id: 'theme', value: 'dark', at: 2 }), elsewhere);
  const device = harness.device();
  await harness.finish(device.disk.storeFor(new Process()).applyPatch(OLDER));
  return { device, elsewhere };
}

describe('tabs', () => {
  test('[W3] one tab talks to the server, and when it dies, the next one sends its outbox', async () => {
    const device = harness.device();
    const leading = await device.openTab();
    const next = await device.openTab();
    await harness.perform(addCollection(1), leading.replica);
    expect(device.connections).toBe(1);
    harness.goOffline();
    await harness.perform(addTask(1), leading.replica);
    harness.goOnline();

    device.kill(leading);
    await harness.settle();

    expect(next.replica.status()).toEqual(IN_STEP);
    expect((await harness.device().openTab()).replica.lists.days.today()).toEqual([t1]);
  });

  test('[W3] a tab that is closed passes the lead on', async () => {
    const device = harness.device();
    const leading = await device.openTab();
    const next = await device.openTab();
    leading.replica.close();

    await harness.perform(addCollection(1), next.replica);

    expect(next.replica.status()).toEqual(IN_STEP);
  });

  test('a tab that opens later learns the connection state of the leading tab', async () => {
    const device = harness.device();
    await device.openTab();
    harness.goOffline();
    await harness.settle();

    const later = await device.openTab();

    expect(later.replica.status().connection).toBe('offline');
  });

  test('[W7] rows from the server show in every tab, and stay on the device', async () => {
    const device = harness.device();
    const [leading, other] = [await device.openTab(), await device.openTab()];
    const { replica: elsewhere } = await harness.device().openTab();
    await harness.perform(addCollection(1), elsewhere);
    await harness.perform(addTask(1), elsewhere);

    expect(leading.replica.lists.days.today()).toEqual([t1]);
    expect(other.replica.lists.days.today()).toEqual([t1]);
    harness.goOffline();
    device.kill(leading);
    device.kill(other);
    expect((await device.openTab()).replica.lists.days.today()).toEqual([t1]);
  });

  test('[W7] a patch that cannot be stored is requested again', async () => {
    const device = harness.device();
    let failures = 1;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        applyPatch: (patch) =>
          failures-- > 0 ? Promise.reject(new Error('disk full')) : disk!.applyPatch(patch),
      },
    }));
    const { replica: elsewhere } = await harness.device().openTab();
    await harness.perform(addCollection(1), elsewhere);
    await harness.settle();

    expect(failures).toBeLessThan(0);
    expect(replica.lists.collections.all()).toEqual([collection(1)]);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W9] a tab that is behind the device loads the stored rows again, and goes on from there', async () => {
    const device = harness.device();
    const { replica } = await device.openTab();
    await harness.perform(addCollection(1), replica);
    const { replica: elsewhere } = await harness.device().openTab();
    const ahead = {
      from: 1,
      to: 9,
      load: null,
      tables: ['collection', 'task'],
      rows: { collection: [], task: [task(5)] },
      settled: [],
      rejections: [],
    };
    await harness.finish(device.disk.storeFor(new Process()).applyPatch(ahead));

    await harness.perform(addTask(1), elsewhere);
    await harness.settle();

    expect(await device.load()).toMatchObject({ version: 2, rows: { task: [task(1)] } });
    expect(replica.lists.days.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[S3] a device with rows from before a new table gets all rows again', async () => {
    const { device } = await deviceOfOlder();

    const { replica } = await device.openTab();
    await harness.settle();

    expect(replica.get('setting', 'theme')?.value).toBe('dark');
    expect(await device.load()).toMatchObject({ version: 2, tables: TABLE_NAMES });
  });

  test('[S3] a tab that missed rows of a newer table, at the same version, has them once it leads', async () => {
    const { device } = await deviceOfOlder();
    harness.goOffline();
    const leading = await device.openTab(withoutPatches);
    const next = await device.openTab();
    harness.goOnline();
    await harness.settle();
    expect(await device.load()).toMatchObject({ version: 2, tables: TABLE_NAMES });
    expect(next.replica.get('setting', 'theme')).toBeUndefined();

    harness.goOffline();
    device.kill(leading);
    await harness.settle();

    expect(next.replica.get('setting', 'theme')?.value).toBe('dark');
  });

  test('[S3] a tab that missed rows of a newer table has them with the next patch that it hears of', async () => {
    const { device, elsewhere } = await deviceOfOlder();
    harness.goOffline();
    let isSilent = true;
    await device.openTab(withoutPatchesWhile(() => isSilent));
    const { replica } = await device.openTab();
    harness.goOnline();
    await harness.settle();
    expect(replica.get('setting', 'theme')).toBeUndefined();

    isSilent = false;
    await harness.perform(addTask(1), elsewhere);
    await harness.settle();

    expect(replica.get('setting', 'theme')?.value).toBe('dark');
    expect(replica.lists.days.today()).toEqual([t1]);
  });

  test('[S3] a tab that fills a lost disk names no tables that only a newer app knows', async () => {
    const device = harness.device();
    const newer = { ...OLDER, tables: [...TABLE_NAMES, 'mood'] };
    await harness.finish(device.disk.storeFor(new Process()).applyPatch(newer));
    harness.goOffline();
    await device.openTab();
    expect((await device.load()).tables).toEqual(newer.tables);

    device.disk.erase();
    await harness.settle();

    expect(await device.load()).toMatchObject({ version: 2, tables: TABLE_NAMES });
  });

  test('[W3] a tab that takes the lead catches up with the disk when the last leader died before it told of its patch', async () => {
    const device = harness.device();
    const leading = await device.openTab(withoutPatches);
    const next = await device.openTab();
    await harness.perform(addCollection(1), leading.replica);
    expect(next.replica.status().unsent).toBe(1);

    device.kill(leading);
    await harness.settle();

    expect(next.replica.status()).toEqual(IN_STEP);
    expect(next.replica.lists.collections.all()).toEqual([collection(1)]);
    expect(await device.load()).toMatchObject({ rows: { collection: [collection(1)] }, outbox: [] });
  });

  test('[W2] a tab that was not told that a change is settled reads that from the disk at the next beat', async () => {
    const device = harness.device();
    const leading = await device.openTab(withoutPatches);
    const { replica } = await device.openTab();
    await harness.perform(addCollection(1), leading.replica);
    expect(replica.status().unsent).toBe(1);

    void harness.server.hub.beat();
    await harness.settle();

    expect(replica.status()).toEqual(IN_STEP);
    expect(replica.lists.collections.all()).toEqual([collection(1)]);
  });

  test('[W3] after a leader died, all tabs drop answered mutations from their outbox and list the rejected ones', async () => {
    const device = harness.device();
    const [leading, next, last] = [await device.openTab(), await device.openTab(), await device.openTab()];
    await harness.perform(addCollection(1), leading.replica);
    harness.goOffline();
    await harness.perform(addTask(1), leading.replica);
    expect([next, last].map(({ replica }) => replica.status().unsent)).toEqual([1, 1]);
    const { version, outbox } = await device.load();
    const { mutation } = outbox[0]!;
    const rejections = [{ mutation, code: 'INVALID' as const, at: 9 }];
    const nothing = { from: version, to: version, load: null, tables: ['collection', 'task'], rows: {} };
    const dying = device.disk.storeFor(new Process());
    await harness.finish(dying.applyPatch({ ...nothing, settled: [mutation.id], rejections }));

    device.kill(leading);
    await harness.settle();

    for (const { replica } of [next, last]) {
      expect(replica.status().unsent).toBe(0);
      expect(replica.rejections()).toEqual(rejections);
      expect(replica.lists.days.today()).toEqual([]);
    }
  });

  test('[W2] a mutation of a tab that died before it told is found at the next beat, shown and sent', async () => {
    const device = harness.device();
    const { replica } = await device.openTab();
    await harness.perform(addCollection(1), replica);
    const dead = device.disk.storeFor(new Process());
    await harness.finish(dead.addToOutbox([addTask(1)]));
    expect(replica.lists.days.today()).toEqual([]);

    void harness.server.hub.beat();
    await harness.settle();

    expect(replica.lists.days.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
  });

  test('[W3] when the user comes back to a tab, the leading tab checks its connection, and the tab reads the disk', async () => {
    const device = harness.device();
    await device.openTab();
    let events: DeviceEvents | undefined;
    let stopped = 0;
    const { replica } = await device.openTab(() => ({
      watchDevice: (given) => {
        events = given;
        return () => (stopped += 1);
      },
    }));
    await harness.perform(addCollection(1), replica);
    await harness.finish(device.disk.storeFor(new Process()).addToOutbox([addTask(1)]));
    const { connections } = device;

    // The device slept: the clock went on, and no timer ran.
    harness.world.now += 3_600_000;
    events?.woke();
    await harness.settle();

    expect(device.connections).toBe(connections + 1);
    expect(replica.lists.days.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
    events?.online();
    await harness.settle();
    expect(device.connections).toBe(connections + 2);
    replica.close();
    expect(stopped).toBe(1);
  });
});
