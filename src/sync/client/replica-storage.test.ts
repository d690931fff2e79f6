import { describe, expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import {
  addTask,
  collection,
  IN_STEP,
  renameTask,
  sampleId,
  task,
  taskIds,
} from '#src/sync/testing/samples.ts';
import { StorageFailed } from '#src/sync/client/state/outbox.ts';

const full = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));

describe('a disk that is erased under its tabs', () => {
  test('[W17] gets all data back from the memory of its tabs while offline, and the changes reach the server', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const other = await device.openTab();
    harness.goOffline();
    await harness.perform(addTask(2, task(2)), tab.replica);
    await harness.perform(addTask(3, task(3)), other.replica);
    const before = await device.load();

    device.disk.erase();
    await harness.settle();

    expect(await device.load()).toMatchObject({ ...before, outbox: [{}, {}] });
    for (const { replica } of [tab, other]) {
      expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3));
      expect(replica.status()).toMatchObject({ unsent: 2, storage: 'kept' });
    }
    device.kill(tab);
    device.kill(other);
    const next = await device.openTab();
    expect(next.replica.lists.days.today()).toEqual(taskIds(1, 2, 3));
    await harness.reconnect(next.replica);
    expect(next.replica.status()).toEqual(IN_STEP);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2, 3));
  });

  test('[W17] gets all data back while online, and the tabs stay in step', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const other = await device.openTab();

    device.disk.erase();
    const saved = harness.perform(addTask(2, task(2)), other.replica);
    await harness.finish(saved);
    await harness.perform(addTask(3, task(3)), tab.replica);

    for (const { replica } of [tab, other]) {
      expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3));
      expect(replica.status()).toEqual(IN_STEP);
    }
    expect(await device.load()).toMatchObject({ rows: { collection: [collection(1)] }, outbox: [] });
    expect((await device.load()).rows.task).toHaveLength(3);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2, 3));
  });

  test('[W17] gets the changes that only one tab knows, in the order of that tab, also when another tab fills it first', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    let isMute = true;
    const silent = await device.openTab(({ joinTabs }) => ({
      joinTabs: (receive) => {
        const tabs = joinTabs(receive);
        return { ...tabs, post: (message) => isMute || tabs.post(message) };
      },
    }));
    harness.goOffline();
    for (const n of [2, 3, 4]) await harness.perform(addTask(n, task(n)), silent.replica);
    expect(tab.replica.lists.days.today()).toEqual(taskIds(1));
    isMute = false;

    device.disk.erase();
    await harness.perform(addTask(5, task(5)), tab.replica);
    await harness.perform(addTask(6, task(6)), silent.replica);

    const { outbox } = await device.load();
    const order = outbox.map(({ mutation }) => mutation.args.id);
    expect(order.toSorted()).toEqual(taskIds(2, 3, 4, 5, 6));
    expect(order.filter((id) => id !== sampleId('task', 5))).toEqual(taskIds(2, 3, 4, 6));
    await harness.reconnect(tab.replica);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
  });

  test('[W1] [W17] loses no write whose answer is still on its way', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    harness.goOffline();
    // Each erasure comes one step later, until the write is complete before it.
    for (let steps = 0; steps < 8; steps++) {
      const n = 10 + steps;
      const saved = harness.perform(addTask(n, task(n)), tab.replica);
      for (let step = 0; step < steps; step++) await harness.world.advance();
      device.disk.erase();
      await harness.finish(saved);
      expect((await device.load()).outbox.map(({ mutation }) => mutation.args.id)).toEqual(
        taskIds(...Array.from({ length: steps + 1 }, (_, i) => 10 + i)),
      );
    }
  });

  test('[W14] [W17] gets its rejections back', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const elsewhere = await harness.device().openTab();
    device.session = null;
    tab.replica.reconnect();
    await harness.settle();
    const edit = { id: sampleId('task', 1), changes: { name: 'Mine' }, at: 5 };
    await harness.finish(tab.replica.mutate('task.edit', edit));
    await harness.finish(elsewhere.replica.mutate('task.delete', { id: edit.id, at: 4 }));
    device.session = 'ada';
    await harness.reconnect(tab.replica);
    const rejections = tab.replica.rejections();
    expect(rejections).toMatchObject([{ code: 'GONE' }]);

    device.disk.erase();
    await harness.settle();

    expect((await device.load()).rejections).toEqual(rejections);
    expect((await device.openTab()).replica.rejections()).toEqual(rejections);
  });

  test('[W17] leaves a tab that cannot open it again in memory, by itself', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const lost = await device.openTabWithTrouble({ reopen: full });
    harness.goOffline();
    await harness.perform(addTask(2, task(2)), lost.replica);
    lost.break();

    device.disk.erase();
    await harness.settle();

    expect(lost.replica.status()).toMatchObject({ unsent: 1, storage: 'memory' });
    expect(tab.replica.status()).toMatchObject({ unsent: 1, storage: 'kept' });
    device.kill(tab);
    // This tab can store no new change, but keeps the change that was safe before.
    await expect(harness.perform(addTask(3, task(3)), lost.replica)).rejects.toBeInstanceOf(StorageFailed);
    expect(lost.replica.status()).toMatchObject({ unsent: 1, storage: 'memory' });
    await harness.reconnect(lost.replica);
    await harness.perform(addTask(3, task(3)), lost.replica);
    expect(lost.replica.status()).toEqual({ ...IN_STEP, storage: 'memory' });
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2, 3));
  });
});

describe('a disk that reports a failure for a write that it has carried out', () => {
  test('[W1] makes each change of the history once, although the write is repeated', async () => {
    const { device } = await harness.deviceWithTasks(1);
    let writes = 0;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        changeHistory: async (change) => {
          const told = await disk!.changeHistory(change);
          if (writes++ % 2 === 0) throw new Error('The answer got lost.');
          return told;
        },
      },
    }));
    const name = () => replica.get('task', sampleId('task', 1))?.name;
    const { history } = replica;
    for (const n of ['First', 'Second']) await harness.finish(history.do([renameTask(1, n)]));

    const seen: unknown[] = [];
    for (const move of ['undo', 'redo', 'undo', 'undo', 'undo', 'redo'] as const) {
      await harness.finish(history[move]());
      seen.push(name());
    }

    expect(seen).toEqual(['First', 'Second', 'First', 'Task 1', 'Task 1', 'First']);
  });
});
