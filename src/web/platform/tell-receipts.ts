import { PUSH_PATH, type NewReceipt } from '#src/reading/remind/push-api.ts';
import { tellKeptReceipts } from '#src/sync/client/background/kept-receipts.ts';
import { NoOutbox } from '#src/sync/client/background/stored-outbox.ts';

/**
 * Sends the server the receipts that this device has kept of the user's reminders. Returns true if none is
 * left, also when the device stores nothing of the user.
 */
export async function tellReceipts(userId: string): Promise<boolean> {
  try {
    return await tellKeptReceipts(userId, postReceipt);
  } catch (error) {
    if (error instanceof NoOutbox) return true;
    throw error;
  }
}

/** Returns true if the server has answered; a receipt that it rejects is not sent again. */
export async function postReceipt(receipt: NewReceipt): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(receipt);
  const answered = await fetch(`${PUSH_PATH}/receipts`, { method: 'POST', headers, body }).catch(() => null);
  return answered !== null && answered.status < 500 && !LATER.has(answered.status);
}

/** No session for now, or too many requests. */
const LATER: ReadonlySet<number> = new Set([401, 429]);
