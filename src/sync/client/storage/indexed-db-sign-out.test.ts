import { randomUUID } from 'node:crypto';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { EMPTY } from '#src/sync/testing/device-stores.ts';
import { databaseNames, NEWER, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, task } from '#src/sync/testing/samples.ts';
import { databaseName, markOf, removeMarked } from './indexed-db-removal.ts';
import { IndexedDbStore } from './indexed-db-store.ts';

test('[W13] a closed store does not open again, so a late write does not bring a deleted database back', async () => {
  const { name, store } = await openStore();
  await store.destroy();

  await expect(store.reopen(EMPTY)).rejects.toMatchObject({ code: 'STORE_CLOSED' });

  expect(await databaseNames()).not.toContain(name);
});

test('[W13] signing out deletes the database while other tabs have it open, and no tab brings it back', async () => {
  const { name, store, lost } = await openStore();
  const other = await openStore(name);
  await store.addToOutbox([addTask(1)]);

  const destroyed = store.destroy();
  const reopened = other.store.reopen({ ...EMPTY, version: 3, rows: { task: [task(1)] } }).then(
    () => 'reopened',
    (error: { code: string }) => error.code,
  );
  await destroyed;

  await vi.waitFor(async () => expect(await databaseNames()).not.toContain(name));
  await vi.waitFor(() => expect(other.signedOut).toHaveBeenCalledOnce());
  expect(await reopened).toBe('STORE_CLOSED');
  await expect(other.store.reopen(EMPTY)).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  for (const event of [lost, other.lost, other.gaveWay]) expect(event).not.toHaveBeenCalled();
  const again = await openStore(name);
  expect(await again.store.load()).toEqual(EMPTY);
});

test('[W13] other tabs tell a sign-out from a loss, also when the tab that signs out has closed its store', async () => {
  const { name, store } = await openStore();
  const other = await openStore(name);
  store.close();

  await store.destroy();

  await vi.waitFor(() => expect(other.signedOut).toHaveBeenCalledOnce());
  await vi.waitFor(async () => expect(await databaseNames()).not.toContain(name));
  expect(other.lost).not.toHaveBeenCalled();
});

test('[W13] signing out in a tab that gave way to a newer app empties the device, and that app sees the sign-out', async () => {
  const { name, store, gaveWay } = await openStore();
  await store.addToOutbox([addTask(1)]);
  const { promise: left, resolve: leave } = Promise.withResolvers<readonly unknown[]>();
  const newer = await openDB(name, NEWER, {
    upgrade: (db) => void db.createObjectStore('newStore').put('Private', 1),
    blocking: () => {
      leave(Promise.all([newer.get('meta', 'signedOut'), newer.count('outbox'), newer.count('newStore')]));
      newer.close();
    },
  });
  expect(gaveWay).toHaveBeenCalledOnce();

  await store.destroy();

  expect(await left).toEqual([1, 0, 0]);
  await vi.waitFor(async () => expect(await databaseNames()).not.toContain(name));
});

test('[W13] signing out in a tab whose database is gone creates no new one', async () => {
  const { name, store } = await openStore();
  store.close();
  await deleteDB(name);
  const made = vi.spyOn(IDBDatabase.prototype, 'createObjectStore');

  await store.destroy();

  expect(made).not.toHaveBeenCalled();
  expect(await databaseNames()).not.toContain(name);
  made.mockRestore();
});

test('[W13] data left by a tab that died during sign-out are gone when the app opens again', async () => {
  const { name, store } = await openStore();
  await store.addToOutbox([addTask(1)]);
  store.close();
  const raw = await openDB(name);
  await raw.put('meta', 1, 'signedOut');
  raw.close();

  const again = await openStore(name);

  expect(await again.store.load()).toEqual(EMPTY);
  await deleteDB(name);
  await vi.waitFor(() => expect(again.lost).toHaveBeenCalledOnce());
  expect(again.signedOut).not.toHaveBeenCalled();
});

test('[W13] signing out ends while a sleeping tab holds up an upgrade, and the data go once that tab is gone', async () => {
  const name = randomUUID();
  const timers: (() => void)[] = [];
  const store = await IndexedDbStore.open(name, undefined, (_ms, run) => {
    timers.push(run);
    return () => {};
  });
  await store.addToOutbox([addTask(1)]);
  const sleeping = await openDB(name);
  const { promise: pending, resolve: onBlocked } = Promise.withResolvers<void>();
  const { promise: left, resolve: leave } = Promise.withResolvers<readonly unknown[]>();
  const lookAndClose = async (db: IDBPDatabase) => {
    const seen = Promise.all([db.get('meta', 'signedOut'), db.count('outbox')]);
    db.close();
    return seen;
  };
  const upgrading = openDB(name, NEWER, {
    blocked: () => onBlocked(),
    blocking: () => leave(upgrading.then(lookAndClose)),
  });
  await pending;

  const destroyed = store.destroy();
  timers.at(-1)!();
  await destroyed;

  await vi.waitFor(async () => expect(await databaseNames()).toContain(markOf(name)));
  sleeping.close();
  expect(await left).toEqual([1, 0]);
  await vi.waitFor(async () => {
    for (const gone of [name, markOf(name)]) expect(await databaseNames()).not.toContain(gone);
  });
});

