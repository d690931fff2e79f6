import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/** What was typed into a dialog and not sent: the fields that differ from those with which it opened. */
export type Draft = Readonly<Record<string, string>>;

/** A draft, with the dialog that it is for. */
type Kept = readonly [dialog: string, draft: Draft];

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
  const found = read(userId).findLast(([dialog]) => dialogs.includes(dialog));
  return found ? { dialog: found[0], draft: found[1] } : null;
}

/**
 * Keeps it on this device as the newest, in the place of `last`, which the same opening of the dialog has kept or taken up. What
 * another tab keeps of the same dialog stays beside it, and is found once this one is gone.
 */
export function keepDraft(userId: string, dialog: string, draft: Draft, last: Draft | null): void {
  const others = without(without(read(userId), dialog, last), dialog, draft);
  write(userId, [...others, [dialog, draft] as const].slice(-MOST_KEPT));
}

/** Forgets `last`, and nothing that another tab has made of it since. */
export function forgetDraft(userId: string, dialog: string, last: Draft | null): void {
  const drafts = read(userId);
  const others = without(drafts, dialog, last);
  if (others.length < drafts.length) write(userId, others);
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
function read(userId: string): readonly Kept[] {
  const stored = deviceMemory.get(PREFIX + userId);
  return stored === null ? [] : (JSON.parse(stored) as Kept[]);
}

function without(drafts: readonly Kept[], dialog: string, draft: Draft | null): readonly Kept[] {
  const text = JSON.stringify(draft);
  return drafts.filter(([other, kept]) => other !== dialog || JSON.stringify(kept) !== text);
}

function write(userId: string, drafts: readonly Kept[]): void {
  if (drafts.length > 0) areKept.set(deviceMemory.set(PREFIX + userId, JSON.stringify(drafts)));
  else forgetDrafts(userId);
}
