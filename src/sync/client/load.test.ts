import { describe, expect, test } from 'vitest';
import { BreakingWire } from '#src/sync/testing/breaking-wire.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { progressOf } from '#src/sync/testing/replica-harness.ts';
import { addTask, deleteTask, IN_STEP, renameTask, sampleId, taskIds } from '#src/sync/testing/samples.ts';

test('[W16] a new device goes online in all its tabs once it has the first rows', async () => {
  await harness.deviceWithTasks(6);
  const device = harness.device();
  harness.goOffline();
  const tabs = [await device.openTab(), await device.openTab()];
  const seen = tabs.map(({ replica }) => {
    const rows: string[] = [];
    replica.subscribe('status', () => {
      if (replica.status().connection === 'online') rows.push(`${replica.lists.collections.all().length}`);
    });
    return rows;
  });

  harness.goOnline();
  tabs[0]?.replica.reconnect();
  await harness.settle();

  for (const rows of seen) {
    expect(rows).not.toEqual([]);
    expect(new Set(rows)).toEqual(new Set(['1']));
  }
});

describe('a first load', () => {
  test('[W16] comes in pages, and each page shows at once', async () => {
    await harness.deviceWithTasks(6);
    const wire = new BreakingWire(harness.world);
    const { replica } = await harness.device().openTab(wire.join);

    expect(wire.patches.map(({ rows, rest }) => [rows.task?.length ?? 0, rest?.rows])).toEqual([
      [2, 4],
      [2, 2],
      [2, undefined],
    ]);
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W16] goes on after a break where it stopped, in the same tab and in a later one', async () => {
    await harness.deviceWithTasks(6);
    const device = harness.device();
    const wire = new BreakingWire(harness.world);
    wire.breakAfter(1);
    const first = await device.openTab(wire.join);
    const halfway = { connection: 'offline', unsent: 0, load: { received: 2, missing: 4 } };
    expect(first.replica.lists.days.today()).toEqual(taskIds(1, 2));
    expect(first.replica.status()).toMatchObject(halfway);

    first.replica.close();
    wire.breakAfter(0);
    const { replica } = await device.openTab(wire.join);
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2));
    expect(replica.status()).toMatchObject(halfway);

    wire.mend();
    replica.reconnect();
    await harness.settle();

    expect(wire.hello).toMatchObject({ version: 3, loadedAt: 7 });
    expect(wire.patches.flatMap(({ rows }) => (rows.task ?? []).map(({ id }) => id))).toEqual(
      taskIds(3, 4, 5, 6),
    );
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
    expect(await device.load()).toMatchObject({ version: 7, load: null });
  });

  test('[W16] keeps changes that the user makes meanwhile on the screen, and sends them after it', async () => {
    await harness.deviceWithTasks(6);
    const device = harness.device();
    const wire = new BreakingWire(harness.world);
    wire.breakAfter(1);
    const { replica } = await device.openTab(wire.join);
    await harness.perform(renameTask(1, 'Mine'), replica);
    await harness.perform(addTask(7), replica);
    await harness.perform(renameTask(7, 'New'), replica);
    expect((await device.load()).outbox).toHaveLength(3);
    const seen: unknown[] = [];
    for (const n of [1, 7]) {
      replica.subscribe(`task:${sampleId('task', n)}`, () =>
        seen.push(replica.get('task', sampleId('task', n))?.name),
      );
    }

    wire.mend();
    replica.reconnect();
    await harness.settle();

    expect(replica.status()).toEqual(IN_STEP);
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));
    expect(seen).toEqual([]);
    const types = wire.sent.map(({ type }) => type);
    expect(types).toEqual(['hello', 'pull', 'push']);
    const { replica: elsewhere } = await harness.device().openTab();
    expect(taskIds(1, 7).map((id) => elsewhere.get('task', id)?.name)).toEqual(['Mine', 'New']);
  });

  test('[W16] includes changes that another device makes meanwhile', async () => {
    const { tab: other } = await harness.deviceWithTasks(6);
    const wire = new BreakingWire(harness.world);
    wire.breakAfter(1);
    const { replica } = await harness.device().openTab(wire.join);
    await harness.perform(renameTask(1, 'Changed'), other.replica);
    await harness.perform(deleteTask(2), other.replica);
    await harness.perform(deleteTask(5), other.replica);
    await harness.perform(addTask(7), other.replica);

    wire.mend();
    replica.reconnect();
    await harness.settle();

    expect(replica.lists.days.today()).toEqual(taskIds(1, 3, 4, 6, 7));
    expect(replica.get('task', sampleId('task', 1))?.name).toBe('Changed');
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W16] shows in the other tabs of the device, with its progress', async () => {
    await harness.deviceWithTasks(6);
    const device = harness.device();
    const wire = new BreakingWire(harness.world);
    wire.breakAfter(0);
    const tabs = [await device.openTab(wire.join), await device.openTab()];
    const told = tabs.map(progressOf);

    wire.mend();
    tabs[1]!.replica.reconnect();
    await harness.settle();

    expect(told[0]).toEqual([
      { received: 2, missing: 4 },
      { received: 4, missing: 2 },
    ]);
    expect(told[1]).toEqual(told[0]);
    for (const { replica } of tabs) {
      expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
      expect(replica.status()).toEqual(IN_STEP);
    }
  });

  test('[W16] is taken over by the next tab when the leading tab dies during the load', async () => {
    await harness.deviceWithTasks(6);
    const device = harness.device();
    const wire = new BreakingWire(harness.world);
    wire.breakAfter(1);
    const leading = await device.openTab(wire.join);
    const next = await device.openTab();
    expect(next.replica.status().load).toEqual({ received: 2, missing: 4 });

    device.kill(leading);
    await harness.settle();

    expect(next.replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect(next.replica.status()).toEqual(IN_STEP);
  });

  test('[W10] begins again when a row that it may have brought was purged since', async () => {
    const { tab: other } = await harness.deviceWithTasks(6);
    const wire = new BreakingWire(harness.world);
    wire.breakAfter(1);
    const { replica } = await harness.device().openTab(wire.join);
    await harness.perform(deleteTask(1), other.replica);
    await harness.finish(harness.server.purge('ada', 0, 0));

    wire.mend();
    replica.reconnect();
    await harness.settle();

    expect(wire.patches[0]).toMatchObject({ from: 0 });
    expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
  });
});
