import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTask } from 'node:timers/promises';
import { deleteDB, openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { withoutEmpty } from '#src/sync/testing/device-stores.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import type { DeviceState } from './device-store.ts';
import { IndexedDbStore } from './indexed-db-store.ts';
import { MendingStore } from './mending-store.ts';

const EMPTY = { version: 0, load: null, tables: [], rows: {}, outbox: [], rejections: [] };

/** A tab with a real database. Its memory holds all that the store has confirmed. */
async function openTab(name: string = randomUUID()) {
  const disk = await IndexedDbStore.open(name);
  let known: DeviceState = EMPTY;
  const events = {
    onMemory: vi.fn<() => void>(),
    onSignedOut: vi.fn<() => void>(),
    onGaveWay: vi.fn<() => void>(),
  };
  const store = new MendingStore({
    disk,
    known: () => known,
    onReplaced: (stored) => (known = stored),
    isSafeElsewhere: () => false,
    ...events,
  });
  const add = async (n: number) => {
    const [seq = 0] = await store.addToOutbox([addTask(n)]);
    known = { ...known, outbox: [...known.outbox, { seq, mutation: addTask(n) }] };
  };
  return { name, store, add, ...events };
}

test('[W4] [W17] a write at any moment of a loss is stored once, after the earlier mutations', async () => {
  for (let tasks = 0; tasks < 25; tasks++) {
    const { name, add, store } = await openTab();
    await add(1);
    await add(2);
    const deleted = deleteDB(name);
    for (let task = 0; task < tasks; task++) await nextTask();

    await add(3);
    await deleted;
    const { outbox } = await store.load();
    expect(outbox.map(({ mutation }) => mutation)).toEqual([1, 2, 3].map((n) => addTask(n)));
    store.close();
  }
});

test('[W11] a tab gives way when a newer app takes over its database during a failure', async () => {
  const { name, store, onGaveWay, onMemory } = await openTab();
  onGaveWay.mockImplementation(() => store.close());
  const newer = await openDB(name, 1_000);

  await expect(store.addToOutbox([addTask(1)])).rejects.toMatchObject({ code: 'STORE_CLOSED' });

  expect(onGaveWay).toHaveBeenCalled();
  expect(onMemory).not.toHaveBeenCalled();
  newer.close();
});

test('[W17] a tab works in memory when the browser opens no database, and signing out finds nothing to delete', async () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const spies = [vi.spyOn(indexedDB, 'open'), vi.spyOn(indexedDB, 'deleteDatabase')];
  for (const spy of spies) spy.mockImplementation(forbidden);

  const { store, add, onMemory } = await openTab();
  expect(withoutEmpty(await store.load())).toEqual(EMPTY);
  await add(1);

  expect(onMemory).toHaveBeenCalledOnce();
  expect((await store.load()).outbox).toEqual([{ seq: 1, mutation: addTask(1) }]);
  await store.destroy();
  for (const spy of spies) spy.mockRestore();
});

test('[W13] [W17] signing out from a tab that works in memory deletes the data on the disk', async () => {
  const name = randomUUID();
  const before = await openTab(name);
  await before.add(1);
  before.store.close();
  const spy = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not now.', 'UnknownError');
  });
  const { store, onMemory } = await openTab(name);
  await store.load();
  expect(onMemory).toHaveBeenCalledOnce();
  spy.mockRestore();

  await store.destroy();

  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
});
