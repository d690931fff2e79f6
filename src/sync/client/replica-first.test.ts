import { expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import type { HarnessDevice, HarnessTab } from '#src/sync/testing/replica-harness.ts';
import { addTask, deleteTask, IN_STEP, renameTask, task, taskIds } from '#src/sync/testing/samples.ts';

/** Opens a tab that reads no more than what is shown first, until `readAll` is called. A list begins with one task. */
async function openFirst(
  device: HarnessDevice,
): Promise<HarnessTab & { readonly readAll: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  const tab = await device.openTab(() => ({ pause: () => gate.promise }));
  const readAll = async () => {
    gate.resolve();
    await harness.settle();
  };
  return { ...tab, readAll };
}

test('[W18] a tab shows what its lists begin with, counts the rest, and has all a moment later', async () => {
  const { device } = await harness.deviceWithTasks(6);

  const { replica, readAll } = await openFirst(device);

  expect(replica.hasAll).toBe(false);
  expect(replica.lists.days.today()).toEqual(taskIds(1));
  expect(replica.lists.count('today')).toBe(6);
  const shown = replica.get('task', taskIds(1)[0]!);
  await readAll();
  expect(replica.hasAll).toBe(true);
  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
  expect(replica.lists.count('today')).toBe(6);
  expect(replica.get('task', taskIds(1)[0]!)).toBe(shown);
});

test('[W18] what a user does with what is shown first ends as if all had been there', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  const { replica, readAll } = await openFirst(device);

  await harness.perform(renameTask(1, 'Changed'), replica);
  await harness.perform(addTask(7), replica);
  expect(replica.lists.count('today')).toBe(7);
  await readAll();

  expect(replica.status()).toEqual(IN_STEP);
  for (const each of [replica, tab.replica]) {
    expect(each.get('task', taskIds(1)[0]!)?.name).toBe('Changed');
    expect(each.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));
  }
  expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2, 3, 4, 5, 6, 7));
});

test('[W18] what another tab changes meanwhile is there in the end', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  const { replica, readAll } = await openFirst(device);

  await harness.perform(deleteTask(1), tab.replica);
  await readAll();

  expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
});

test('[W18] with changes that wait, they are shown first too', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  harness.goOffline();
  await harness.perform(deleteTask(1), tab.replica);
  await harness.perform(renameTask(5, 'Waiting'), tab.replica);

  const { replica, readAll } = await openFirst(device);

  expect(replica.hasAll).toBe(false);
  expect(replica.lists.days.today()).toEqual(taskIds(2, 5));
  expect(replica.lists.count('today')).toBe(5);
  expect(replica.status().unsent).toBe(2);
  await readAll();
  expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
});

test('[W18] a change that nobody has told of in it is never missing on the screen', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  harness.goOffline();
  // So soon after it, the device still keeps what was shown before.
  const saved = tab.replica.mutate('task.delete', { id: taskIds(1)[0]!, at: 20 });
  await harness.world.rest();
  await saved;
  device.kill(tab);

  const { replica } = await openFirst(device);

  expect(replica.hasAll).toBe(true);
  expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
});

test('[W18] nothing is taken back before all is there', async () => {
  const { device, tab } = await harness.deviceWithTasks(5);
  await harness.finish(tab.replica.history.do([addTask(6, task(6))]));
  const { replica, readAll } = await openFirst(device);

  const undone = replica.history.undo();
  await readAll();

  expect(await harness.finish(undone)).toMatchObject({ error: null });
  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5));
});

test('[W18] a disk that is lost meanwhile gets back no rows from what is only a part of them', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  device.kill(tab);
  const { replica, readAll } = await openFirst(device);

  device.disk.erase();
  await readAll();

  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
  expect((await device.load()).rows.task).toHaveLength(6);
});

test('[W18] a tab that has got all from a disk that was lost as it opened goes on with all', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  const opening = device.openTab(({ disk, startTimer }) => ({
    disk: {
      ...disk!,
      // Meanwhile the other tab gives the disk back what it lost, and after the next change what is shown first.
      loadFirst: () => new Promise<void>((done) => startTimer(2_000, done)).then(() => disk!.loadFirst()),
    },
  }));
  const shown = opening.then(({ replica }) => replica.lists.days.today());

  device.disk.erase();
  const changed = tab.replica.mutate('task.edit', {
    id: taskIds(1)[0]!,
    changes: { name: 'Changed' },
    at: 20,
  });
  await harness.world.pass(10_000);
  await changed;

  expect(await shown).toEqual(taskIds(1, 2, 3, 4, 5, 6));
});
