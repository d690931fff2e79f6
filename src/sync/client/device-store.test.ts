import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { deleteDB } from 'idb';
import { describe, expect, test } from 'vitest';
import { addCollection, addTask, collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { SimulatedDisk } from '#src/sync/testing/simulated-disk.ts';
import { Process, World } from '#src/sync/testing/world.ts';
import {
  StaleDevice,
  type DeviceDisk,
  type DevicePatch,
  type DeviceState,
  type DeviceStore,
  type Rejection,
} from './device-store.ts';
import { NO_HISTORY, type HistoryEntries, type HistoryEntry } from './history.ts';
import { IndexedDbStore } from './indexed-db-store.ts';

/** One device: its tabs open stores over the same data. */
interface Device {
  readonly openTab: () => Promise<DeviceDisk>;
  /** Deletes all of it under the tabs. */
  readonly erase: () => Promise<void>;
  /** Waits for what a store was asked to do. */
  readonly finish: <T>(work: Promise<T>) => Promise<T>;
}

const DEVICES: Readonly<Record<string, () => Device>> = {
  IndexedDbStore: () => {
    const name = randomUUID();
    return {
      openTab: () => IndexedDbStore.open(name),
      erase: () => deleteDB(name),
      finish: (work) => work,
    };
  },
  SimulatedDisk: () => {
    const world = new World(1);
    const disk = new SimulatedDisk(world);
    return {
      openTab: () => Promise.resolve(disk.storeFor(new Process())),
      erase: async () => disk.erase(),
      finish: async (work) => {
        work.catch(() => {});
        await world.rest();
        return work;
      },
    };
  },
};

const EMPTY = { version: 0, load: null, collections: [], tasks: [], outbox: [], rejections: [] };

function patch(from: number, to: number, fields: Partial<DevicePatch> = {}): DevicePatch {
  return { from, to, load: null, collections: [], tasks: [], settled: [], rejections: [], ...fields };
}

function rejection(n: number, at: number): Rejection {
  return { mutation: addTask(n), code: 'COLLECTION_GONE', at };
}

describe.each(Object.entries(DEVICES))('%s', (_name, createDevice) => {
  /** A device with one tab, and what its store does, finished. */
  async function oneTab() {
    const device = createDevice();
    const store = await device.openTab();
    return { ...device, store, load: () => device.finish(store.load()) };
  }

  test('a new device holds nothing, at version 0', async () => {
    const { store, finish, load } = await oneTab();

    expect(await load()).toEqual(EMPTY);
    expect(await finish(store.outline())).toMatchObject({ seqs: [] });
  });

  test('[W1] what was added to the outbox is there, in order, numbered as the answer said', async () => {
    const { store, finish, load } = await oneTab();

    const first = await finish(store.addToOutbox([addCollection(3), addTask(1)]));
    const second = await finish(store.addToOutbox([addTask(2)]));

    const seqs = [...first, ...second];
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(seqs).size).toBe(3);
    const mutations = [addCollection(3), addTask(1), addTask(2)];
    expect((await load()).outbox).toEqual(mutations.map((mutation, i) => ({ seq: seqs[i], mutation })));
    expect(await finish(store.outline())).toMatchObject({ seqs: seqs });
  });

  test('[W2] two tabs that write at once get numbers of their own, and each reads both', async () => {
    const { openTab, finish, store } = await oneTab();
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

  test('the numbers of settled records are never given again', async () => {
    const { store, finish } = await oneTab();
    const [first] = await finish(store.addToOutbox([addTask(1)]));
    await finish(store.applyPatch(patch(0, 1, { settled: [addTask(1).id] })));

    const [second] = await finish(store.addToOutbox([addTask(2)]));

    expect(second).toBeGreaterThan(first!);
  });

  test('readOutbox leaves out numbers that are not waiting', async () => {
    const { store, finish } = await oneTab();
    const [a, b, c] = await finish(store.addToOutbox([addTask(1), addTask(2), addTask(3)]));
    await finish(store.applyPatch(patch(0, 1, { settled: [addTask(2).id] })));

    const records = await finish(store.readOutbox([a!, b!, c!, 1_000]));

    expect(records).toEqual([
      { seq: a, mutation: addTask(1) },
      { seq: c, mutation: addTask(3) },
    ]);
  });

  test('[W7] a patch brings rows, rejections and the version, and takes what is settled from the outbox', async () => {
    const { store, finish, load } = await oneTab();
    const [, kept] = await finish(store.addToOutbox([addTask(1), addTask(2)]));

    await finish(
      store.applyPatch(
        patch(0, 7, {
          collections: [collection(1), collection(2)],
          tasks: [task(5)],
          settled: [addTask(1).id],
          rejections: [rejection(1, 20)],
        }),
      ),
    );

    expect(await load()).toEqual({
      version: 7,
      load: null,
      collections: [collection(1), collection(2)],
      tasks: [task(5)],
      outbox: [{ seq: kept, mutation: addTask(2) }],
      rejections: [rejection(1, 20)],
    });
    expect(await finish(store.load()).then((state) => state.version)).toBe(7);
  });

  test('a later patch replaces rows by id and keeps the others', async () => {
    const { store, finish, load } = await oneTab();
    await finish(store.applyPatch(patch(0, 1, { collections: [collection(1)], tasks: [task(1), task(2)] })));

    await finish(store.applyPatch(patch(1, 2, { tasks: [task(2, { name: 'New' }), task(3)] })));

    const { collections, tasks } = await load();
    expect(collections).toEqual([collection(1)]);
    expect(tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([
      task(1),
      task(2, { name: 'New' }),
      task(3),
    ]);
  });

  test('a patch from 0 drops all rows the device had, and never the outbox or the rejections', async () => {
    const { store, finish, load } = await oneTab();
    const seqs = await finish(store.addToOutbox([addTask(9)]));
    await finish(
      store.applyPatch(
        patch(0, 30, { collections: [collection(1)], tasks: [task(1)], rejections: [rejection(4, 1)] }),
      ),
    );

    await finish(store.applyPatch(patch(0, 4, { tasks: [task(2)] })));

    expect(await load()).toEqual({
      version: 4,
      load: null,
      collections: [],
      tasks: [task(2)],
      outbox: [{ seq: seqs[0], mutation: addTask(9) }],
      rejections: [rejection(4, 1)],
    });
  });

  test.each([
    { title: 'that starts past the device', from: 6, to: 9 },
    { title: 'that ends before the device', from: 3, to: 4 },
  ])('[W9] a patch $title is stale and leaves nothing of itself', async ({ from, to }) => {
    const { store, finish, load } = await oneTab();
    await finish(store.addToOutbox([addTask(1)]));
    await finish(store.applyPatch(patch(0, 5, { tasks: [task(1)] })));
    const before = await load();

    const attempt = finish(
      store.applyPatch(
        patch(from, to, {
          collections: [collection(1)],
          tasks: [task(1, { name: 'Stale' })],
          settled: [addTask(1).id],
          rejections: [rejection(1, 1)],
        }),
      ),
    );

    await expect(attempt).rejects.toThrow(StaleDevice);
    expect(await load()).toEqual(before);
  });

  test('[W9] a patch that overlaps what the device has is taken in', async () => {
    const { store, finish, load } = await oneTab();
    await finish(store.applyPatch(patch(0, 5, { tasks: [task(1)] })));

    await finish(store.applyPatch(patch(2, 6, { tasks: [task(1, { name: 'New' })] })));

    expect(await load()).toMatchObject({ version: 6, tasks: [{ name: 'New' }] });
  });

  test('[W9] of two tabs that store patches over the same version, the later is refused unless it overlaps', async () => {
    const { openTab, store, finish, load } = await oneTab();
    const other = await openTab();
    await finish(store.applyPatch(patch(0, 5)));

    await finish(store.applyPatch(patch(5, 8, { tasks: [task(8)] })));

    await expect(finish(other.applyPatch(patch(5, 6, { tasks: [task(6)] })))).rejects.toThrow(StaleDevice);
    expect(await load()).toMatchObject({ version: 8, tasks: [task(8)] });
  });

  test('[W16] a load that is not complete is remembered with its rows, until a patch ends it', async () => {
    const { store, finish, load } = await oneTab();
    const underWay = { loadedAt: 9, missing: 40 };
    await finish(store.applyPatch(patch(0, 3, { load: underWay, tasks: [task(1)] })));
    expect(await load()).toMatchObject({ version: 3, load: underWay, tasks: [task(1)] });

    await finish(store.applyPatch(patch(3, 9)));

    expect(await load()).toMatchObject({ version: 9, load: null, tasks: [task(1)] });
  });

  test('settling a mutation takes every record of it, also one that was stored twice', async () => {
    const { store, finish } = await oneTab();
    await finish(store.addToOutbox([addTask(1), addTask(2)]));
    await finish(store.addToOutbox([addTask(1)]));

    await finish(store.applyPatch(patch(0, 1, { settled: [addTask(1).id, sampleId('mutation', 99)] })));

    const { outbox } = await finish(store.load());
    expect(outbox.map(({ mutation }) => mutation)).toEqual([addTask(2)]);
  });

  test('a patch of a thousand rows and outcomes is one step as any other', async () => {
    const { store, finish, load } = await oneTab();
    const numbers = Array.from({ length: 1_000 }, (_, i) => i + 1);
    const seqs = await finish(store.addToOutbox(numbers.map((n) => addTask(n))));
    // Runs of neighbours, and gaps between them.
    const isKept = (n: number) => n % 7 === 0 || n > 990;
    const settled = numbers.filter((n) => !isKept(n)).map((n) => addTask(n).id);

    await finish(
      store.applyPatch(patch(0, 1, { tasks: numbers.map((n) => task(n)), settled: settled.toReversed() })),
    );

    const { tasks, outbox } = await load();
    expect(tasks).toEqual(numbers.map((n) => task(n)));
    expect(outbox).toEqual(
      numbers.flatMap((n, i) => (isKept(n) ? [{ seq: seqs[i], mutation: addTask(n) }] : [])),
    );
  });

  test('[W14] rejections come oldest first, each mutation once, until they are deleted', async () => {
    const { store, finish, load } = await oneTab();
    await finish(store.applyPatch(patch(0, 1, { rejections: [rejection(9, 10)] })));
    await finish(store.applyPatch(patch(1, 2, { rejections: [rejection(1, 20), rejection(2, 20)] })));
    await finish(store.applyPatch(patch(2, 2, { rejections: [rejection(9, 10)] })));
    expect((await load()).rejections).toEqual([rejection(9, 10), rejection(1, 20), rejection(2, 20)]);

    await finish(store.deleteRejection(rejection(1, 20).mutation.id));
    await finish(store.deleteRejection(sampleId('mutation', 99)));

    expect((await load()).rejections).toEqual([rejection(9, 10), rejection(2, 20)]);
  });

  test('a load shows the device before or after each patch, never halfway', async () => {
    const { openTab, store, finish } = await oneTab();
    const other = await openTab();
    const work: Promise<unknown>[] = [];
    const loads: ReturnType<DeviceStore['load']>[] = [];
    for (let version = 1; version <= 20; version++) {
      const fields = {
        collections: [collection(1, { createdAt: version })],
        tasks: [task(1, { updatedAt: version })],
        rejections: [rejection(version, version)],
      };
      work.push(store.applyPatch(patch(version - 1, version, fields)));
      loads.push(other.load());
    }

    const [states] = await finish(Promise.all([Promise.all(loads), Promise.all(work)]));

    for (const { version, collections, tasks, rejections } of states) {
      expect([collections[0]?.createdAt ?? 0, tasks[0]?.updatedAt ?? 0, rejections.length]).toEqual([
        version,
        version,
        version,
      ]);
    }
  });

  test('what is stored is a copy: changing the mutation later changes nothing', async () => {
    const { store, finish, load } = await oneTab();
    const mutation = addTask(1);

    await finish(store.addToOutbox([mutation]));
    (mutation.args as { name: string }).name = 'Changed';

    expect((await load()).outbox[0]?.mutation).toEqual(addTask(1));
  });

  test('the history is one for all tabs, changed by one after the other, and told by none but its own method', async () => {
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
    expect(await finish(next.load())).toEqual(EMPTY);
  });

  test('a change of the history that throws changes nothing', async () => {
    const { store, finish } = await oneTab();
    const fail = () => {
      throw new Error('no');
    };

    await expect(finish(store.changeHistory(fail))).rejects.toThrow('no');

    expect(await finish(store.changeHistory((entries) => [entries, entries]))).toEqual(NO_HISTORY);
  });

  test('a device opened anew, by the same tab or by another, holds what it held', async () => {
    const { openTab, store, finish, load } = await oneTab();
    await finish(store.addToOutbox([addTask(1)]));
    await finish(store.applyPatch(patch(0, 3, { tasks: [task(2)], rejections: [rejection(7, 1)] })));
    const before = await load();

    expect(await finish(store.reopen(EMPTY))).toBeNull();
    expect(await load()).toEqual(before);

    store.close();
    const next = await openTab();
    expect(await finish(next.load())).toEqual(before);
  });

  describe('that was erased under its tabs', () => {
    const known = {
      version: 7,
      load: { loadedAt: 9, missing: 3 },
      collections: [collection(1)],
      tasks: [task(1), task(2)],
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

    test('[W17] fails until it is opened anew, and then holds what the tab knew, the outbox in its order', async () => {
      const { store, finish, load } = await erasedDevice();
      await expect(load()).rejects.toBeInstanceOf(Error);

      const stored = await finish(store.reopen(known));

      expect(stored).toEqual({
        ...known,
        outbox: known.outbox.map(({ mutation }) => ({ seq: expect.any(Number), mutation })),
      });
      expect(await load()).toEqual(stored);
      const [next] = await finish(store.addToOutbox([addTask(6)]));
      expect(next).toBeGreaterThan(stored!.outbox[1]!.seq);
      expect(await finish(store.reopen(EMPTY))).toBeNull();
    });

    test('[W17] and was filled by another tab before, gets only what it lacks', async () => {
      const { store, other, finish, load } = await erasedDevice();
      const newer = { ...known, version: 8, load: null, tasks: [task(3)], rejections: [rejection(7, 1)] };
      await finish(
        other.reopen({ ...newer, outbox: [{ seq: 40, mutation: addTask(3) }, ...known.outbox.slice(1)] }),
      );
      await finish(other.addToOutbox([addTask(6)]));

      await finish(store.reopen(known));

      const stored = await load();
      expect(stored).toMatchObject({
        version: 8,
        load: null,
        tasks: [task(3)],
        rejections: known.rejections,
      });
      expect(mutationsOf(stored)).toEqual([3, 4, 6, 5].map((n) => addTask(n)));
    });

    test('[W17] takes the rows of the tab that is further on', async () => {
      const { store, other, finish, load } = await erasedDevice();
      await finish(other.reopen({ ...known, version: 3, tasks: [task(9)] }));

      await finish(store.reopen(known));

      expect(await load()).toMatchObject({ version: 7, tasks: known.tasks, collections: known.collections });
    });

    test('[W17] does not get back to its outbox what was refused meanwhile', async () => {
      const { store, other, finish, load } = await erasedDevice();
      await finish(other.reopen({ ...known, outbox: [], rejections: [rejection(5, 3)] }));

      await finish(store.reopen({ ...known, rejections: [] }));

      const stored = await load();
      expect(mutationsOf(stored)).toEqual([addTask(4)]);
      expect(stored.rejections).toEqual([rejection(5, 3)]);
    });
  });
});
