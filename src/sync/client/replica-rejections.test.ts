import { describe, expect, test, vi } from 'vitest';
import type { Mutation } from '#src/tables/operations.ts';
import { harness } from '#src/sync/testing/each-harness.ts';
import { addTask, deleteTask, IN_STEP, renameTask, sampleId, task } from '#src/sync/testing/samples.ts';
import { Process } from '#src/sync/testing/world.ts';

const t1 = sampleId('task', 1);

describe('a rejected mutation', () => {
  test('[W14] is kept with its reason, in all tabs of its device and over reloads, until it is discarded', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    const other = await device.openTab();
    device.session = null;
    replica.reconnect();
    await harness.perform(renameTask(1, 'Mine'), other.replica);
    const { replica: elsewhere } = await harness.device().openTab();
    await harness.perform(deleteTask(1), elsewhere);
    device.session = 'ada';
    const heard = vi.fn<() => void>();
    replica.subscribe('rejections', heard);

    replica.reconnect();
    await harness.settle();

    const rejection = { code: 'GONE', mutation: { name: 'task.edit', args: renameTask(1, 'Mine').args } };
    expect(replica.rejections()).toMatchObject([rejection]);
    expect(other.replica.rejections()).toMatchObject([rejection]);
    expect(heard).toHaveBeenCalledOnce();
    // The user sees the server's row (W6). The mutation has no effect left.
    expect(replica.get('task', t1)).toEqual(task(1, { deletedAt: 20 }));
    expect(replica.status()).toEqual(IN_STEP);
    expect((await harness.device().openTab()).replica.rejections()).toEqual([]);
    const later = await device.openTab();
    expect(later.replica.rejections()).toEqual(replica.rejections());

    const { id } = replica.rejections()[0]!.mutation;
    await harness.finish(later.replica.discardRejection(id));

    for (const tab of [replica, other.replica, later.replica]) expect(tab.rejections()).toEqual([]);
    expect((await device.load()).rejections).toEqual([]);
  });

  test('[W14] leaves the screen and the disk together with others that are discarded with it', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    harness.goOffline();
    const edits = [1, 2, 3].map((n) => renameTask(1, `Mine ${n}`));
    for (const edit of edits) await harness.perform(edit, replica);
    const { replica: elsewhere } = await harness.device().openTab();
    await harness.perform(deleteTask(1), elsewhere);
    harness.goOnline();
    elsewhere.reconnect();
    await harness.settle();
    replica.reconnect();
    await harness.settle();
    const ids = replica.rejections().map(({ mutation }) => mutation.id);
    expect(ids).toHaveLength(3);
    const told: number[] = [];
    replica.subscribe('rejections', () => queueMicrotask(() => told.push(replica.rejections().length)));

    await harness.finish(replica.discardRejection(...ids.slice(1)));

    expect(new Set(told)).toEqual(new Set([1]));
    expect((await device.load()).rejections.map(({ mutation }) => mutation.id)).toEqual(ids.slice(0, 1));
  });

  test('[W8] stays queued while its replay throws, until the server has decided', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    await harness.perform(deleteTask(1), replica);
    harness.goOffline();
    await harness.finish(
      device.disk.storeFor(new Process()).addToOutbox([addTask(7, task(2, { collectionId: 'gone' }))]),
    );

    const { replica: next } = await device.openTab();

    expect(next.status().unsent).toBe(1);
    expect(next.lists.days.today()).toEqual([]);
  });

  test('[W14] that neither app nor server knows is kept as INVALID, and does not hold up later mutations', async () => {
    const { device, tab } = await harness.deviceWithTasks(1);
    const { replica } = tab;
    harness.goOffline();
    const fromNewerApp = {
      id: sampleId('mutation', 90),
      name: 'task.explode',
      args: {},
    } as unknown as Mutation;
    const store = device.disk.storeFor(new Process());
    await harness.finish(store.addToOutbox([addTask(91), fromNewerApp, addTask(92)]));
    replica.close();
    harness.goOnline();

    const { replica: next } = await device.openTab();
    await harness.world.pass(10_000);

    expect(next.status()).toEqual(IN_STEP);
    expect(next.rejections()).toMatchObject([{ code: 'INVALID', mutation: fromNewerApp }]);
    const elsewhere = await harness.device().openTab();
    expect(elsewhere.replica.lists.days.today()).toEqual([1, 91, 92].map((n) => sampleId('task', n)));
  });
});
