import { randomUUID } from 'node:crypto';
import { deleteDB, openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import type { Task } from '#src/domain/task.ts';
import { EMPTY } from '#src/sync/testing/device-stores.ts';
import { NEWER, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, collection, sampleId, task } from '#src/sync/testing/samples.ts';
import { NO_HISTORY, type HistoryEntry } from './history-entries.ts';
import { IndexedDbStore } from './indexed-db-store.ts';

const ROWS = { load: null, tables: ['collection', 'task'], settled: [], rejections: [] };

function entry(id: string): HistoryEntry {
  return { id, name: 'task.delete', rowId: 't', steps: [] };
}

function historyOf(store: IndexedDbStore) {
  return store.changeHistory((entries) => [entries, entries]);
}

test('[W11] a tab gives way to a newer version of the app, which finds the outbox', async () => {
  const { name, store, gaveWay } = await openStore();
  await store.addToOutbox([addTask(1)]);

  const newer = await openDB(name, NEWER);

  expect(gaveWay).toHaveBeenCalledOnce();
  expect(await newer.getAll('outbox')).toMatchObject([{ mutation: addTask(1) }]);
  await expect(store.addToOutbox([addTask(2)])).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  newer.close();
});

test('[W11] a tab that gave way cannot open the newer database as it knew the old one', async () => {
  const { name, store, gaveWay } = await openStore();
  const newer = await openDB(name, NEWER);
  newer.close();

  await expect(store.reopen(EMPTY)).rejects.toMatchObject({ name: 'VersionError' });
  await expect(IndexedDbStore.open(name)).rejects.toMatchObject({ name: 'VersionError' });
  expect(gaveWay).toHaveBeenCalledTimes(2);
});

test('[W11] what an app of schema 1 has stored is still there, and its collections stand in the order of their age', async () => {
  const name = randomUUID();
  const older = await openDB(name, 1, {
    upgrade(db) {
      for (const store of ['collection', 'task']) db.createObjectStore(store, { keyPath: 'id' });
      const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('mutationId', 'mutation.id');
      db.createObjectStore('rejection', { keyPath: 'mutation.id' });
      db.createObjectStore('meta');
    },
  });
  const { position: _, ...withoutPosition } = collection(2);
  const rejection = { mutation: addTask(4), code: 'TASK_LIMIT', at: 9 };
  await older.put('collection', withoutPosition);
  // This one is from a server that was newer than the app.
  await older.put('collection', collection(1, { position: -0.5 }));
  await older.put('task', task(3));
  await older.put('rejection', rejection);
  await older.put('meta', 7, 'version');
  await older.add('outbox', { mutation: addTask(5) });
  older.close();

  const { store } = await openStore(name);

  expect(await store.load()).toEqual({
    version: 7,
    load: null,
    tables: ['collection', 'task'],
    rows: { collection: [collection(1, { position: -0.5 }), collection(2)], task: [task(3)] },
    outbox: [{ seq: 1, mutation: addTask(5) }],
    rejections: [rejection],
  });
  expect(await historyOf(store)).toEqual(NO_HISTORY);
});

test('[W11] the history that an app of schema 3 has stored can still be taken back', async () => {
  const name = randomUUID();
  const older = await openDB(name, 3, {
    upgrade(db) {
      for (const store of ['collection', 'task', 'meta', 'history']) db.createObjectStore(store);
    },
  });
  const entries = { undo: [entry('a'), entry('b')], redo: [entry('c')] };
  await older.put('history', entries, 'entries');
  older.close();

  const { store } = await openStore(name);

  expect(await historyOf(store)).toEqual(entries);
});

test('a change of the history writes what it changes, and leaves the rest as it lies', async () => {
  const { store } = await openStore();
  const add = (id: string) =>
    store.changeHistory(({ undo }) => [{ undo: [...undo, entry(id)], redo: [] }, null]);
  for (const id of ['a', 'b', 'c']) await add(id);
  await store.changeHistory(({ undo, redo }) => [
    { undo: undo.slice(0, -1), redo: [...redo, ...undo.slice(-1)] },
    null,
  ]);
  expect(await historyOf(store)).toEqual({ undo: [entry('a'), entry('b')], redo: [entry('c')] });

  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await add('d');

  expect(put.mock.calls.map(([value]) => value as unknown)).toEqual([entry('d')]);
  expect(await historyOf(store)).toEqual({ undo: [entry('a'), entry('b'), entry('d')], redo: [] });
  put.mockRestore();
});

test('[W11] an opening that an old tab holds up says so, and goes on when that lets go', async () => {
  const name = randomUUID();
  // It has a schema that needs an upgrade, and no ear for those who want to make it.
  const old = await openDB(name, 1, {
    upgrade(db) {
      for (const store of ['collection', 'task']) db.createObjectStore(store, { keyPath: 'id' });
    },
  });
  const { promise: blocked, resolve: onBlocked } = Promise.withResolvers<void>();

  const opening = IndexedDbStore.open(name, onBlocked);
  await blocked;
  old.close();

  expect(await opening).toBeInstanceOf(IndexedDbStore);
});

test('[W17] a tab is told that its database was deleted, and that nobody signed out', async () => {
  const { name, store, lost, signedOut } = await openStore();
  await deleteDB(name);

  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());

  await expect(store.load()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  expect(await store.reopen(EMPTY)).toEqual(EMPTY);
  expect(signedOut).not.toHaveBeenCalled();
});

test('[W17] a tab that wants its deleted database at once gets it when the deletion is through', async () => {
  const { name, store } = await openStore();
  const known = { ...EMPTY, version: 3, rows: { task: [task(1)] } };

  const deleted = deleteDB(name);

  expect(await store.reopen(known)).toEqual(known);
  await deleted;
});

test('a reopened store still gives way', async () => {
  const { name, store, gaveWay } = await openStore();
  await store.reopen(EMPTY);

  const newer = await openDB(name, NEWER);

  expect(gaveWay).toHaveBeenCalledOnce();
  newer.close();
});

test('users have databases of their own', async () => {
  const ada = await openStore();
  const bob = await openStore();
  await ada.store.addToOutbox([addTask(1)]);

  expect(await bob.store.outline()).toMatchObject({ seqs: [] });
});

test('[W7] a patch with a row that cannot be stored leaves nothing of itself', async () => {
  const { store } = await openStore();
  await store.addToOutbox([addTask(1)]);
  await store.applyPatch({ ...ROWS, from: 0, to: 3, rows: { task: [task(1)] } });
  const before = await store.load();
  const unstorable = { ...task(3), name: () => {} } as unknown as Task;

  const attempt = store.applyPatch({
    from: 0,
    to: 4,
    load: null,
    tables: ['collection', 'task'],
    rows: { collection: [], task: [task(2), unstorable] },
    settled: [addTask(1).id],
    rejections: [],
  });

  await expect(attempt).rejects.toMatchObject({ name: 'DataCloneError' });
  expect(await store.load()).toEqual(before);
});

test('[W1] a write to the outbox asks for strict durability: it waits for the disk', async () => {
  const { store } = await openStore();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');

  await store.addToOutbox([addTask(1)]);

  expect(transaction).toHaveBeenCalledExactlyOnceWith('outbox', 'readwrite', { durability: 'strict' });
  transaction.mockRestore();
});

test('[W1] a batch of which one mutation cannot be stored leaves none in the outbox', async () => {
  const { store } = await openStore();
  const unclonable = addTask(2);
  (unclonable.args as unknown as { name: unknown }).name = () => {};

  await expect(store.addToOutbox([addTask(1), unclonable])).rejects.toMatchObject({ name: 'DataCloneError' });

  expect(await store.outline()).toMatchObject({ seqs: [] });
});

test('[W1] a batch whose transaction is undone by the browser is rejected, without an unhandled rejection', async () => {
  const { name, store } = await openStore();
  const raw = await openDB(name);
  // The last number there is: adding one more is an error of the request, and undoes the whole transaction.
  await raw.add('outbox', { seq: 2 ** 53, mutation: addTask(1) });
  raw.close();

  await expect(store.addToOutbox([addTask(2), addTask(3)])).rejects.toMatchObject({
    name: 'ConstraintError',
  });

  expect((await store.load()).outbox.map(({ mutation }) => mutation.id)).toEqual([sampleId('mutation', 1)]);
});
