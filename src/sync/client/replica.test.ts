import { describe, expect, test, vi } from 'vitest';
import { addDays } from '#src/domain/time/calendar-day.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { HarnessDevice } from '#src/sync/testing/replica-harness.ts';
import { addCollection, addTask, IN_STEP, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Replica } from './replica.ts';

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

const mutate = (replica: Replica, { name, args }: Mutation) => replica.mutate(name, args);

describe('a change', () => {
  test('[W1] shows in the same task as the action, is saved once the device has it, then reaches the server', async () => {
    const device = harness.device();
    const { replica } = await device.openTab();
    await harness.perform(addCollection(1), replica);
    const heard = vi.fn<() => void>();
    replica.subscribe('today', heard);
    replica.subscribe('status', heard);
    let isSaved = false;

    const saved = mutate(replica, addTask(1)).then(() => (isSaved = true));

    expect(replica.lists.days.today()).toEqual([t1]);
    expect(replica.get('task', t1)).toEqual(task(1));
    expect(replica.status().unsent).toBe(1);
    expect(heard).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    expect(isSaved).toBe(false);

    await harness.finish(saved);
    expect(replica.status()).toEqual(IN_STEP);
    const other = await harness.device().openTab();
    expect(other.replica.get('task', t1)).toEqual(task(1));
  });

  test('[W1] that the device cannot store is undone with all later ones, and its promise rejects', async () => {
    const device = harness.device();
    let isFull = true;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        addToOutbox: (mutations) =>
          isFull ? Promise.reject(new Error('disk full')) : disk!.addToOutbox(mutations),
      },
    }));
    harness.goOffline();
    await harness.settle();
    const heard = vi.fn<() => void>();
    replica.subscribe('collections', heard);

    const results = await harness.finish(
      Promise.allSettled([mutate(replica, addCollection(1)), mutate(replica, addTask(1))]),
    );

    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FAILED' } });
    }
    expect(replica.lists.collections.all()).toEqual([]);
    expect(replica.lists.days.today()).toEqual([]);
    expect(replica.status()).toMatchObject({ unsent: 0, waitingSince: null, storage: 'failing' });
    expect(heard).toHaveBeenCalledTimes(2);
    expect((await device.load()).outbox).toEqual([]);

    isFull = false;
    await harness.perform(addCollection(1), replica);
    await harness.reconnect(replica);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('that is rejected at once, or is invalid, changes and stores nothing', async () => {
    const device = harness.device();
    const { replica } = await device.openTab();
    await harness.perform(addCollection(1), replica);

    expect(() => mutate(replica, addTask(1))).not.toThrow();
    expect(() =>
      replica.mutate('collection.add', {
        id: sampleId('collection', 2),
        name: 'Collection 1',
        color: '#FFCC33',
        at: 2,
      }),
    ).toThrow('Collection with the same name already exists!');
    expect(() => replica.mutate('task.delete', { id: 'none', at: 2 })).toThrow(/^task\.delete: args\.id /u);

    await harness.settle();
    expect(replica.lists.collections.all()).toHaveLength(1);
    expect((await device.load()).outbox).toEqual([]);
  });

  test('[W2] [W15] shows in the other tabs of the device without a network, with the time since it waits', async () => {
    const device = harness.device();
    const leading = await device.openTab();
    const other = await device.openTab();
    harness.goOffline();
    const made = harness.world.now;

    // The waiting time begins now, although the arguments name an older time, as an import does.
    await harness.perform(addCollection(1), other.replica);
    await harness.perform(addTask(1), leading.replica);

    for (const { replica } of [leading, other]) {
      expect(replica.lists.days.today()).toEqual([t1]);
      expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 2, waitingSince: made });
    }
  });

  test('that is made offline shows in a tab opened offline, and reaches the server once', async () => {
    const device = harness.device();
    const first = await device.openTab();
    harness.goOffline();
    await harness.perform(addCollection(1), first.replica);
    await harness.perform(addTask(1), first.replica);
    device.kill(first);

    const { replica } = await device.openTab();
    expect(replica.lists.days.today()).toEqual([t1]);
    expect(replica.status().unsent).toBe(2);

    await harness.reconnect(replica);
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
    expect((await harness.device().openTab()).replica.lists.days.today()).toEqual([t1]);
  });
});

test('the local day decides which tasks are of today', async () => {
  const { replica } = await harness.device().openTab();
  await harness.perform(addCollection(1), replica);
  await harness.perform(addTask(1), replica);
  const heard = vi.fn<() => void>();
  const stop = replica.subscribe('overdue', heard);

  replica.setToday(addDays(HarnessDevice.TODAY, 1));

  expect(heard).toHaveBeenCalledOnce();
  expect(replica.lists.days.overdue()).toEqual([{ day: HarnessDevice.TODAY, ids: [t1] }]);
  stop();
  replica.setToday(HarnessDevice.TODAY);
  expect(heard).toHaveBeenCalledOnce();
  expect(replica.lists.inCollection(c1)).toEqual([t1]);
});
