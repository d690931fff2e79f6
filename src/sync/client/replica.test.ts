import { describe, expect, test, vi } from 'vitest';
import { addDays } from '#src/domain/calendar-day.ts';
import type { Mutation } from '#src/mutators/index.ts';
import { bench } from '#src/sync/testing/each-bench.ts';
import { BenchDevice } from '#src/sync/testing/replica-bench.ts';
import { addCollection, addTask, IN_STEP, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Replica } from './replica.ts';

const c1 = sampleId('collection', 1);
const t1 = sampleId('task', 1);

const mutate = (replica: Replica, { name, args }: Mutation) => replica.mutate(name, args);

describe('a change', () => {
  test('[W1] shows in the same task as the action, is saved when the device has it, and then reaches the server', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.perform(addCollection(1), replica);
    const heard = vi.fn<() => void>();
    replica.subscribe('today', heard);
    replica.subscribe('status', heard);
    let isSaved = false;

    const saved = mutate(replica, addTask(1)).then(() => (isSaved = true));

    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.task(t1)).toEqual(task(1));
    expect(replica.status().unsent).toBe(1);
    expect(heard).toHaveBeenCalledTimes(2);
    await Promise.resolve();
    expect(isSaved).toBe(false);

    await bench.finish(saved);
    expect(replica.status()).toEqual(IN_STEP);
    const other = await bench.device().openTab();
    expect(other.replica.task(t1)).toEqual(task(1));
  });

  test('[W1] that the device cannot store is undone, with what was built on it, and its user told', async () => {
    const device = bench.device();
    let isFull = true;
    const { replica } = await device.openTab(({ disk }) => ({
      disk: {
        ...disk!,
        addToOutbox: (mutations) =>
          isFull ? Promise.reject(new Error('disk full')) : disk!.addToOutbox(mutations),
      },
    }));
    bench.goOffline();
    await bench.settle();
    const heard = vi.fn<() => void>();
    replica.subscribe('collections', heard);

    const results = await bench.finish(
      Promise.allSettled([mutate(replica, addCollection(1)), mutate(replica, addTask(1))]),
    );

    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FAILED' } });
    }
    expect(replica.collections()).toEqual([]);
    expect(replica.lists.today()).toEqual([]);
    expect(replica.status()).toMatchObject({ unsent: 0, waitingSince: null, storage: 'failing' });
    expect(heard).toHaveBeenCalledTimes(2);
    expect((await device.load()).outbox).toEqual([]);

    isFull = false;
    await bench.perform(addCollection(1), replica);
    await bench.reconnect(replica);
    expect(replica.status()).toEqual(IN_STEP);
  });

  test('that is refused at once, or is none, changes and stores nothing', async () => {
    const device = bench.device();
    const { replica } = await device.openTab();
    await bench.perform(addCollection(1), replica);

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

    await bench.settle();
    expect(replica.collections()).toHaveLength(1);
    expect((await device.load()).outbox).toEqual([]);
  });

  test('[W2] [W15] shows in the other tabs of the device, without a network, and since when it waits', async () => {
    const device = bench.device();
    const leading = await device.openTab();
    const other = await device.openTab();
    bench.goOffline();
    const made = bench.world.now;

    // Whatever time they tell: a completion that is done again, or an import, tells of long ago.
    await bench.perform(addCollection(1), other.replica);
    await bench.perform(addTask(1), leading.replica);

    for (const { replica } of [leading, other]) {
      expect(replica.lists.today()).toEqual([t1]);
      expect(replica.status()).toMatchObject({ connection: 'offline', unsent: 2, waitingSince: made });
    }
  });

  test('made offline is there in a tab opened offline, and arrives once', async () => {
    const device = bench.device();
    const first = await device.openTab();
    bench.goOffline();
    await bench.perform(addCollection(1), first.replica);
    await bench.perform(addTask(1), first.replica);
    device.kill(first);

    const { replica } = await device.openTab();
    expect(replica.lists.today()).toEqual([t1]);
    expect(replica.status().unsent).toBe(2);

    await bench.reconnect(replica);
    expect(replica.status()).toEqual(IN_STEP);
    expect((await device.load()).outbox).toEqual([]);
    expect((await bench.device().openTab()).replica.lists.today()).toEqual([t1]);
  });
});

test('the local day decides what is of today', async () => {
  const { replica } = await bench.device().openTab();
  await bench.perform(addCollection(1), replica);
  await bench.perform(addTask(1), replica);
  const heard = vi.fn<() => void>();
  const stop = replica.subscribe('overdue', heard);

  replica.setToday(addDays(BenchDevice.TODAY, 1));

  expect(heard).toHaveBeenCalledOnce();
  expect(replica.lists.overdue()).toEqual([{ day: BenchDevice.TODAY, ids: [t1] }]);
  stop();
  replica.setToday(BenchDevice.TODAY);
  expect(heard).toHaveBeenCalledOnce();
  expect(replica.lists.inCollection(c1)).toEqual([t1]);
});
