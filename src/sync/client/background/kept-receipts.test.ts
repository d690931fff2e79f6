import { openDB } from 'idb';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { NewReceipt } from '#src/reading/remind/push-api.ts';
import { forgetOthers } from '#src/sync/client/storage/indexed-db-others.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { databaseNames, openStore } from '#src/sync/testing/indexed-db.ts';
import { addTask } from '#src/sync/testing/samples.ts';
import { keepReceipt, tellKeptReceipts } from './kept-receipts.ts';

const receipt = (what: NewReceipt['what']): NewReceipt => ({ alarm: newId(), what, at: 1 });

/** A user with data on this device. */
async function storedUser() {
  const userId = randomUUID();
  const { store } = await openStore(databaseName(userId));
  return { userId, store };
}

/** Tells the kept receipts to a server that hears the first `most` of them. Returns the receipts that it heard. */
async function told(userId: string, most = Infinity) {
  const heard: NewReceipt[] = [];
  const isAll = await tellKeptReceipts(userId, async (each) => {
    if (heard.length === most) return false;
    heard.push(each);
    return true;
  });
  return { heard, isAll };
}

test('[N4] the device keeps each receipt and tells it again, oldest first, until the server has heard it', async () => {
  const { userId, store } = await storedUser();
  const receipts = [receipt('shown'), receipt('done'), receipt('snoozed')] as const;
  for (const each of receipts) await keepReceipt(userId, each);

  expect(await told(userId, 0)).toEqual({ heard: [], isAll: false });
  expect(await told(userId, 1)).toEqual({ heard: [receipts[0]], isAll: false });
  expect(await told(userId)).toEqual({ heard: receipts.slice(1), isAll: true });
  expect(await told(userId)).toEqual({ heard: [], isAll: true });
  store.close();
});

test('[N4] each user has their own receipts, which stay on the device while that user has unsent changes', async () => {
  const [ada, bea] = [await storedUser(), await storedUser()];
  await bea.store.addToOutbox([addTask(1)]);
  await keepReceipt(bea.userId, receipt('done'));
  expect(await told(ada.userId)).toEqual({ heard: [], isAll: true });
  for (const { store } of [ada, bea]) store.close();

  // Bea has an unsent change, so her outbox and her receipts stay.
  await forgetOthers(databaseName(ada.userId));
  expect((await told(bea.userId)).heard).toHaveLength(1);
});

test('[N4] the device keeps no receipt and creates no database before sign-in or during sign-out', async () => {
  const nobody = randomUUID();
  await expect(keepReceipt(nobody, receipt('done'))).rejects.toMatchObject({ code: 'NO_OUTBOX' });
  await expect(told(nobody)).rejects.toMatchObject({ code: 'NO_OUTBOX' });
  expect(await databaseNames()).not.toContain(databaseName(nobody));

  const { userId, store } = await storedUser();
  const other = await openDB(databaseName(userId));
  await other.put('meta', 1, 'signedOut');
  await expect(keepReceipt(userId, receipt('done'))).rejects.toMatchObject({ code: 'NO_OUTBOX' });
  other.close();
  store.close();
});
