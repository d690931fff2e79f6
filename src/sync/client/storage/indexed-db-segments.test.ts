import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { openStore } from '#src/sync/testing/indexed-db.ts';
import { collection, renameTask, sampleId, task } from '#src/sync/testing/samples.ts';
import { patch, rejection } from '#src/sync/testing/device-stores.ts';
import type { FirstRows } from './device-store.ts';
import type { Segment } from './indexed-db-records.ts';

function tasks(count: number, first = 1) {
  return Array.from({ length: count }, (_, i) => task(first + i));
}

async function segmentsIn(name: string): Promise<number[]> {
  const db = await openDB(name);
  const segments = (await db.getAll('segment')) as Segment[];
  db.close();
  return segments.map((segment) => Object.values(segment).reduce((sum, rows) => sum + rows.length, 0));
}

test('rows that come one by one are joined into few segments', async () => {
  const { name, store } = await openStore();
  await store.applyPatch(patch(0, 1, { rows: { collection: [collection(1)], task: tasks(4_500) } }));
  for (let i = 1; i <= 300; i++) {
    await store.applyPatch(patch(i, i + 1, { rows: { task: [task(i, { name: `Renamed ${i}` })] } }));
  }

  const sizes = await segmentsIn(name);
  const { rows, version } = await store.load();

  expect(sizes.length).toBeLessThan(16);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
  expect(version).toBe(301);
  expect(rows.collection).toEqual([collection(1)]);
  expect(rows.task).toHaveLength(4_500);
  expect(rows.task?.[0]?.name).toBe('Renamed 1');
  expect(rows.task?.[299]?.name).toBe('Renamed 300');
  expect(rows.task?.[300]).toEqual(task(301));
});

test('a row that is written again and again takes no more room', async () => {
  const { name, store } = await openStore();
  await store.applyPatch(patch(0, 1, { rows: { task: tasks(10) } }));
  for (let i = 1; i <= 200; i++)
    await store.applyPatch(patch(i, i + 1, { rows: { task: [task(1, { name: `Renamed ${i}` })] } }));

  const sizes = await segmentsIn(name);

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20);
  expect((await store.load()).rows.task?.find(({ id }) => id === sampleId('task', 1))?.name).toBe(
    'Renamed 200',
  );
});

test('compaction leaves out rows that were replaced again and again', async () => {
  const { name, store } = await openStore();
  await store.applyPatch(patch(0, 1, { rows: { task: tasks(1_500) } }));
  // Each patch is too large to be joined with the segments before it.
  for (let i = 1; i <= 40; i++) await store.applyPatch(patch(i, i + 1, { rows: { task: tasks(1_500) } }));

  expect((await segmentsIn(name)).length).toBeLessThan(18);
  expect((await store.load()).rows.task).toEqual(tasks(1_500));
});

test('[S3] a row of the wrong type costs only a new load: all other rows stay, and no table counts as whole', async () => {
  const { name, store } = await openStore();
  const rejections = [rejection(8, 7)];
  await store.applyPatch(patch(0, 3, { rows: { collection: [collection(1)], task: tasks(3) }, rejections }));
  await store.addToOutbox([renameTask(1, 'Weed')]);
  const entry = { id: 'entry', name: 'task.edit', rowId: sampleId('task', 1), steps: [] } as const;
  await store.changeHistory((entries) => [{ ...entries, undo: [entry] }, null]);
  const db = await openDB(name);
  await db.add('segment', { task: [{ ...task(2), name: 5 }, { id: sampleId('task', 9) }] });
  db.close();

  const { rows, tables, version, outbox, rejections: kept } = await store.load();

  expect(outbox.map(({ mutation }) => mutation)).toEqual([renameTask(1, 'Weed')]);
  expect(kept).toEqual(rejections);
  expect(await store.changeHistory((entries) => [entries, entries.undo])).toEqual([entry]);
  expect(version).toBe(3);
  expect(rows.task).toEqual(tasks(3));
  expect(tables).toEqual([]);
});

test('[S3] a first row of the wrong type is left out, and the other first rows are shown', async () => {
  const { name, store } = await openStore();
  await store.applyPatch(patch(0, 1, { rows: { task: tasks(3) } }));
  await store.keepFirst({ version: 1, outbox: { size: 0, last: 0 }, rows: { task: tasks(3) }, others: [] });
  const db = await openDB(name);
  const first = (await db.get('tables', 'first')) as FirstRows;
  const wrong = [{ ...task(1), priority: 'high' }, { ...task(2), name: 5 }, task(3)];
  await db.put('tables', { ...first, rows: { task: wrong, mood: 5 } }, 'first');
  db.close();

  expect(await store.loadFirst()).toMatchObject({ rows: { task: [task(1), task(3)] }, others: [] });
});

test('[S3] rows of a table that only a newer app knows stay where they are', async () => {
  const { name, store } = await openStore();
  await store.applyPatch(patch(0, 1, { rows: { task: tasks(2) } }));
  const db = await openDB(name);
  await db.add('segment', { mood: [{ id: 'calm' }], task: [{ ...task(3), mood: 'calm' }] });

  await store.applyPatch(patch(1, 2, { rows: { task: tasks(4, 4) } }));

  expect((await store.load()).rows.task).toContainEqual({ ...task(3), mood: 'calm' });
  const segments = (await db.getAll('segment')) as Segment[];
  expect(segments.flatMap((segment) => segment['mood'] ?? [])).toEqual([{ id: 'calm' }]);
  db.close();
});
