import { PUSH_PATH, type NewReceipt } from '#src/domain/remind/push-api.ts';
import { tellKeptReceipts } from '#src/sync/client/background/kept-receipts.ts';
import { NoOutbox } from '#src/sync/client/background/stored-outbox.ts';

/** Tells the server what this device has kept of the user's reminders. Returns whether none is left: so, too, where nothing of the user is stored. */
export async function tellReceipts(userId: string): Promise<boolean> {
  try {
    return await tellKeptReceipts(userId, postReceipt);
  } catch (error) {
    if (error instanceof NoOutbox) return true;
    throw error;
  }
}

/** Returns whether the server has heard it; what it does not want is not told again. */
export async function postReceipt(receipt: NewReceipt): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(receipt);
  const answered = await fetch(`${PUSH_PATH}/receipts`, { method: 'POST', headers, body }).catch(() => null);
  return answered !== null && answered.status < 500 && !LATER.has(answered.status);
}

/** Nobody is signed in for now, or there are too many requests. */
const LATER: ReadonlySet<number> = new Set([401, 429]);
