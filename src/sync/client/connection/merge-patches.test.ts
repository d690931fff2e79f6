import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';
import type { Patch } from '#src/sync/protocol.ts';
import { NO_ROWS, collection, sampleId, task } from '#src/sync/testing/samples.ts';
import type { Load } from '#src/sync/client/storage/device-store.ts';
import { mergePatches as mergeOver } from './merge-patches.ts';

const TABLES = ['collection', 'task'];

function patch(from: number, to: number, fields: Partial<Patch> = {}): Patch {
  return { type: 'patch', from, to, rows: {}, changes: {}, outcomes: [], rest: null, ...fields };
}

/** The state of a device that has all rows of TABLES. */
function at(version: number, load: Load | null = null) {
  return { version, load, tables: TABLES };
}

/** Merges on a device that lacks the changed rows. */
const mergePatches = (state: ReturnType<typeof at>, patches: readonly Patch[]) =>
  mergeOver(state, () => undefined, patches);

const outcome = (n: number, rejection: 'GONE' | null = null) => ({ id: sampleId('mutation', n), rejection });

test('[S3] only a patch from 0 completes a table that lacks rows on the device', () => {
  const older = { version: 4, load: null, tables: TABLES };
  const after = (...patches: readonly Patch[]) => mergeOver(older, () => undefined, patches).tables;

  expect(after(patch(4, 5), patch(5, 6))).toEqual(TABLES);
  expect(after(patch(4, 5), patch(0, 6))).toEqual(TABLE_NAMES);
});

test('[S3] a patch loses its rows of tables that only a newer app knows, so those tables are no longer whole', () => {
  const newer = { version: 4, load: null, tables: [...TABLE_NAMES, 'mood'] };
  const after = (...patches: readonly Patch[]) => mergeOver(newer, () => undefined, patches).tables;

  expect(after(patch(4, 4))).toEqual(newer.tables);
  expect(after(patch(4, 5))).toEqual(TABLE_NAMES);
});

test('no patches merge into an empty patch at the version of the device', () => {
  expect(mergePatches(at(4), [])).toEqual({
    from: 4,
    to: 4,
    replaces: { version: 4, tables: TABLES },
    setBacks: [],
    load: null,
    tables: TABLES,
    rows: NO_ROWS,
    outcomes: new Map(),
    hasGap: false,
  });
});

test('later rows replace earlier ones, and all outcomes are kept', () => {
  const merged = mergePatches(at(4), [
    patch(4, 5, { rows: { collection: [collection(1)], task: [task(1), task(2)] }, outcomes: [outcome(1)] }),
    patch(5, 6, { rows: { task: [task(1, { name: 'New' })] }, outcomes: [outcome(2, 'GONE')] }),
  ]);

  expect(merged).toEqual({
    from: 4,
    to: 6,
    replaces: { version: 4, tables: TABLES },
    setBacks: [],
    load: null,
    tables: TABLES,
    rows: {
      ...NO_ROWS,
      collection: [collection(1)],
      task: [task(1, { name: 'New' }), task(2)],
    },
    outcomes: new Map([
      [sampleId('mutation', 1), null],
      [sampleId('mutation', 2), 'GONE'],
    ]),
    hasGap: false,
  });
});

test('[W9] a patch that overlaps known versions counts from the version of the device', () => {
  const merged = mergePatches(at(4), [
    patch(2, 5, { rows: { task: [task(1)] } }),
    patch(3, 6, { rows: { task: [task(2)] } }),
  ]);

  expect(merged).toMatchObject({ from: 4, to: 6, rows: { task: [task(1), task(2)] }, hasGap: false });
});

test('[W9] a patch that ends before the version of the device brings outcomes and no rows', () => {
  const merged = mergePatches(at(4), [patch(2, 3, { rows: { task: [task(1)] }, outcomes: [outcome(1)] })]);

  expect(merged).toMatchObject({ from: 4, to: 4, rows: { task: [] }, hasGap: false });
  expect(merged.outcomes.size).toBe(1);
});

