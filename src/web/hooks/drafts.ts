import { deviceMemory } from './device-memory.ts';
import { createStore, useStore } from './store.ts';

/** What was typed into a dialog and not sent: the fields that differ from those with which it opened. */
export type Draft = Readonly<Record<string, string>>;

const PREFIX = 'sunglow.drafts.';
/** So many are kept of one user: more than anybody leaves half written. No dialog asks again for those of tasks that are gone by now. */
const MOST_KEPT = 30;

const areKept = createStore(true);

/** False when the device could not store the last of them: then the page has to ask before it goes. */
export function useDraftsKept(): boolean {
  return useStore(areKept);
}

/** The newest draft for any of these dialogs, and for which; null when there is none. */
export function findDraft(userId: string, dialogs: readonly string[]) {
  const found = [...read(userId)].findLast(([dialog]) => dialogs.includes(dialog));
  return found ? { dialog: found[0], draft: found[1] } : null;
}

/** Keeps it on this device, in the place of one from before. */
export function keepDraft(userId: string, dialog: string, draft: Draft): void {
  const drafts = read(userId);
  drafts.delete(dialog);
  write(userId, [...drafts, [dialog, draft] as const].slice(-MOST_KEPT));
}

export function forgetDraft(userId: string, dialog: string): void {
  const drafts = read(userId);
  if (drafts.delete(dialog)) write(userId, [...drafts]);
}

/** The user signs out. */
export function forgetDrafts(userId: string): void {
  deviceMemory.forget(PREFIX + userId);
}

/** Somebody else has signed in (sync rule W13). */
export function forgetDraftsOfOthers(userId: string): void {
  for (const key of deviceMemory.keys())
    if (key.startsWith(PREFIX) && key !== PREFIX + userId) deviceMemory.forget(key);
}

/** Reads the drafts of all tabs; the newest last. */
function read(userId: string): Map<string, Draft> {
  const stored = deviceMemory.get(PREFIX + userId);
  return new Map(stored === null ? [] : (JSON.parse(stored) as [string, Draft][]));
}

function write(userId: string, drafts: readonly (readonly [string, Draft])[]): void {
  if (drafts.length > 0) areKept.set(deviceMemory.set(PREFIX + userId, JSON.stringify(drafts)));
  else forgetDrafts(userId);
}
