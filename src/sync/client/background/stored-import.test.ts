import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { forgetOthers } from '#src/sync/client/storage/indexed-db-others.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { databaseNames, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask, addTasks } from '#src/sync/testing/samples.ts';
import type { Operation } from '#src/tables/operations.ts';
import {
  advanceImport,
  forgetImport,
  IMPORT_SLICE,
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
  await storeImport(userId, { id, fileName: 'Home.csv' }, OPERATIONS);
  return { userId, store, id };
}

test('[I7] a stored import gives what is left of it, and is done once nothing is', async () => {
  const { userId, store, id } = await importing();
  const all = OPERATIONS.length;
  expect(await readImport(userId)).toEqual({ id, fileName: 'Home.csv', all, done: 0, endedAt: null });
  expect(await readPlanned(userId, 0)).toEqual(OPERATIONS.slice(0, IMPORT_SLICE));

  expect(await advanceImport(userId, id, { done: IMPORT_SLICE, at: 5 })).toBe(true);
  expect(await readImport(userId)).toMatchObject({ done: IMPORT_SLICE, endedAt: null });
  expect(await readPlanned(userId, 0)).toEqual([]);
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual(OPERATIONS.slice(IMPORT_SLICE));

  expect(await advanceImport(userId, id, { done: all, at: 6 })).toBe(true);
  expect(await readImport(userId)).toMatchObject({ done: all, endedAt: 6 });
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual([]);
  store.close();
});

test('[I7] a newer import takes nothing from one that has not ended, and one that was ended does not come back', async () => {
  const { userId, store, id } = await importing();
  const newer = newId();
  const next = { id: newer, fileName: 'New.csv' };
  await expect(storeImport(userId, next, OPERATIONS.slice(0, 1))).rejects.toMatchObject({
    code: 'IMPORT_WAITS',
  });
  await forgetImport(userId, newer);
  expect(await readImport(userId)).toMatchObject({ id, endedAt: null });
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual(OPERATIONS.slice(IMPORT_SLICE));

  await forgetImport(userId, id);
  await storeImport(userId, next, OPERATIONS.slice(0, 1));
  expect(await readPlanned(userId, IMPORT_SLICE)).toEqual([]);
  expect(await advanceImport(userId, id, { done: IMPORT_SLICE, at: 5 })).toBe(false);
  expect(await readImport(userId)).toMatchObject({ id: newer, done: 0 });

  await forgetImport(userId);
  expect(await readImport(userId)).toBeNull();
  expect(await readPlanned(userId, 0)).toEqual([]);
  expect(await advanceImport(userId, newer, { done: 1, at: 5 })).toBe(false);
  expect(await readImport(userId)).toBeNull();
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
  const begun = { id: newId(), fileName: 'Home.csv' };
  await expect(storeImport(nobody, begun, OPERATIONS)).rejects.toMatchObject({ code: 'NO_OUTBOX' });
  await forgetImport(nobody);
  expect(await databaseNames()).not.toContain(databaseName(nobody));

  const { userId, store } = await importing();
  await forgetImport(userId);
  const other = await openDB(databaseName(userId));
  await other.put('meta', 1, 'signedOut');
  await expect(storeImport(userId, begun, OPERATIONS)).rejects.toMatchObject({ code: 'NO_OUTBOX' });
  expect(await readImport(userId)).toBeNull();
  other.close();
  store.close();
});