test('[W13] a database that can neither be opened nor deleted stays marked until it is gone', async () => {
  const { name, store } = await openStore();
  store.close();
  const sleeping = await openDB(name);
  const open = indexedDB.open.bind(indexedDB);
  // The database has a later version, so this opening fails.
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => open(name, 1));

  await store.destroy();

  expect(await databaseNames()).toEqual(expect.arrayContaining([name, markOf(name)]));
  sleeping.close();
  await vi.waitFor(async () => {
    for (const gone of [name, markOf(name)]) expect(await databaseNames()).not.toContain(gone);
  });
});

test('[W13] a marked database is emptied before the app shows its data', async () => {
  const { name, store } = await openStore();
  await store.addToOutbox([addTask(1)]);
  store.close();
  (await openDB(markOf(name))).close();

  const again = await openStore(name);

  expect(await again.store.load()).toEqual(EMPTY);
  expect(await databaseNames()).not.toContain(markOf(name));
});

describe('[W13] a database that was not emptied at the sign-out', () => {
  /** The database of a user who has signed out, with its mark. */
  async function leftDatabase() {
    const name = databaseName(randomUUID());
    const { store } = await openStore(name);
    await store.addToOutbox([addTask(1)]);
    store.close();
    (await openDB(markOf(name))).close();
    return name;
  }

  test('is deleted as soon as the sleeping tab is gone, and the data of another user stay', async () => {
    const name = await leftDatabase();
    const other = await openStore(databaseName(randomUUID()));
    await other.store.addToOutbox([addTask(2)]);
    const sleeping = await openDB(name);
    const { promise: pending, resolve } = Promise.withResolvers<void>();
    const upgrading = openDB(name, NEWER, { blocked: () => resolve() }).then((db) => db.close());
    await pending;

    const removed = removeMarked();
    sleeping.close();
    await Promise.all([upgrading, removed]);

    for (const gone of [name, markOf(name)]) expect(await databaseNames()).not.toContain(gone);
    expect((await other.store.load()).outbox).toHaveLength(1);
  });

  test('loses its mark also when the database itself is gone', async () => {
    const mark = markOf(databaseName(randomUUID()));
    (await openDB(mark)).close();

    await removeMarked();

    expect(await databaseNames()).not.toContain(mark);
  });

  test.for([0, 1, 2, 5])('keeps new changes of a user who signs in %i turns later', async (turns) => {
    const name = await leftDatabase();
    const removed = removeMarked();
    for (let turn = 0; turn < turns; turn++) await databaseNames();
    const { store } = await openStore(name);
    await store.addToOutbox([addTask(3)]).catch(() => {});
    const made = await store.load().catch(() => null);
    await removed;
    await removeMarked();

    const kept = made ? (await store.load()).outbox.map(({ mutation }) => mutation.id) : [];
    const isThere = (await databaseNames()).includes(name);
    // A tab that opened the old database is told that it goes, as at any sign-out. Otherwise the tab has a new database.
    expect([kept, isThere]).toEqual(made ? [[addTask(3).id], true] : [[], false]);
  });
});

describe('signing in again while a tab that sleeps holds up the deletion', () => {
  /** A database that a sleeping tab has open. That tab does not hear that it must close it. */
  async function heldDatabase() {
    const name = randomUUID();
    const { store } = await openStore(name);
    store.close();
    return { name, sleeping: await openDB(name) };
  }

  test('[W11] [W13] the user is told to close the other tabs, although no event says that the opening waits', async () => {
    const { name, sleeping } = await heldDatabase();
    const { promise: isPending, resolve } = Promise.withResolvers<void>();
    const deleted = deleteDB(name, { blocked: () => resolve() });
    await isPending;
    const timers: (() => void)[] = [];
    const onBlocked = vi.fn<() => void>();

    const opening = IndexedDbStore.open(name, onBlocked, (_ms, run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    });
    expect(timers).toHaveLength(1);
    timers[0]!();
    expect(onBlocked).toHaveBeenCalledOnce();
    sleeping.close();

    expect(await (await opening).load()).toEqual(EMPTY);
    await deleted;
    expect(timers).toEqual([]);
  });

  test('[W11] [W13] the user is told at once when this tab continues a deletion that another tab began', async () => {
    const { name, sleeping } = await heldDatabase();
    await sleeping.put('meta', 1, 'signedOut');
    const { promise: blocked, resolve: onBlocked } = Promise.withResolvers<void>();

    const opening = IndexedDbStore.open(name, onBlocked);
    await blocked;
    sleeping.close();

    expect(await (await opening).load()).toEqual(EMPTY);
  });
});
