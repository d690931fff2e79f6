import type { Progress, SyncStatus } from '#src/sync/client/state/tab-state.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

export function changesText(count: number): string {
  return count === 1 ? '1 change' : `${formatCount(count)} changes`;
}

/** The number of unsent changes in words. */
export function waitingText(unsent: number): string {
  return `${changesText(unsent)} waiting`;
}

/** The number and place of unsent changes in words; null without any. */
export function waitingPlaceText({ unsent, storage }: SyncStatus): string | null {
  if (unsent === 0) return null;
  return `${waitingText(unsent)}, ${storage === 'memory' ? 'in this tab only' : 'safe on this device'}.`;
}

/** The text for a tab after a newer app took over its storage. */
export const CLOSED_TEXT =
  'Reload to continue: this tab can store nothing more. Everything saved before is still here.';

/** The number of rejected changes in words. */
export function attentionText(count: number): string {
  return `${changesText(count)} ${count === 1 ? 'needs' : 'need'} your attention`;
}

export const SET_BACK_TEXT = 'The server was set back.';

/** The number of lost changes in words. */
export function lostText(count: number): string {
  return `${changesText(count)} of yours ${count === 1 ? 'is' : 'are'} only on this device.`;
}

/** The number of loaded tasks, and of all, in words. */
export function loadText({ received, missing }: Progress): string {
  return `${formatCount(received)} of ${formatCount(received + missing)}`;
}
