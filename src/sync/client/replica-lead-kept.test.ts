import { expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import { renameTask, sampleId } from '#src/sync/testing/samples.ts';
import { MINUTE_MS, openWatched, renameElsewhere } from '#src/sync/testing/watched-tabs.ts';

const t1 = sampleId('task', 1);

test('[W3] a running leading tab is not robbed while it is offline, because it answers', async () => {
  const device = harness.device();
  const tabs = [
    await openWatched(device, false),
    await openWatched(device, true),
    await openWatched(device, true),
  ];
  harness.goOffline();

  await harness.world.pass(60 * MINUTE_MS);

  for (const { replica } of tabs) expect(replica.status().connection).toBe('offline');
  // Only the leading tab tries to connect.
  expect(tabs.map(({ posted }) => posted.some(({ type }) => type === 'leads'))).toEqual([true, false, false]);
});

test('[W3] a running leading tab is not robbed while the user must sign in, nor by tabs that come and go', async () => {
  const device = harness.device();
  const leading = await openWatched(device, false);
  device.session = null;
  leading.replica.reconnect();
  const other = await openWatched(device, true);
  const { connections } = device;

  for (let visit = 0; visit < 50; visit++) {
    other.show(visit % 2 === 0);
    await harness.world.pass(MINUTE_MS / 3);
  }

  expect(device.connections).toBe(connections);
  expect(other.replica.status().connection).toBe('signed-out');
});

test('[W3] a running leading tab is not robbed by a tab that slept and has not read the answer yet', async () => {
  const device = harness.device();
  const leading = await openWatched(device, false);
  const other = await openWatched(device, true);
  harness.goOffline();
  await harness.settle();
  for (let time = 0; time < 20; time++) {
    other.show(true);
    harness.world.freeze(other.process);
    await harness.world.pass(60 * MINUTE_MS);
    harness.world.thaw(other.process);
    await harness.world.pass(6_000);
  }

  expect(leading.replica.status().connection).toBe('offline');
  expect(other.posted.some(({ type }) => type === 'leads')).toBe(false);
});

test('[W3] a leading tab that was busy for long is robbed and no longer reports its connection, and all tabs are right', async () => {
  const { device, tab: leading } = await harness.deviceWithTasks(1);
  const other = await openWatched(device, true);
  harness.world.freeze(leading.process);
  // Its socket stays open.
  await renameElsewhere(harness, 'Changed elsewhere');
  await harness.world.pass(MINUTE_MS);
  await harness.perform(renameTask(1, 'Changed here'), other.replica);
  harness.goOffline();
  await harness.settle();

  harness.world.thaw(leading.process);
  await harness.settle();

  for (const { replica } of [leading, other]) {
    expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 0 });
    expect(replica.get('task', t1)?.name).toBe('Changed here');
  }
});
