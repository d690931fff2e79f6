import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { databaseNames, NEWER, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, collection, task } from '#src/sync/testing/samples.ts';
import { forgetOthers, removeOthers } from './indexed-db-others.ts';
import { databaseName, markOf } from './indexed-db-removal.ts';

const own = databaseName(randomUUID());

/** A database of another user, with rows from the server. */
async function others() {
  const { name, store, ...events } = await openStore(databaseName(randomUUID()));
  await store.applyPatch({
    from: 0,
    to: 5,
    rows: { collection: [collection(1)], task: [task(1)] },
    settled: [],
    rejections: [],
    load: null,
    tables: ['collection', 'task'],
  });
  return { name, store, ...events };
}

/** The name of a database of another user that holds a change unknown to the server. No tab has it open. */
async function othersWaiting(n: number) {
  const { name, store } = await others();
  await store.addToOutbox([addTask(n)]);
  store.close();
  return name;
}

test('[W13] a sign-in removes data of other users that the server has too, also while a tab has them open', async () => {
  const mine = await openStore(own);
  await mine.store.addToOutbox([addTask(1)]);
  const { name, signedOut, lost } = await others();

  expect(await forgetOthers(own)).toBe(0);

  await vi.waitFor(async () => expect(await databaseNames()).not.toContain(name));
  await vi.waitFor(() => expect(signedOut).toHaveBeenCalledOnce());
  expect(lost).not.toHaveBeenCalled();
  expect((await mine.store.load()).outbox).toHaveLength(1);
});

test('[W13] unsent changes stay for their user, and nothing else stays', async () => {
  const name = await othersWaiting(2);

  expect(await forgetOthers(own)).toBe(1);
  expect(await forgetOthers(own)).toBe(1);

  const again = await openStore(name);
  expect(await again.store.load()).toMatchObject({
    version: 0,
    load: null,
    tables: [],
    rows: {},
    outbox: [{ mutation: addTask(2) }],
  });
  again.store.close();

  await removeOthers(own);
  expect(await databaseNames()).not.toContain(name);
});

test('[W13] unsent changes that an app of another version stored stay as well', async () => {
  const name = await othersWaiting(3);
  const newer = await openDB(name, NEWER, { upgrade: (db) => void db.createObjectStore('later') });
  newer.close();

  expect(await forgetOthers(own)).toBe(1);

  await removeOthers(own);
  expect(await databaseNames()).not.toContain(name);
});

test('[W13] no change stays of a user who signed out while the database could not be emptied', async () => {
  const name = await othersWaiting(4);
  (await openDB(markOf(name))).close();

  expect(await forgetOthers(own)).toBe(0);

  for (const gone of [name, markOf(name)]) expect(await databaseNames()).not.toContain(gone);
});
