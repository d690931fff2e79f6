import { describe, expect, test } from 'vitest';
import { BreakingWire } from '#src/sync/testing/breaking-wire.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { progressOf, type HarnessTab, type HarnessDevice } from '#src/sync/testing/replica-harness.ts';
import { addTask, deleteTask, IN_STEP, renameTask, sampleId, taskIds } from '#src/sync/testing/samples.ts';
import type { Replica } from './replica.ts';
import type { Progress } from '#src/sync/client/state/tab-state.ts';

/** The number of shown tasks after each change. */
function lengthsOf(replica: Replica): number[] {
  const lengths: number[] = [];
  replica.subscribe('today', () => lengths.push(replica.lists.days.today().length));
  return lengths;
}

describe('a device that was away for so long that tombstones it lacks are purged', () => {
  /** The device has all six tasks and a broken wire. On the server, task 1 is purged and task 2 has another name. */
  async function awayDevice(): Promise<{ device: HarnessDevice; wire: BreakingWire; tab: HarnessTab }> {
    const { tab: other } = await harness.deviceWithTasks(6);
    const device = harness.device();
    const wire = new BreakingWire(harness.world);
    const tab = await device.openTab(wire.join);
    wire.breakAfter(0);
    tab.replica.reconnect();
    await harness.settle();
    await harness.perform(deleteTask(1), other.replica);
    await harness.perform(renameTask(2, 'Changed'), other.replica);
    await harness.finish(harness.server.purge('ada', 0, 0));
    return { device, wire, tab };
  }

  test('[W10] loads all rows again without shrinking its list meanwhile, and sends its outbox', async () => {
    const { device, wire, tab } = await awayDevice();
    const { replica } = tab;
    await harness.perform(renameTask(3, 'Mine'), replica);
    await harness.perform(addTask(7), replica);
    const lengths = lengthsOf(replica);

    wire.mend();
    replica.reconnect();
    await harness.settle();

    expect(wire.patches.filter(({ rest }) => rest).length).toBeGreaterThan(1);
    expect(lengths).not.toContain(0);
    expect(Math.min(...lengths)).toBe(6);
    expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6, 7));
    expect(replica.get('task', sampleId('task', 1))).toBeUndefined();
    expect(replica.get('task', sampleId('task', 2))?.name).toBe('Changed');
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).rows.task).toHaveLength(6);
    const { replica: elsewhere } = await harness.device().openTab();
    expect(taskIds(3, 7).map((id) => elsewhere.get('task', id)?.name)).toEqual(['Mine', 'Task 7']);
  });

  test('[W10] keeps its change of a purged row for the user when the server rejects it', async () => {
    const { wire, tab } = await awayDevice();
    await harness.perform(renameTask(1, 'Mine'), tab.replica);

    wire.mend();
    tab.replica.reconnect();
    await harness.settle();

    expect(tab.replica.rejections()).toMatchObject([{ code: 'GONE' }]);
    expect(tab.replica.status()).toEqual(IN_STEP);
  });

  test('[W16] goes on showing its old rows when the load breaks off, and begins the load again', async () => {
    const { device, wire, tab } = await awayDevice();
    const { replica } = tab;
    const follower = await device.openTab();
    const told = [progressOf(tab), progressOf(follower)];
    wire.mend();
    wire.breakAfter(2);
    replica.reconnect();
    await harness.settle();

    for (const shown of [replica, follower.replica]) {
      expect(shown.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
      expect(shown.status()).toMatchObject({ connection: 'offline', unsent: 0, load: null });
    }
    expect(told[0]).toEqual([
      { received: 2, missing: 3 },
      { received: 4, missing: 1 },
    ]);
    expect(told[1]).toEqual(told[0]);
    expect(await device.load()).toMatchObject({ version: 7, load: null });

    wire.mend();
    replica.reconnect();
    await harness.settle();

    expect(wire.hello).toMatchObject({ version: 7, loadedAt: 0 });
    for (const shown of [replica, follower.replica]) {
      expect(shown.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
      expect(shown.status()).toEqual(IN_STEP);
    }
  });

  test('[W16] keeps the progress on the screen when the user makes a change during the load', async () => {
    const { wire, tab } = await awayDevice();
    const { replica } = tab;
    const told: (Progress | null)[] = [];
    wire.mend();
    const stop = replica.subscribe('status', () => {
      if (!replica.status().load) return;
      stop();
      void replica.mutate('task.complete', { id: sampleId('task', 3), at: 40 });
      told.push(replica.status().load);
    });
    replica.reconnect();
    await harness.settle();

    expect(told).toEqual([{ received: 2, missing: 3 }]);
    expect(replica.get('task', sampleId('task', 3))?.completedAt).toBe(40);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('[W16] drops pages that still wait when the connection breaks, so that they do not follow its old rows', async () => {
    const { device, wire, tab } = await awayDevice();
    tab.replica.close();
    let isBusy = false;
    const { promise: rested, resolve: rest } = Promise.withResolvers<void>();
    const { replica } = await device.openTab((options) => ({
      ...wire.join(options),
      disk: {
        ...options.disk!,
        outline: async () => {
          if (isBusy) await rested;
          return options.disk!.outline();
        },
      },
    }));
    wire.mend();
    replica.reconnect();
    while (wire.patches.length === 0) await harness.world.advance();
    // A beat makes the leading tab read its disk. That takes so long that all other pages come meanwhile.
    isBusy = true;
    void harness.server.hub.beat();
    await harness.settle();
    expect(wire.patches.at(-1)?.rest).toBeNull();
    wire.breakAfter(0);
    harness.goOffline();
    await harness.settle();
    isBusy = false;
    rest();
    await harness.settle();

    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
    expect((await device.load()).version).toBe(7);

    wire.mend();
    await harness.reconnect(replica);

    expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
    expect(replica.status()).toEqual(IN_STEP);
  });
});
