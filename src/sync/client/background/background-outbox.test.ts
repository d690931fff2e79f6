import { openDB } from 'idb';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { InvalidValue } from '#src/tables/kit/column.ts';
import type { Operation } from '#src/tables/operations.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { openStore } from '#src/sync/testing/indexed-db.ts';
import { collection, task, taskIds } from '#src/sync/testing/samples.ts';
import { mutateInBackground } from './background-outbox.ts';
import { readStoredOutbox } from './stored-outbox.ts';

const [id = ''] = taskIds(1);
const first: Operation = { name: 'task.complete', args: { id, at: 5 } };
const wrong: Operation = { name: 'task.complete', args: { id: 'no id', at: 5 } };
const better: Operation = { name: 'task.complete', args: { id, at: 6 } };

/** A user whose device has stored one task, and the mutations that wait there. */
async function device() {
  const userId = randomUUID();
  const name = databaseName(userId);
  const { store } = await openStore(name);
  const rows = { collection: [collection(1)], task: [task(1)] };
  const tables = ['collection', 'task'];
  await store.applyPatch({ from: 0, to: 1, rows, tables, settled: [], rejections: [], load: null });
  store.close();
  const waiting = async () => (await readStoredOutbox(name)).mutations;
  return { userId, name, waiting };
}

test('[W3.13] a mutation from a notification is stored before the worker reads any row', async () => {
  const { userId, waiting } = await device();
  const found: unknown[] = [];

  await mutateInBackground(userId, first, (tasks) => {
    found.push(tasks.task(id)?.name, waiting());
    return better;
  });

  expect(found[0]).toBe(task(1).name);
  expect(await found[1]).toMatchObject([first]);
});

test('[W3.13] the mutation that the rows ask for takes the place of the stored one, under its id', async () => {
  const { userId, waiting } = await device();
  const reads: ReturnType<typeof waiting>[] = [];

  await mutateInBackground(userId, first, () => {
    reads.push(waiting());
    return better;
  });

  const [before] = await reads[0]!;
  expect(await waiting()).toEqual([{ id: before?.id, ...better }]);
});

test('[W3.13] a stored mutation stays when the rows cannot be read', async () => {
  const { userId, name, waiting } = await device();
  const db = await openDB(name);
  await db.clear('segment');
  await db.add('segment', { task: 5 });
  db.close();

  await mutateInBackground(userId, first, () => better);

  expect(await waiting()).toMatchObject([first]);
});

test('[W3.13] a stored mutation stays when the one of the rows has wrong arguments', async () => {
  const { userId, waiting } = await device();

  await mutateInBackground(userId, first, () => wrong);

  expect(await waiting()).toMatchObject([first]);
});

test('[W3.13] a mutation that a tab has settled meanwhile does not come back', async () => {
  const { userId, name, waiting } = await device();
  const tab = await openDB(name);
  const settled: Promise<void>[] = [];

  await mutateInBackground(userId, first, () => {
    settled.push(tab.clear('outbox'));
    return better;
  });

  await Promise.all(settled);
  tab.close();
  expect(await waiting()).toEqual([]);
});

test('[W3.13] a mutation with wrong arguments is not stored', async () => {
  const { userId, waiting } = await device();

  await expect(mutateInBackground(userId, wrong)).rejects.toThrow(InvalidValue);

  expect(await waiting()).toEqual([]);
});
