import { describe, expect, test } from 'vitest';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import { DEVICES, oneTab, patch, rejection } from '#src/sync/testing/device-stores.ts';
import { addTask, collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { StaleDevice, type DeviceStore } from './device-store.ts';

describe.each(Object.entries(DEVICES))('%s', (_name, createDevice) => {
  test('the numbers of settled records are never given again', async () => {
    const { store, finish } = await oneTab(createDevice);
    const [first] = await finish(store.addToOutbox([addTask(1)]));
    await finish(store.applyPatch(patch(0, 1, { settled: [addTask(1).id] })));

    const [second] = await finish(store.addToOutbox([addTask(2)]));

    expect(second).toBeGreaterThan(first!);
  });

  test('[W7] a patch stores rows, rejections and the version, and takes settled mutations from the outbox', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    const [, kept] = await finish(store.addToOutbox([addTask(1), addTask(2)]));

    await finish(
      store.applyPatch(
        patch(0, 7, {
          rows: { collection: [collection(1), collection(2)], task: [task(5)] },
          settled: [addTask(1).id],
          rejections: [rejection(1, 20)],
        }),
      ),
    );

    expect(await load()).toEqual({
      version: 7,
      load: null,
      tables: TABLE_NAMES,
      rows: { collection: [collection(1), collection(2)], task: [task(5)] },
      outbox: [{ seq: kept, mutation: addTask(2) }],
      rejections: [rejection(1, 20)],
    });
    expect(await finish(store.load()).then((state) => state.version)).toBe(7);
  });

  test('a later patch replaces rows by id and keeps the others', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    await finish(
      store.applyPatch(patch(0, 1, { rows: { collection: [collection(1)], task: [task(1), task(2)] } })),
    );

    await finish(store.applyPatch(patch(1, 2, { rows: { task: [task(2, { name: 'New' }), task(3)] } })));

    const { collection: collections = [], task: tasks = [] } = (await load()).rows;
    expect(collections).toEqual([collection(1)]);
    expect(tasks.toSorted((a, b) => a.createdAt - b.createdAt)).toEqual([
      task(1),
      task(2, { name: 'New' }),
      task(3),
    ]);
  });

  test('a patch from 0 drops all rows of the device, and never the outbox or the rejections', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    const seqs = await finish(store.addToOutbox([addTask(9)]));
    await finish(
      store.applyPatch(
        patch(0, 30, {
          rows: { collection: [collection(1)], task: [task(1)] },
          rejections: [rejection(4, 1)],
        }),
      ),
    );

    const replaces = { version: 30, tables: TABLE_NAMES };
    await finish(store.applyPatch(patch(0, 4, { replaces, rows: { task: [task(2)] } })));

    expect(await load()).toEqual({
      version: 4,
      load: null,
      tables: TABLE_NAMES,
      rows: { task: [task(2)] },
      outbox: [{ seq: seqs[0], mutation: addTask(9) }],
      rejections: [rejection(4, 1)],
    });
  });

  test.each([
    { title: 'that starts past the device', from: 6, to: 9 },
    { title: 'that ends before the device', from: 3, to: 4 },
  ])('[W9] a patch $title is stale and changes nothing', async ({ from, to }) => {
    const { store, finish, load } = await oneTab(createDevice);
    await finish(store.addToOutbox([addTask(1)]));
    await finish(store.applyPatch(patch(0, 5, { rows: { task: [task(1)] } })));
    const before = await load();

    const attempt = finish(
      store.applyPatch(
        patch(from, to, {
          rows: { collection: [collection(1)], task: [task(1, { name: 'Stale' })] },
          settled: [addTask(1).id],
          rejections: [rejection(1, 1)],
        }),
      ),
    );

    await expect(attempt).rejects.toThrow(StaleDevice);
    expect(await load()).toEqual(before);
  });

  test.each([
    { title: 'any rows', replaces: undefined },
    { title: 'the newest rows', replaces: { version: 4, tables: TABLE_NAMES } },
    { title: 'the rows of a table', replaces: { version: 5, tables: ['collection', 'task'] } },
  ])(
    '[W9.11] a patch from 0 of a tab that did not know $title of the device is stale',
    async ({ replaces }) => {
      const { store, finish, load } = await oneTab(createDevice);
      await finish(store.applyPatch(patch(0, 5, { rows: { task: [task(1)] } })));
      const before = await load();

      const attempt = finish(
        store.applyPatch(patch(0, 9, replaces && { replaces, rows: { task: [task(2)] } })),
      );

      await expect(attempt).rejects.toThrow(StaleDevice);
      expect(await load()).toEqual(before);
    },
  );

  test('[W9.11] a patch from 0 of a tab that knew no table as whole replaces the rows of that version', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    await finish(store.applyPatch(patch(0, 5, { rows: { task: [task(1)] } })));

    const replaces = { version: 5, tables: [] };
    await finish(store.applyPatch(patch(0, 5, { replaces, rows: { task: [task(2)] } })));

    expect(await load()).toMatchObject({ version: 5, rows: { task: [task(2)] } });
  });

  test('[W9] the device takes in a patch that overlaps its version', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    await finish(store.applyPatch(patch(0, 5, { rows: { task: [task(1)] } })));

    await finish(store.applyPatch(patch(2, 6, { rows: { task: [task(1, { name: 'New' })] } })));

    expect(await load()).toMatchObject({ version: 6, rows: { task: [{ name: 'New' }] } });
  });

  test('[W9] when two tabs store patches over the same version, the later patch is stale unless it overlaps', async () => {
    const { openTab, store, finish, load } = await oneTab(createDevice);
    const other = await openTab();
    await finish(store.applyPatch(patch(0, 5)));

    await finish(store.applyPatch(patch(5, 8, { rows: { task: [task(8)] } })));

    await expect(finish(other.applyPatch(patch(5, 6, { rows: { task: [task(6)] } })))).rejects.toThrow(
      StaleDevice,
    );
    expect(await load()).toMatchObject({ version: 8, rows: { task: [task(8)] } });
  });

  test('[S3] a patch from a tab with whole tables is stale once a tab of an older app has left out rows', async () => {
    const { openTab, store, finish, load } = await oneTab(createDevice);
    const older = await openTab();
    await finish(store.applyPatch(patch(0, 5)));
    await finish(older.applyPatch(patch(5, 6, { tables: ['collection', 'task'] })));

    await expect(finish(store.applyPatch(patch(5, 6)))).rejects.toThrow(StaleDevice);
    expect(await load()).toMatchObject({ version: 6, tables: ['collection', 'task'] });

    const replaces = { version: 6, tables: ['collection', 'task'] };
    await finish(store.applyPatch(patch(0, 6, { replaces })));
    expect(await load()).toMatchObject({ version: 6, tables: TABLE_NAMES });
  });

  test('[W16] the device keeps an incomplete load with its rows until a patch ends it', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    const underWay = { loadedAt: 9, missing: 40 };
    await finish(store.applyPatch(patch(0, 3, { load: underWay, rows: { task: [task(1)] } })));
    expect(await load()).toMatchObject({ version: 3, load: underWay, rows: { task: [task(1)] } });

    await finish(store.applyPatch(patch(3, 9)));

    expect(await load()).toMatchObject({ version: 9, load: null, rows: { task: [task(1)] } });
  });

  test('settling a mutation removes every record of it, also when it was stored twice', async () => {
    const { store, finish } = await oneTab(createDevice);
    await finish(store.addToOutbox([addTask(1), addTask(2)]));
    await finish(store.addToOutbox([addTask(1)]));

    await finish(store.applyPatch(patch(0, 1, { settled: [addTask(1).id, sampleId('mutation', 99)] })));

    const { outbox } = await finish(store.load());
    expect(outbox.map(({ mutation }) => mutation)).toEqual([addTask(2)]);
  });

  test('the device takes in a patch of a thousand rows and outcomes as one step', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    const numbers = Array.from({ length: 1_000 }, (_, i) => i + 1);
    const seqs = await finish(store.addToOutbox(numbers.map((n) => addTask(n))));
    // The settled numbers form runs with gaps between them.
    const isKept = (n: number) => n % 7 === 0 || n > 990;
    const settled = numbers.filter((n) => !isKept(n)).map((n) => addTask(n).id);

    await finish(
      store.applyPatch(
        patch(0, 1, { rows: { task: numbers.map((n) => task(n)) }, settled: settled.toReversed() }),
      ),
    );

    const { rows, outbox } = await load();
    expect(rows.task).toEqual(numbers.map((n) => task(n)));
    expect(outbox).toEqual(
      numbers.flatMap((n, i) => (isKept(n) ? [{ seq: seqs[i], mutation: addTask(n) }] : [])),
    );
  });

  test('[W14] the device keeps rejections oldest first, each mutation once, until they are deleted', async () => {
    const { store, finish, load } = await oneTab(createDevice);
    await finish(store.applyPatch(patch(0, 1, { rejections: [rejection(9, 10)] })));
    await finish(store.applyPatch(patch(1, 2, { rejections: [rejection(1, 20), rejection(2, 20)] })));
    await finish(store.applyPatch(patch(2, 2, { rejections: [rejection(9, 10)] })));
    expect((await load()).rejections).toEqual([rejection(9, 10), rejection(1, 20), rejection(2, 20)]);

    await finish(store.deleteRejections([rejection(1, 20).mutation.id]));
    await finish(store.deleteRejections([sampleId('mutation', 99)]));

    expect((await load()).rejections).toEqual([rejection(9, 10), rejection(2, 20)]);
  });

  test('a load shows the device before or after each patch, never halfway', async () => {
    const { openTab, store, finish } = await oneTab(createDevice);
    const other = await openTab();
    const work: Promise<unknown>[] = [];
    const loads: ReturnType<DeviceStore['load']>[] = [];
    for (let version = 1; version <= 20; version++) {
      const fields = {
        rows: {
          collection: [collection(1, { createdAt: version })],
          task: [task(1, { updatedAt: version })],
        },
        rejections: [rejection(version, version)],
      };
      work.push(store.applyPatch(patch(version - 1, version, fields)));
      loads.push(other.load());
    }

    const [states] = await finish(Promise.all([Promise.all(loads), Promise.all(work)]));

    for (const { version, rows, rejections } of states) {
      const { collection: [shown] = [], task: [told] = [] } = rows;
      expect([shown?.createdAt ?? 0, told?.updatedAt ?? 0, rejections.length]).toEqual([
        version,
        version,
        version,
      ]);
    }
  });
});
