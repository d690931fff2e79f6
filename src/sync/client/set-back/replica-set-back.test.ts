import { describe, expect, test } from 'vitest';
import type { MutatorArgs, Operation } from '#src/tables/operations.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import type { HarnessDevice, HarnessTab } from '#src/sync/testing/replica-harness.ts';
import {
  addCollection,
  addTask,
  completeTask,
  deleteTask,
  IN_STEP,
  renameTask,
  sampleId,
  taskIds,
} from '#src/sync/testing/samples.ts';
import { MINUTE_MS } from '#src/sync/testing/watched-tabs.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { inSendingOrder, standingOf } from './standing.ts';

/** The lost changes that the device offers to send again, as `name row`. */
function offers(replica: Replica): string[] {
  return replica
    .rejections()
    .filter(({ code }) => code === 'SET_BACK')
    .map(({ mutation }) => `${mutation.name} ${taskNumber(mutation.args.id)}`)
    .toSorted();
}

function taskNumber(id: string): string {
  return String(Number(id.slice(-12)));
}

/** Sends all lost changes again, as the user does. */
async function sendAgain(replica: Replica): Promise<void> {
  const lost = inSendingOrder(replica.rejections());
  const operations = lost.map(({ mutation: { name, args } }) => ({ name, args }) as Operation);
  await harness.finish(replica.history.do(operations));
}

/** A device with tasks 1 to 3. After `backup` was made, it added task 4, renamed 1, completed 2 and deleted 3. */
async function deviceAhead(): Promise<{ device: HarnessDevice; tab: HarnessTab; backup: string }> {
  const { device, tab } = await harness.deviceWithTasks(3);
  const backup = harness.backUp();
  for (const mutation of [addTask(4), renameTask(1, 'Mine'), completeTask(2), deleteTask(3)])
    await harness.perform(mutation, tab.replica);
  return { device, tab, backup };
}

const ALL = ['task.add 4', 'task.complete 2', 'task.delete 3', 'task.edit 1'];

describe.each([
  ['a restore by the command', { byCopy: false }],
  ['a mere copy of the file', { byCopy: true }],
])('[W20] after %s', (_, how) => {
  test('a device keeps the lost changes, and sends them again when the user says so', async () => {
    const { device, tab, backup } = await deviceAhead();
    const follower = await device.openTab();
    await harness.setBack(backup, how);
    await harness.reconnect(tab.replica);

    for (const { replica } of [tab, follower]) {
      expect(offers(replica)).toEqual(ALL);
      expect(replica.status()).toEqual(IN_STEP);
      expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3));
    }
    expect((await device.load()).rejections).toHaveLength(4);
    expect(tab.replica.rejections()[0]?.setBack).toMatchObject({ to: expect.any(Number) as number });

    await sendAgain(follower.replica);

    for (const { replica } of [tab, follower]) {
      expect(offers(replica)).toEqual([]);
      expect(replica.lists.days.today()).toEqual(taskIds(1, 4));
      expect(replica.get('task', sampleId('task', 1))?.name).toBe('Mine');
      expect(replica.get('task', sampleId('task', 2))?.completedAt).toBe(25);
    }
    expect((await device.load()).rejections).toEqual([]);
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 4));

    await harness.finish(follower.replica.history.undo());
    expect(await harness.tasksElsewhere()).toEqual(taskIds(1, 2, 3));
  });

  test('another device offers the same changes until the first device has sent them', async () => {
    const { tab, backup } = await deviceAhead();
    const { replica: other } = await harness.device().openTab();
    await harness.setBack(backup, how);
    await harness.reconnect(tab.replica);
    other.reconnect();
    await harness.settle();
    expect(offers(other)).toEqual(ALL);
    expect(
      other
        .rejections()
        .map(({ mutation }) => mutation.id)
        .toSorted(),
    ).toEqual(
      tab.replica
        .rejections()
        .map(({ mutation }) => mutation.id)
        .toSorted(),
    );

    await sendAgain(tab.replica);

    expect(offers(other)).toEqual([]);
    expect(other.lists.days.today()).toEqual(taskIds(1, 4));
  });

  test('changes that two devices send again happen once', async () => {
    const { tab, backup } = await deviceAhead();
    const { replica: other } = await harness.device().openTab();
    await harness.setBack(backup, how);
    await harness.reconnect(tab.replica);
    other.reconnect();
    await harness.settle();
    harness.goOffline();
    await harness.settle();

    await sendAgain(tab.replica);
    await sendAgain(other);
    await harness.reconnect(tab.replica);
    other.reconnect();
    await harness.settle();

    for (const replica of [tab.replica, other]) {
      expect(replica.rejections()).toEqual([]);
      expect(replica.status()).toEqual(IN_STEP);
      expect(replica.lists.days.today()).toEqual(taskIds(1, 4));
    }
  });
});

