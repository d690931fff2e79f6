import { expect, test } from 'vitest';
import { harness } from '#src/sync/testing/each-harness.ts';
import type { HarnessDevice, HarnessTab } from '#src/sync/testing/replica-harness.ts';
import { addTask, deleteTask, IN_STEP, renameTask, task, taskIds } from '#src/sync/testing/samples.ts';

/** Opens a tab that reads only the first rows until `readAll` is called. Each list begins with one task. */
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

test('[W18] a tab shows its first rows, counts the rest, and has all rows a moment later', async () => {
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

test('[W18] changes made on the first rows end as if all rows had been there', async () => {
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

test('[W18] changes that another tab makes during the read are there in the end', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  const { replica, readAll } = await openFirst(device);

  await harness.perform(deleteTask(1), tab.replica);
  await readAll();

  expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
});

test('[W18] the first rows show waiting changes too', async () => {
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

test('[W18] a change that the kept first rows lack is never missing on the screen', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  harness.goOffline();
  // So soon after the change, the device still keeps the first rows from before.
  const saved = tab.replica.mutate('task.delete', { id: taskIds(1)[0]!, at: 20 });
  await harness.world.rest();
  await saved;
  device.kill(tab);

  const { replica } = await openFirst(device);

  expect(replica.hasAll).toBe(true);
  expect(replica.lists.days.today()).toEqual(taskIds(2, 3, 4, 5, 6));
});

test('[W18] an undo waits until all rows are read', async () => {
  const { device, tab } = await harness.deviceWithTasks(5);
  await harness.finish(tab.replica.history.do([addTask(6, task(6))]));
  const { replica, readAll } = await openFirst(device);

  const undone = replica.history.undo();
  await readAll();

  expect(await harness.finish(undone)).toMatchObject({ error: null });
  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5));
});

test('[W18] a disk that is lost during the read does not get the first rows back as all rows', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  device.kill(tab);
  const { replica, readAll } = await openFirst(device);

  device.disk.erase();
  await readAll();

  expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 4, 5, 6));
  expect((await device.load()).rows.task).toHaveLength(6);
});

test('[W18] a tab that got all rows from a refilled disk while it opened keeps all rows', async () => {
  const { device, tab } = await harness.deviceWithTasks(6);
  const opening = device.openTab(({ disk, startTimer }) => ({
    disk: {
      ...disk!,
      // Meanwhile the other tab fills the lost disk again, and keeps the first rows after the next change.
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
