import { describe, expect, test } from 'vitest';
import { TABLE_NAMES } from '#src/domain/schema/index.ts';
import { bench } from '#src/sync/testing/each-bench.ts';
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
import type { DeviceEvents } from './replica-options.ts';

const t1 = sampleId('task', 1);

describe('tabs', () => {
  test('[W3] one talks to the server; when it dies, the next sends what it left', async () => {
    const device = bench.device();
    const leading = await device.openTab();
    const next = await device.openTab();
    await bench.perform(addCollection(1), leading.replica);
    expect(device.connections).toBe(1);
    bench.goOffline();
    await bench.perform(addTask(1), leading.replica);
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

    await bench.perform(addCollection(1), next.replica);

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
    await bench.perform(addCollection(1), elsewhere);
    await bench.perform(addTask(1), elsewhere);

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
    await bench.perform(addCollection(1), elsewhere);
    await bench.settle();

    expect(failures).toBeLessThan(0);
    expect(replica.collections()).toEqual([collection(1)]);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W9] a tab that is behind the device loads it anew, and goes on from there', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.perform(addCollection(1), replica);
    const { replica: elsewhere } = await bench.device().openTab();
    const ahead = {
      from: 1,
      to: 9,
      load: null,
      tables: ['collection', 'task'],
      rows: { collection: [], task: [task(5)] },
      settled: [],
      rejections: [],
    };
    await bench.finish(device.disk.storeFor(new Process()).applyPatch(ahead));

    await bench.perform(addTask(1), elsewhere);
    await bench.settle();

    expect(await device.load()).toMatchObject({ version: 2, rows: { task: [task(1)] } });
    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[S3] a device whose rows are from before there was a table gets them all anew', async () => {
    const { replica: elsewhere } = await bench.device().openTab();
    await bench.perform(addCollection(1), elsewhere);
    await bench.perform(mutation(2, 'setting.set', { id: 'theme', value: 'dark', at: 2 }), elsewhere);
    const older = {
      from: 0,
      to: 2,
      load: null,
      tables: ['collection', 'task'],
      rows: { collection: [collection(1)] },
      settled: [],
      rejections: [],
    };
    const device = bench.device();
    await bench.finish(device.disk.storeFor(new Process()).applyPatch(older));

    const { replica } = await device.openTab();
    await bench.settle();

    expect(replica.setting('theme')?.value).toBe('dark');
    expect(await device.load()).toMatchObject({ version: 2, tables: TABLE_NAMES });
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
    await bench.perform(addCollection(1), leading.replica);
    expect(next.replica.status().unsent).toBe(1);

    device.kill(leading);
    await bench.settle();

    expect(next.replica.status()).toEqual(IN_STEP);
    expect(next.replica.collections()).toEqual([collection(1)]);
    expect(await device.load()).toMatchObject({ rows: { collection: [collection(1)] }, outbox: [] });
  });

  test('[W3] and so are the others: what was answered waits in none of them, what was refused is listed in all', async () => {
    const device = bench.device();
    const [leading, next, last] = [await device.openTab(), await device.openTab(), await device.openTab()];
    await bench.perform(addCollection(1), leading.replica);
    bench.goOffline();
    await bench.perform(addTask(1), leading.replica);
    expect([next, last].map(({ replica }) => replica.status().unsent)).toEqual([1, 1]);
    const { version, outbox } = await device.load();
    const { mutation } = outbox[0]!;
    const rejections = [{ mutation, code: 'INVALID' as const, at: 9 }];
    const nothing = { from: version, to: version, load: null, tables: ['collection', 'task'], rows: {} };
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
    await bench.perform(addCollection(1), replica);
    const dead = device.disk.storeFor(new Process());
    await bench.finish(dead.addToOutbox([addTask(1)]));
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
    await bench.perform(addCollection(1), replica);
    await bench.finish(device.disk.storeFor(new Process()).addToOutbox([addTask(1)]));
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
});