describe('[W20] a server that was set back', () => {
  test('is noticed by a device that was away, and its change of a row that another device changed since is disputed', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const backup = harness.backUp();
    const edit = (name: string, replica: Replica) =>
      harness.finish(
        replica.mutate('task.edit', { id: sampleId('task', 1), changes: { name }, at: harness.world.now }),
      );
    await edit('Mine', tab.replica);
    const away = harness.device();
    const { replica } = await away.openTab();
    harness.goOffline();
    await harness.settle();
    await harness.setBack(backup);
    device.kill(tab);
    const { replica: other } = await harness.device().openTab();
    await edit('Theirs', other);
    replica.reconnect();
    await harness.settle();

    const [rejection] = replica.rejections();
    expect(rejection).toMatchObject({ mutation: { name: 'task.edit', args: { changes: { name: 'Mine' } } } });
    expect(rejection && standingOf(rejection, replica.get('task', sampleId('task', 1)))).toBe('disputed');
  });

  test('gets no offers from devices that were not ahead of the backup', async () => {
    const { tab } = await harness.deviceWithTasks(3);
    const { replica: other } = await harness.device().openTab();
    const backup = harness.backUp();
    await harness.setBack(backup);
    await harness.reconnect(tab.replica);
    await harness.perform(addTask(5), tab.replica);
    other.reconnect();
    await harness.settle();

    for (const replica of [tab.replica, other]) {
      expect(replica.rejections()).toEqual([]);
      expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3, 5));
    }
  });

  test('gets the waiting mutations, and the device does not offer them a second time', async () => {
    const { device, tab, backup } = await deviceAhead();
    harness.goOffline();
    await harness.settle();
    await harness.perform(renameTask(4, 'Later'), tab.replica);
    await harness.perform(addTask(5), tab.replica);
    await harness.perform(renameTask(1, 'Newest'), tab.replica);
    await harness.setBack(backup);
    await harness.reconnect(tab.replica);

    const { replica } = tab;
    expect(offers(replica)).toEqual(ALL.slice(0, 3));
    expect(replica.rejections().filter(({ code }) => code === 'GONE')).toMatchObject([
      { mutation: { args: { changes: { name: 'Later' } } } },
    ]);
    expect(replica.get('task', sampleId('task', 1))?.name).toBe('Newest');
    expect(replica.lists.days.today()).toContain(sampleId('task', 5));
    expect((await device.load()).rejections).toHaveLength(4);
  });

  test('twice makes the device offer the changes of both losses', async () => {
    const { tab, backup } = await deviceAhead();
    await harness.setBack(backup);
    await harness.reconnect(tab.replica);
    await harness.perform(addTask(5), tab.replica);

    await harness.setBack(backup);
    await harness.reconnect(tab.replica);

    expect(offers(tab.replica)).toEqual(['task.add 4', 'task.add 5', ...ALL.slice(1)]);
  });

  /** A tab that leads on, because it hears nothing of a tab that has taken the lead from it. */
  const openDeaf = (device: HarnessDevice) =>
    device.openTab(({ joinTabs, lead }) => ({
      joinTabs: () => joinTabs(() => {}),
      lead: (events, steal) => lead({ ...events, robbed: () => {} }, steal),
    }));

  test('[W9.11] gets the changes that another tab than the leading one has stored', async () => {
    const device = harness.device();
    const former = await openDeaf(device);
    await harness.perform(addCollection(1), former.replica);
    device.freeze(former);
    const next = await device.openTab();
    await harness.world.pass(MINUTE_MS);
    const backup = harness.backUp();
    await harness.perform(addTask(1), next.replica);
    device.kill(next);
    await harness.setBack(backup);

    harness.world.thaw(former.process);
    await harness.reconnect(former.replica);

    expect(offers(former.replica)).toEqual(['task.add 1']);
  });

  test('[W9.11] gets the changes of a device on which a tab that was frozen stores an old patch', async () => {
    const device = harness.device();
    const { promise: stored, resolve: goOn } = Promise.withResolvers<void>();
    const former = await device.openTab(({ disk }) => ({
      disk: { ...disk!, applyPatch: (patch) => stored.then(() => disk!.applyPatch(patch)) },
    }));
    device.freeze(former);
    const next = await device.openTab();
    await harness.world.pass(MINUTE_MS);
    const backup = harness.backUp();
    await harness.perform(addCollection(1), next.replica);
    await harness.setBack(backup);
    device.kill(next);

    goOn();
    harness.world.thaw(former.process);
    await harness.reconnect(former.replica);

    expect(offers(former.replica)).toContain('collection.add 1');
  });

  test('[W20.4] gets the trash of a device back: a task that was added and deleted offline before the backup, and sent after it', async () => {
    const { tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    const id = sampleId('task', 4);
    const at = harness.world.now;
    const { args } = addTask(4);
    await harness.perform(addTask(2), replica);
    const backup = harness.backUp();
    await harness.finish(replica.mutate('task.add', { ...args, at } as MutatorArgs<'task.add'>));
    await harness.finish(replica.mutate('task.delete', { id, at }));
    await harness.setBack(backup);
    await harness.reconnect(replica);
    expect(offers(replica)).toEqual(['task.add 4', 'task.delete 4']);

    await sendAgain(replica);

    expect(replica.rejections()).toEqual([]);
    expect(replica.lists.trash()).toEqual([id]);
  });

  test('replaces no rows of a device before that device has loaded its code for lost changes', async () => {
    const { tab: first } = await harness.deviceWithTasks(2);
    const backup = harness.backUp();
    await harness.perform(addTask(3), first.replica);
    let isThere = false;
    const device = harness.device();
    const { replica } = await device.openTab(({ loadSetBack }) => ({
      loadSetBack: () => (isThere ? loadSetBack() : Promise.reject(new Error('No network.'))),
    }));
    await harness.setBack(backup);
    await harness.reconnect(replica);
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2, 3));
    expect(harness.errors.splice(0)).not.toEqual([]);

    isThere = true;
    await harness.reconnect(replica);

    expect(offers(replica)).toEqual(['task.add 3']);
    expect(replica.lists.days.today()).toEqual(taskIds(1, 2));
  });
});
