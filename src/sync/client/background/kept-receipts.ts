import type { NewReceipt } from '#src/reading/remind/push-api.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { whole } from '#src/sync/client/storage/indexed-db-schema.ts';
import { NoOutbox, withDatabase } from './stored-outbox.ts';

/**
 * Keeps a receipt of a reminder (rule N4) until `tellKeptReceipts` has told it to the server. Throws NoOutbox when the
 * device has no data of the user.
 */
export async function keepReceipt(userId: string, receipt: NewReceipt): Promise<void> {
  await withDatabase(databaseName(userId), async (db) => {
    const tx = db.transaction(['receipt', 'meta'], 'readwrite', { durability: 'strict' });
    await whole(tx, async () => {
      if (await tx.objectStore('meta').get('signedOut')) throw new NoOutbox();
      await tx.objectStore('receipt').add(receipt);
    });
  });
}

/**
 * Tells the kept receipts of the user's reminders, oldest first, and forgets each one once `tell` says that the server
 * has heard it. Stops at the first receipt that the server has not heard; that one and all later ones stay. Returns
 * true when none is left. Two concurrent calls may tell a receipt twice; it counts once.
 */
export async function tellKeptReceipts(
  userId: string,
  tell: (receipt: NewReceipt) => Promise<boolean>,
): Promise<boolean> {
  for (const [key, receipt] of await readReceipts(userId)) {
    if (!(await tell(receipt))) return false;
    await withDatabase(databaseName(userId), (db) => db.delete('receipt', key));
  }
  return true;
}

async function readReceipts(userId: string): Promise<(readonly [number, NewReceipt])[]> {
  return withDatabase(databaseName(userId), async (db) => {
    const tx = db.transaction('receipt');
    const [keys, receipts] = await whole(tx, () => Promise.all([tx.store.getAllKeys(), tx.store.getAll()]));
    return keys.flatMap((key, place) => {
      const receipt = receipts[place];
      return receipt ? [[key, receipt] as const] : [];
    });
  });
}
