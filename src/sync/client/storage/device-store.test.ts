import { describe, expect, test } from 'vitest';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { DEVICES, EMPTY, oneTab, patch, rejection, withoutEmpty } from '#src/sync/testing/device-stores.ts';
import { addCollection, addTask, task } from '#src/sync/testing/samples.ts';
import { NO_HISTORY, type HistoryEntries, type HistoryEntry } from './history-entries.ts';
import type { DeviceState, FirstRows } from './device-store.ts';

describe.each(Object.entries(DEVICES))('%s', (_name, createDevice) => {
  test('a new device holds nothing, at version 0', async () => {
    const { store, finish, load } = await oneTab(createDevice);

    expect(await load()).toEqual(EMPTY);
    expect(await finish(store.outline())).toMatchObject({ seqs: [] });
  });

  test('[W1] the outbox holds added mutations in order, under the numbers that the call returned', async () => {
    const { store, finish, load } = await oneTab(createDevice);

    const first = await finish(store.addToOutbox([addCollection(3), addTask(1)]));
    const second = await finish(store.addToOutbox([addTask(2)]));

    const seqs = [...first, ...second];
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(seqs).size).toBe(3);
    const mutations = [addCollection(3), addTask(1), addTask(2)];
    expect((await load()).outbox).toEqual(mutations.map((mutation, i) => ({ seq: seqs[i], mutation })));
    expect(await finish(store.outline())).toMatchObject({ seqs: seqs });
  });

  test('[W2] two tabs that write at once get different numbers, and each tab reads both writes', async () => {
    const { openTab, finish, store } = await oneTab(createDevice);
    const other = await openTab();

    const [mine, theirs] = await finish(
      Promise.all([
        store.addToOutbox([addTask(1), addTask(2)]),
        other.addToOutbox([addTask(3), addTask(4)]),
        store.addToOutbox([addTask(5)]),
      ]),
    );

    expect(mine[1]! - mine[0]!).toBe(1);
    expect(theirs[1]! - theirs[0]!).toBe(1);
    const mineRead = await finish(store.load());
    expect(mineRead.outbox).toHaveLength(5);
    expect(new Set(mineRead.outbox.map(({ seq }) => seq)).size).toBe(5);
    expect(await finish(other.load())).toEqual(mineRead);
  });

  test('[W18] the device keeps and loads first rows only while they match its version and outbox', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    await finish(store.applyPatch(patch(0, 1, { rows: { task: [task(1), task(2)] } })));
    const first: FirstRows = {
      version: 1,
      outbox: { size: 0, last: 0 },
      rows: { task: [task(1)] },
      others: [['2026-06-15' as CalendarDay, 1]],
    };
    const { rows, others } = first;

    await finish(store.keepFirst(first));
    expect(await finish(store.loadFirst())).toEqual({ rows, others, outbox: [], rejections: [] });
    const [last] = await finish(store.addToOutbox([addTask(3)]));
    expect(await finish(store.loadFirst())).toEqual(await finish(store.load()));
    await finish(store.keepFirst({ ...first, outbox: { size: 1, last: last! } }));
    expect(await finish(store.loadFirst())).toMatchObject({ rows, others, outbox: [{ seq: last }] });

    await finish(store.applyPatch(patch(1, 2, { load: { loadedAt: 0, missing: 1 } })));
    await finish(store.keepFirst({ ...first, version: 2, outbox: { size: 1, last: last! } }));
    expect(withoutEmpty((await finish(store.loadFirst())) as DeviceState)).toEqual(await load());
  });

  test('readOutbox leaves out numbers that no longer wait', async () => {
    const { store, finish } = await oneTab(createDevice);
    const [a, b, c] = await finish(store.addToOutbox([addTask(1), addTask(2), addTask(3)]));
    await finish(store.applyPatch(patch(0, 1, { settled: [addTask(2).id] })));

    const records = await finish(store.readOutbox([a!, b!, c!, 1_000]));

    expect(records).toEqual([
      { seq: a, mutation: addTask(1) },
      { seq: c, mutation: addTask(3) },
    ]);
  });

  test('the store keeps a copy: a later change of the mutation object changes nothing', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    const mutation = addTask(1);

    await finish(store.addToOutbox([mutation]));
    (mutation.args as { name: string }).name = 'Changed';

    expect((await load()).outbox[0]?.mutation).toEqual(addTask(1));
  });

  test('all tabs share one history, change it one after the other, and only changeHistory shows it', async () => {
    const { openTab, finish } = createDevice();
    const [first, second] = [await openTab(), await openTab()];
    const entry = (id: string): HistoryEntry => ({ id, name: 'task.delete', rowId: 't', steps: [] });
    const add = (id: string) => (entries: HistoryEntries) =>
      [{ ...entries, undo: [...entries.undo, entry(id)] }, entries.undo.length] as const;

    const counts = await finish(
      Promise.all([
        first.changeHistory(add('a')),
        second.changeHistory(add('b')),
        first.changeHistory(add('c')),
      ]),
    );
    first.close();
    const next = await openTab();

    expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
    const kept = await finish(next.changeHistory((entries) => [entries, entries]));
    expect(new Set(kept.undo.map(({ id }) => id))).toEqual(new Set(['a', 'b', 'c']));
    expect(withoutEmpty(await finish(next.load()))).toEqual(EMPTY);
  });

  test('a change of the history that throws changes nothing', async () => {
    const { store, finish } = await oneTab(createDevice);
    const fail = () => {
      throw new Error('no');
    };

    await expect(finish(store.changeHistory(fail))).rejects.toThrow('no');

    expect(await finish(store.changeHistory((entries) => [entries, entries]))).toEqual(NO_HISTORY);
  });

  test('a device that is reopened, by the same tab or another, holds the same data', async () => {
    const { openTab, store, finish, load } = await oneTab(createDevice);
    await finish(store.addToOutbox([addTask(1)]));
    await finish(store.applyPatch(patch(0, 3, { rows: { task: [task(2)] }, rejections: [rejection(7, 1)] })));
    const before = await load();

    expect(await finish(store.reopen(EMPTY))).toBeNull();
    expect(await load()).toEqual(before);

    store.close();
    const next = await openTab();
    expect(withoutEmpty(await finish(next.load()))).toEqual(before);
  });
});