test('[W9] patches before a gap are taken in, and all patches after it are left out', () => {
  const merged = mergePatches(at(4), [
    patch(4, 5, { rows: { task: [task(1)] }, outcomes: [outcome(1)] }),
    patch(6, 7, { rows: { task: [task(2)] }, outcomes: [outcome(2)] }),
    patch(5, 6, { rows: { task: [task(3)] }, outcomes: [outcome(3)] }),
  ]);

  expect(merged).toMatchObject({ from: 4, to: 5, rows: { task: [task(1)] }, hasGap: true });
  // A mutation that is acknowledged without its rows would vanish from the screen until the rows come.
  expect([...merged.outcomes.keys()]).toEqual([sampleId('mutation', 1)]);
});

test('a patch from 0 drops the rows of earlier patches, also when it goes back to an older version', () => {
  const merged = mergePatches(at(4), [
    patch(4, 9, { rows: { collection: [collection(1)], task: [task(1)] }, outcomes: [outcome(1)] }),
    patch(0, 3, { rows: { task: [task(2)] } }),
    patch(3, 4, { rows: { task: [task(3)] } }),
  ]);

  expect(merged).toMatchObject({
    from: 0,
    to: 4,
    rows: { collection: [], task: [task(2), task(3)] },
    hasGap: false,
  });
  expect(merged.outcomes.size).toBe(1);
});

test('[W16] a page puts a load under way, and the load keeps the version at which it began from nothing', () => {
  const first = patch(0, 3, { rest: { version: 8, rows: 9 } });
  const second = patch(3, 6, { rest: { version: 9, rows: 4 } });

  expect(mergePatches(at(0), [first]).load).toEqual({ loadedAt: 8, missing: 9 });
  expect(mergePatches(at(0), [first, second]).load).toEqual({ loadedAt: 8, missing: 4 });
  expect(mergePatches(at(3, { loadedAt: 8, missing: 9 }), [second]).load).toEqual({
    loadedAt: 8,
    missing: 4,
  });
  expect(mergePatches(at(3), [second]).load).toEqual({ loadedAt: 0, missing: 4 });
});

test('[W16] the first patch that is no page ends a load, and an ignored patch does not', () => {
  const load = { loadedAt: 8, missing: 9 };

  expect(mergePatches(at(4, load), [patch(4, 8)]).load).toBeNull();
  expect(mergePatches(at(4, load), [patch(2, 3)]).load).toEqual(load);
  expect(mergePatches(at(4, load), [patch(5, 8)])).toMatchObject({ load, hasGap: true });
});

test('merging patches gives the same rows as taking in one after the other', () => {
  const anyPatch = fc
    .record({
      from: fc.integer({ min: 0, max: 6 }),
      length: fc.nat(3),
      rows: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
    })
    // At version 0 there are no rows.
    .filter(({ from, length, rows }) => from + length > 0 || rows.length === 0)
    .chain(({ from, length, rows }) =>
      fc
        .integer({ min: 0, max: 1_000 })
        .map((at) =>
          patch(from, from + length, { rows: { task: rows.map((n) => task(n, { updatedAt: at })) } }),
        ),
    );
  interface Device {
    readonly version: number;
    readonly rows: ReadonlyMap<string, Task>;
  }
  function takeIn(device: Device, patches: readonly Patch[]) {
    const { from, to, rows: merged, hasGap } = mergePatches(at(device.version), patches);
    const rows = new Map(from === 0 ? [] : device.rows);
    for (const row of merged.task ?? []) rows.set(row.id, row);
    return { version: to, rows, hasGap };
  }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(anyPatch, { maxLength: 6 }),
      fc.nat(6),
      (version, patches, cut) => {
        const device: Device = { version, rows: new Map([[task(9).id, task(9)]]) };
        const first = takeIn(device, patches.slice(0, cut));
        fc.pre(!first.hasGap);

        expect(takeIn(device, patches)).toEqual(takeIn(first, patches.slice(cut)));
      },
    ),
  );
});
