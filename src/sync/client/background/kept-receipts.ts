import type { NewReceipt } from '#src/domain/remind/push-api.ts';
import { databaseName } from '#src/sync/client/storage/indexed-db-removal.ts';
import { whole } from '#src/sync/client/storage/indexed-db-schema.ts';
import { NoOutbox, withDatabase } from './stored-outbox.ts';

/**
 * Keeps what the server is to hear of a reminder (rule N4) until `tellKeptReceipts` has told it. Throws NoOutbox where the device keeps nothing
 * of the user.
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
 * Tells what is kept of the user's reminders, oldest first, and forgets each that `tell` says the server has heard. The first that it has not
 * ends it, and stays with those behind it. Returns whether none is left. Two who do it at once tell some twice, which counts once.
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
