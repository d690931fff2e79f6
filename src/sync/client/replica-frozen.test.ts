import { describe, expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import { IN_STEP, renameTask, sampleId } from '#src/sync/testing/samples.ts';
import { MINUTE_MS, openWatched, passWithBeats, renameElsewhere } from '#src/sync/testing/watched-tabs.ts';
import type { TabMessage } from '#src/sync/client/tabs/tab-channel.ts';

const t1 = sampleId('task', 1);

describe('a frozen leading tab that keeps its lock', () => {
  test('[W3] loses the lead to a visible tab within a minute', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    const { replica } = await openWatched(device, true);
    await passWithBeats(harness, 1);
    device.freeze(leading);
    await renameElsewhere(harness, 'Changed elsewhere');
    await harness.perform(renameTask(1, 'Changed here'), replica);
    expect(replica.status()).toMatchObject({ connection: 'online', unsent: 1 });

    await harness.world.pass(MINUTE_MS);

    expect(replica.status()).toEqual(IN_STEP);
    expect(replica.get('task', t1)?.name).toBe('Changed here');
    await renameElsewhere(harness, 'Changed again');
    expect(replica.get('task', t1)?.name).toBe('Changed again');
  });

  test('[W3] leaves no false status: the tab that takes over says that it connects', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    const { replica } = await openWatched(device, true);
    const told: string[] = [];
    replica.subscribe('status', () => told.push(replica.status().connection));
    device.freeze(leading);
    harness.goOffline();

    await harness.world.pass(MINUTE_MS);

    expect(told).toEqual(['connecting', 'offline']);
  });

  test('[W3] keeps the lead from a hidden tab until the user comes to that tab', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    const hidden = await openWatched(device, false);
    const { connections } = device;
    device.freeze(leading);
    await harness.world.pass(60 * MINUTE_MS);
    expect(device.connections).toBe(connections);

    hidden.show(true);
    await harness.world.pass(6_000);

    expect(device.connections).toBe(connections + 1);
    expect(hidden.replica.status()).toEqual(IN_STEP);
  });

  test('[W3] loses the lead to a visible tab that opens later', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    device.freeze(leading);
    await renameElsewhere(harness, 'Changed elsewhere');

    const { replica } = await openWatched(device, true);
    expect(replica.status().connection).toBe('connecting');
    await harness.world.pass(6_000);

    expect(replica.status()).toEqual(IN_STEP);
    expect(replica.get('task', t1)?.name).toBe('Changed elsewhere');
  });

  test('[W3] follows when it runs again hours later, and leads when its turn comes', async () => {
    const { device, tab: former } = await harness.deviceWithTasks(1);
    const next = await openWatched(device, true);
    await harness.perform(renameTask(1, 'Before'), former.replica);
    device.freeze(former);
    await harness.world.pass(MINUTE_MS);
    await harness.perform(renameTask(1, 'Meanwhile'), next.replica);
    await passWithBeats(harness, 180);
    const { connections } = device;

    harness.world.thaw(former.process);
    await passWithBeats(harness, 10);

    for (const { replica } of [former, next]) {
      expect(replica.status()).toEqual(IN_STEP);
      expect(replica.get('task', t1)?.name).toBe('Meanwhile');
    }
    expect(device.connections).toBe(connections);
    device.kill(next);
    await harness.perform(renameTask(1, 'After'), former.replica);
    expect(former.replica.status()).toEqual(IN_STEP);
    expect(device.connections).toBe(connections + 1);
  });

  test('[W3] hears from the new leader that it is offline when it runs again, and does not connect itself', async () => {
    const { device, tab: former } = await harness.deviceWithTasks(1);
    const next = await openWatched(device, true);
    device.freeze(former);
    await harness.world.pass(MINUTE_MS);
    harness.goOffline();
    await harness.world.pass(60 * MINUTE_MS);
    const { connections } = device;

    harness.world.thaw(former.process);
    await harness.world.rest();

    expect(device.connections).toBe(connections);
    for (const { replica } of [former, next]) expect(replica.status().connection).toBe('offline');
  });

  test('[W3] does not report itself online when it runs again while it stores its first patch', async () => {
    const device = harness.device();
    const { promise: stored, resolve: goOn } = Promise.withResolvers<void>();
    const former = await device.openTab(({ disk }) => ({
      disk: { ...disk!, applyPatch: (patch) => stored.then(() => disk!.applyPatch(patch)) },
    }));
    // Its socket stays open, and no other socket can open.
    harness.world.freeze(former.process);
    harness.network.servers = [];
    const tabs = [await openWatched(device, true), await openWatched(device, false)];
    await harness.world.pass(6_000);

    harness.world.thaw(former.process);
    await harness.settle();
    goOn();
    await harness.settle();

    for (const { replica } of [former, ...tabs]) expect(replica.status().connection).toBe('offline');
  });

  test('[W3] is replaced by a tab that is not robbed in turn while it reads the disk', async () => {
    const device = harness.device();
    const { promise: read, resolve: goOn } = Promise.withResolvers<void>();
    const leading = await device.openTab();
    let isSlow = false;
    const slow = await device.openTab(({ disk }) => ({
      disk: { ...disk!, outline: () => (isSlow ? read.then(() => disk!.outline()) : disk!.outline()) },
    }));
    isSlow = true;
    device.freeze(leading);
    await harness.world.pass(MINUTE_MS);
    expect(slow.replica.status().connection).toBe('connecting');

    const { replica } = await openWatched(device, true);
    await harness.world.pass(10 * MINUTE_MS);
    expect(harness.world.coverage.counts.robbed).toBe(1);

    goOn();
    await harness.settle();
    for (const tab of [slow.replica, replica]) expect(tab.status()).toEqual(IN_STEP);
  });

  test('[W3] does not lose the lead to a tab that was closed', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    const { replica } = await openWatched(device, true);
    device.freeze(leading);
    replica.close();

    await harness.world.pass(10 * MINUTE_MS);

    expect(harness.world.coverage.counts.robbed).toBe(0);
  });

  test('[W3] loses the lead also when it got the lock while frozen', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    const frozen = await openWatched(device, false);
    const { replica } = await openWatched(device, true);
    device.freeze(frozen);
    device.kill(leading);
    await renameElsewhere(harness, 'Changed elsewhere');
    await harness.world.pass(MINUTE_MS);
    expect(replica.get('task', t1)?.name).toBe('Changed elsewhere');

    harness.world.thaw(frozen.process);
    await harness.settle();

    for (const tab of [replica, frozen.replica]) expect(tab.status()).toEqual(IN_STEP);
  });

  test('[W17] a tab that works in memory robs no other tab', async () => {
    const { device, tab: leading } = await harness.deviceWithTasks(1);
    const { replica } = await device.openTab(() => ({ disk: null }));
    const { connections } = device;

    await passWithBeats(harness, 10);

    expect(replica.status().storage).toBe('memory');
    expect(device.connections).toBe(connections);
    expect(leading.replica.status()).toEqual(IN_STEP);
  });
});

test('[W9] a tab that was frozen does not go back to an older version by an old message', async () => {
  const { device } = await harness.deviceWithTasks(1);
  let receive: (message: TabMessage) => void = () => {};
  const { replica } = await device.openTab(({ joinTabs }) => ({
    joinTabs: (given) => joinTabs((receive = given)),
  }));
  const nothing = { load: null, tables: [], rows: {}, settled: [], rejections: [] };

  receive({ type: 'patch', patch: { ...nothing, from: 0, to: 0 } });
  await harness.settle();

  expect(replica.lists.days.today()).toEqual([t1]);
  await renameElsewhere(harness, 'Changed elsewhere');
  expect(replica.get('task', t1)?.name).toBe('Changed elsewhere');
});
