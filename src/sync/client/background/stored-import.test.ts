import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { forgetOthers } from '#src/sync/client/storage/indexed-db-others.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { databaseNames, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, addTasks, sampleId } from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import {
  advanceImport,
  forgetImport,
  forgetImportOf,
  IMPORT_SLICE,
  isUnfinished,
  readImport,
  readPlanned,
  storeImport,
} from './stored-import.ts';

const OPERATIONS: readonly Operation[] = addTasks(IMPORT_SLICE + 30);

/** A user with data on this device, and a stored import. */
async function importing() {
  const userId = randomUUID();
  const { store } = await openStore(databaseName(userId));
  const id = newId();
  expect(await storeImport(userId, { id, fileName: 'Home.csv', at: 1 }, OPERATIONS)).toBe(true);
  return { userId, store, id };
}

test('[I7] a stored import gives its operations until all are done', async () => {
  const { userId, store, id } = await importing();
  const all = OPERATIONS.length;
  expect(await readImport(userId)).toEqual({ id, fileName: 'Home.csv', all, done: 0, at: 1 });
  expect(await readPlanned(userId, 0)).toEqual(OPERATIONS.slice(0, IMPORT_SLICE));

  expect(await advanceImport(userId, id, { done: IMPORT_SLICE, at: 5 })).toBe(true);
  expect(await readImport(userId)).toMatchObject({ done: IMPORT_SLICE, at: 5 });
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual(OPERATIONS.slice(IMPORT_SLICE));

  expect(await advanceImport(userId, id, { done: all, at: 6 })).toBe(true);
  const ended = await readImport(userId);
  expect(ended).toMatchObject({ done: all, at: 6 });
  expect(ended && isUnfinished(ended)).toBe(false);
  expect(await readPlanned(userId, 0)).toEqual([]);
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual([]);
  store.close();
});

test('[I7] a second import is not stored while one waits, and stopping it does not stop the one that waits', async () => {
  const { userId, store, id } = await importing();
  const second = newId();
  const next = { id: second, fileName: 'New.csv', at: 2 };
  expect(await storeImport(userId, next, OPERATIONS.slice(0, 1))).toBe(false);
  await forgetImport(userId, second);
  expect(await readImport(userId)).toMatchObject({ id, done: 0 });
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual(OPERATIONS.slice(IMPORT_SLICE));

  await forgetImport(userId, id);
  expect(await storeImport(userId, next, OPERATIONS.slice(0, 1))).toBe(true);
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual([]);
  expect(await advanceImport(userId, id, { done: IMPORT_SLICE, at: 5 })).toBe(false);
  expect(await readImport(userId)).toMatchObject({ id: second, done: 0 });

  await forgetImport(userId, second);
  expect(await readImport(userId)).toBeNull();
  expect(await readPlanned(userId, 0)).toEqual([]);
  expect(await advanceImport(userId, second, { done: 1, at: 5 })).toBe(false);
  expect(await readImport(userId)).toBeNull();
  store.close();
});

test('[I7] an import that failed half way is stored anew under its id', async () => {
  const { userId, store, id } = await importing();
  await advanceImport(userId, id, { done: IMPORT_SLICE, at: 5 });
  const again = { id, fileName: 'Home.csv', at: 9 };
  expect(await storeImport(userId, again, OPERATIONS.slice(0, 1))).toBe(true);
  expect(await readImport(userId)).toEqual({ ...again, all: 1, done: 0 });
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual([]);
  store.close();
});

test('[I6] [I7] an import that waits ends when rows of it are taken back, and not with those of another import', async () => {
  const { userId, store, id } = await importing();
  await forgetImportOf(userId, new Set([newId()]));
  expect(await readImport(userId)).toMatchObject({ id });

  await advanceImport(userId, id, { done: IMPORT_SLICE, at: 5 });
  await forgetImportOf(userId, new Set([sampleId('task', 1)]));
  expect(await readImport(userId)).toBeNull();
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual([]);
  store.close();
});

test('[I7] a disk that fails stores no part of an import, and keeps the one that waits', async () => {
  const { userId, store, id } = await importing();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const stored = storeImport(userId, { id, fileName: 'Home.csv', at: 2 }, OPERATIONS.slice(0, 1));
  await expect(stored).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  put.mockRestore();
  expect(await readImport(userId)).toMatchObject({ all: OPERATIONS.length, at: 1 });
  expect(await readPlanned(userId, 0)).toHaveLength(IMPORT_SLICE);
  store.close();
});

test('[I7] an import goes with the sign-out of its user, and when another user signs in', async () => {
  const [ada, bea] = [await importing(), await importing()];
  await bea.store.addToOutbox([addTask(1)]);
  bea.store.close();
  await ada.store.destroy();
  expect(await databaseNames()).not.toContain(databaseName(ada.userId));
  expect(await readImport(ada.userId)).toBeNull();

  // Bea has an unsent change, so her outbox stays.
  await forgetOthers(databaseName(ada.userId));
  expect(await databaseNames()).toContain(databaseName(bea.userId));
  expect(await readImport(bea.userId)).toBeNull();
  expect(await readPlanned(bea.userId, 0)).toEqual([]);
});

test('[I7] the device stores no import before sign-in or during sign-out', async () => {
  const nobody = randomUUID();
  const begun = { id: newId(), fileName: 'Home.csv', at: 1 };
  expect(await storeImport(nobody, begun, OPERATIONS)).toBe(false);
  await forgetImport(nobody, begun.id);
  expect(await databaseNames()).not.toContain(databaseName(nobody));

  const { userId, store, id } = await importing();
  await forgetImport(userId, id);
  const other = await openDB(databaseName(userId));
  await other.put('meta', 1, 'signedOut');
  expect(await storeImport(userId, begun, OPERATIONS)).toBe(false);
  expect(await readImport(userId)).toBeNull();
  other.close();
  store.close();
});
