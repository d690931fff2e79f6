import { openDB } from 'idb';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseNames, NEWER, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import { addToStoredOutbox, readStoredOutbox } from './stored-outbox.ts';

test('[N5] a mutation from a notification goes to the end of the outbox, and a tab finds it by its number', async () => {
  const { name, store } = await openStore();
  await store.addToOutbox([addTask(1)]);

  const seq = await addToStoredOutbox(name, addTask(2));

  expect(await store.readOutbox([seq])).toMatchObject([{ mutation: addTask(2) }]);
  expect((await store.outline()).seqs.at(-1)).toBe(seq);
  expect(await readStoredOutbox(name)).toMatchObject({
    mutations: [addTask(1), addTask(2)],
    version: 0,
    loadedAt: 0,
  });
  store.close();
});

test('[N5] the device stores no mutation and creates no database before sign-in', async () => {
  const name = randomUUID();

  await expect(addToStoredOutbox(name, addTask(1))).rejects.toMatchObject({ code: 'NO_OUTBOX' });

  expect(await databaseNames()).not.toContain(name);
});

test('[N5] the device stores no mutation of a user who is signing out', async () => {
  const { name, store } = await openStore();
  const other = await openDB(name);
  await other.put('meta', 1, 'signedOut');

  await expect(addToStoredOutbox(name, addTask(1))).rejects.toMatchObject({ code: 'NO_OUTBOX' });

  expect(await other.count('outbox')).toBe(0);
  other.close();
  store.close();
});

test('[N5] a mutation goes into the database of a newer app, and holds up no upgrade', async () => {
  const { name, store } = await openStore();
  await store.addToOutbox([addTask(1)]);
  const newer = await openDB(name, NEWER);
  await addToStoredOutbox(name, addTask(2));
  newer.close();

  const newest = await openDB(name, NEWER + 1);

  expect(await newest.getAll('outbox')).toMatchObject([{ mutation: addTask(1) }, { mutation: addTask(2) }]);
  newest.close();
});
