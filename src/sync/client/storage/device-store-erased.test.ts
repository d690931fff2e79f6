import { describe, expect, test } from 'vitest';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { DEVICES, EMPTY, rejection } from '#src/sync/testing/device-stores.ts';
import { addTask, collection, task } from '#src/sync/testing/samples.ts';
import type { DeviceState } from './device-store.ts';

describe.each(Object.entries(DEVICES))('%s that was erased under its tabs', (_name, createDevice) => {
  const known = {
    version: 7,
    load: { loadedAt: 9, missing: 3 },
    tables: TABLE_NAMES,
    rows: {
      collection: [collection(1)],
      task: [task(1), task(2)],
      setting: [{ id: 'theme', value: 'dark', updatedAt: 1, deletedAt: null }],
    },
    outbox: [
      { seq: 41, mutation: addTask(5) },
      { seq: 43, mutation: addTask(4) },
    ],
    rejections: [rejection(7, 1), rejection(8, 2)],
  };
  const mutationsOf = ({ outbox }: DeviceState) => outbox.map(({ mutation }) => mutation);

  async function erasedDevice() {
    const device = createDevice();
    const [store, other] = [await device.openTab(), await device.openTab()];
    await device.erase();
    return { ...device, store, other, load: () => device.finish(store.load()) };
  }

  test('[W17] fails until it is reopened, and then holds the memory of the tab, with the outbox in order', async () => {
    const { store, finish, load } = await erasedDevice();
    await expect(load()).rejects.toBeInstanceOf(Error);

    const stored = await finish(store.reopen(known));

    expect(stored).toEqual({
      ...known,
      rows: expect.objectContaining(known.rows),
      outbox: known.outbox.map(({ mutation }) => ({ seq: expect.any(Number), mutation })),
    });
    expect(await load()).toEqual(stored);
    const [next] = await finish(store.addToOutbox([addTask(6)]));
    expect(next).toBeGreaterThan(stored!.outbox[1]!.seq);
    expect(await finish(store.reopen(EMPTY))).toBeNull();
  });

  test('[W17] gets only what it lacks when another tab has filled it before', async () => {
    const { store, other, finish, load } = await erasedDevice();
    const newer = {
      ...known,
      version: 8,
      load: null,
      rows: { task: [task(3)] },
      rejections: [rejection(7, 1)],
    };
    await finish(
      other.reopen({ ...newer, outbox: [{ seq: 40, mutation: addTask(3) }, ...known.outbox.slice(1)] }),
    );
    await finish(other.addToOutbox([addTask(6)]));

    await finish(store.reopen(known));

    const stored = await load();
    expect(stored).toMatchObject({
      version: 8,
      load: null,
      rows: { task: [task(3)] },
      rejections: known.rejections,
    });
    expect(mutationsOf(stored)).toEqual([3, 4, 6, 5].map((n) => addTask(n)));
  });

  test('[W17] takes the rows of the tab with the newer version', async () => {
    const { store, other, finish, load } = await erasedDevice();
    await finish(other.reopen({ ...known, version: 3, rows: { task: [task(9)] } }));

    await finish(store.reopen(known));

    expect(await load()).toMatchObject({ version: 7, rows: known.rows });
  });

  test('[W17] takes the rows of the tab with more tables when both have the same version', async () => {
    const { store, other, finish, load } = await erasedDevice();
    await finish(other.reopen({ ...known, tables: ['collection', 'task'], rows: { task: [task(9)] } }));

    await finish(store.reopen(known));

    expect(await load()).toMatchObject({ version: 7, tables: TABLE_NAMES, rows: known.rows });
  });

  test('[W17] does not get a mutation back into its outbox that was rejected meanwhile', async () => {
    const { store, other, finish, load } = await erasedDevice();
    await finish(other.reopen({ ...known, outbox: [], rejections: [rejection(5, 3)] }));

    await finish(store.reopen({ ...known, rejections: [] }));

    const stored = await load();
    expect(mutationsOf(stored)).toEqual([addTask(4)]);
    expect(stored.rejections).toEqual([rejection(5, 3)]);
  });
});
