import { randomUUID } from 'node:crypto';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { expect, test, vi } from 'vitest';
import type { Task } from '#src/tables/task/task.ts';
import { EMPTY } from '#src/sync/testing/device-stores.ts';
import { NEWER, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, sampleId, task } from '#src/sync/testing/samples.ts';
import type { HistoryEntry } from './history-entries.ts';
import { forgetOthers, removeOthers } from './indexed-db-others.ts';
import type { Schema } from './indexed-db-records.ts';
import { databaseName } from './indexed-db-removal.ts';
import { openDatabase, SCHEMA, type SchemaVersion } from './indexed-db-schema.ts';
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

test('[W11] a tab that gave way cannot open the newer database with its old schema', async () => {
  const { name, store, gaveWay } = await openStore();
  const newer = await openDB(name, NEWER);
  newer.close();

  await expect(store.reopen(EMPTY)).rejects.toMatchObject({ name: 'VersionError' });
  await expect(IndexedDbStore.open(name)).rejects.toMatchObject({ name: 'VersionError' });
  expect(gaveWay).toHaveBeenCalledTimes(2);
});

/** The next version of the schema, with one more object store. */
const NEXT: SchemaVersion = {
  version: SCHEMA.version + 1,
  upgrade: (db, oldVersion, tx) => {
    SCHEMA.upgrade(db, oldVersion, tx);
    (db as unknown as IDBPDatabase).createObjectStore('mood');
  },
};

test('[W11] an upgrade to the next schema keeps all data that this app has stored', async () => {
  const { name, store } = await openStore();
  const rejection = { mutation: addTask(4), code: 'TASK_LIMIT' as const, at: 9 };
  await store.applyPatch({ ...ROWS, from: 0, to: 7, rows: { task: [task(3)] }, rejections: [rejection] });
  await store.addToOutbox([addTask(5)]);
  await store.changeHistory(() => [{ undo: [entry('a')], redo: [] }, null]);
  store.close();

  const next = await openDatabase(name, {}, NEXT);

  expect([...next.objectStoreNames]).toContain('mood');
  expect(await next.getAll('outbox')).toEqual([{ seq: 1, mutation: addTask(5) }]);
  expect(await next.getAll('rejection')).toEqual([rejection]);
  expect(await next.getAll('history')).toEqual([entry('a')]);
  expect(await next.get('meta', 'version')).toBe(7);
  expect(await next.count('segment')).toBe(1);
  next.close();
});

test('[W11] an upgrade that an old tab holds up says so, and goes on when that tab closes the database', async () => {
  const name = randomUUID();
  // The old tab does not listen for upgrades of its database.
  const old = await openDB(name, SCHEMA.version, {
    upgrade: (db, oldVersion, _newVersion, tx) =>
      SCHEMA.upgrade(db as unknown as IDBPDatabase<Schema>, oldVersion, tx as never),
  });
  const { promise: blocked, resolve: onBlocked } = Promise.withResolvers<void>();

  const opening = openDatabase(name, { blocked: () => onBlocked() }, NEXT);
  await blocked;
  old.close();

  expect((await opening).version).toBe(NEXT.version);
  (await opening).close();
});

test('[W11] a database from before 0.1.0 stays unchanged', async () => {
  const old = await openDB('sunglow-ada', 6, { upgrade: (db) => void db.createObjectStore('outbox') });
  await old.put('outbox', addTask(1), 1);
  old.close();

  const { store } = await openStore(databaseName('ada'));
  await forgetOthers(databaseName('ada'));
  await removeOthers(databaseName('ada'));

  expect(await store.load()).toEqual(EMPTY);
  const again = await openDB('sunglow-ada');
  expect([again.version, await again.getAll('outbox')]).toEqual([6, [addTask(1)]]);
  again.close();
  await store.destroy();
});

test('a change of the history writes only the entries that it changes', async () => {
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

test('[W17] a tab is told that its database was deleted without a sign-out', async () => {
  const { name, store, lost, signedOut } = await openStore();
  await deleteDB(name);

  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());

  await expect(store.load()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  expect(await store.reopen(EMPTY)).toEqual(EMPTY);
  expect(signedOut).not.toHaveBeenCalled();
});

test('[W17] a tab that reopens its database during a deletion gets it once the deletion is through', async () => {
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

test('each user has a database of their own', async () => {
  const ada = await openStore();
  const bob = await openStore();
  await ada.store.addToOutbox([addTask(1)]);

  expect(await bob.store.outline()).toMatchObject({ seqs: [] });
});

test('[W7] a patch with a row that cannot be stored changes nothing', async () => {
  const { store } = await openStore();
  await store.addToOutbox([addTask(1)]);
  await store.applyPatch({ ...ROWS, from: 0, to: 3, rows: { task: [task(1)] } });
  const before = await store.load();
  const unstorable = { ...task(3), name: () => {} } as unknown as Task;

  const attempt = store.applyPatch({
    from: 0,
    to: 4,
    replaces: { version: 3, tables: ['collection', 'task'] },
    load: null,
    tables: ['collection', 'task'],
    rows: { collection: [], task: [task(2), unstorable] },
    settled: [addTask(1).id],
    rejections: [],
  });

  await expect(attempt).rejects.toMatchObject({ name: 'DataCloneError' });
  expect(await store.load()).toEqual(before);
});

test('[W1] a write to the outbox uses strict durability, so it waits for the disk', async () => {
  const { store } = await openStore();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');

  await store.addToOutbox([addTask(1)]);

  expect(transaction).toHaveBeenCalledExactlyOnceWith('outbox', 'readwrite', { durability: 'strict' });
  transaction.mockRestore();
});

test('[W1] a batch with one mutation that cannot be stored adds none to the outbox', async () => {
  const { store } = await openStore();
  const unclonable = addTask(2);
  (unclonable.args as unknown as { name: unknown }).name = () => {};

  await expect(store.addToOutbox([addTask(1), unclonable])).rejects.toMatchObject({ name: 'DataCloneError' });

  expect(await store.outline()).toMatchObject({ seqs: [] });
});

test('[W1] a batch is rejected when the browser undoes its transaction, and no promise rejects unhandled', async () => {
  const { name, store } = await openStore();
  const raw = await openDB(name);
  // This is the last possible number. Adding one more record fails and undoes the whole transaction.
  await raw.add('outbox', { seq: 2 ** 53, mutation: addTask(1) });
  raw.close();

  await expect(store.addToOutbox([addTask(2), addTask(3)])).rejects.toMatchObject({
    name: 'ConstraintError',
  });

  expect((await store.load()).outbox.map(({ mutation }) => mutation.id)).toEqual([sampleId('mutation', 1)]);
});
