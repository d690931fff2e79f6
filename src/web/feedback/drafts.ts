import { deviceMemory } from '#src/web/platform/device-memory.ts';
import { createStore, useStore } from '#src/web/platform/store.ts';

/** The unsent text of a dialog: the fields that differ from their initial values. */
export type Draft = Readonly<Record<string, string>>;

/** A draft and its dialog. */
type Kept = readonly [dialog: string, draft: Draft];

const PREFIX = 'sunglow.drafts.';
/**
 * The most drafts per user, more than anybody leaves half written. The limit also removes drafts of deleted
 * tasks, since no dialog asks for them.
 */
const MOST_KEPT = 30;

const areKept = createStore(true);

/** False when the device could not store the last draft: the page then has to ask before it closes. */
export function useDraftsKept(): boolean {
  return useStore(areKept);
}

/** The newest draft for any of these dialogs, and its dialog; null without one. */
export function findDraft(userId: string, dialogs: readonly string[]) {
  const found = read(userId).findLast(([dialog]) => dialogs.includes(dialog));
  return found ? { dialog: found[0], draft: found[1] } : null;
}

/**
 * Keeps a draft on this device as the newest. It replaces `last`, which the same opening of the dialog has
 * kept or restored. A draft of the same dialog from another tab stays, and is found once this one is gone.
 */
export function keepDraft(userId: string, dialog: string, draft: Draft, last: Draft | null): void {
  const others = without(without(read(userId), dialog, last), dialog, draft);
  write(userId, [...others, [dialog, draft] as const].slice(-MOST_KEPT));
}

/** Forgets `last`, but not a later version of it from another tab. */
export function forgetDraft(userId: string, dialog: string, last: Draft | null): void {
  const drafts = read(userId);
  const others = without(drafts, dialog, last);
  if (others.length < drafts.length) write(userId, others);
}

/** For a user who signs out. */
export function forgetDrafts(userId: string): void {
  deviceMemory.forget(PREFIX + userId);
}

/** For another user who has signed in (sync rule W13). */
export function forgetDraftsOfOthers(userId: string): void {
  for (const key of deviceMemory.keys())
    if (key.startsWith(PREFIX) && key !== PREFIX + userId) deviceMemory.forget(key);
}

/** The drafts of all tabs; the newest last. */
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
