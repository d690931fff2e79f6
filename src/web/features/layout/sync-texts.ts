import type { Progress, SyncStatus } from '#src/sync/client/state/tab-state.ts';

export function changesText(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString()} changes`;
}

/** How many changes are not on the server yet, in words. */
export function waitingText(unsent: number): string {
  return `${changesText(unsent)} waiting`;
}

/** How many changes are not on the server yet, and where they are, in words; null when there are none. */
export function waitingPlaceText({ unsent, storage }: SyncStatus): string | null {
  if (unsent === 0) return null;
  return `${waitingText(unsent)}, ${storage === 'memory' ? 'in this tab only' : 'safe on this device'}.`;
}

/** The text of a tab whose storage a newer app has taken over. */
export const CLOSED_TEXT =
  'Reload to go on: this tab can store nothing more. What was saved before is still here.';

/** How many rejected changes wait for the user, in words. */
export function attentionText(count: number): string {
  return `${changesText(count)} ${count === 1 ? 'needs' : 'need'} your attention`;
}

export const SET_BACK_TEXT = 'The server was set back.';

/** How many changes the server has lost, in words. */
export function lostText(count: number): string {
  return `${changesText(count)} of yours ${count === 1 ? 'is' : 'are'} only on this device.`;
}

/** How many tasks of how many have been loaded, in words. */
export function loadText({ received, missing }: Progress): string {
  return `${received.toLocaleString()} of ${(received + missing).toLocaleString()}`;
}
