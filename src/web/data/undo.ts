import { capitalized } from '#src/domain/text/capitalized.ts';
import type { SunglowError } from '#src/domain/errors.ts';
import type { MutatorName } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { rowName } from './failure-texts.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { notifyDone, notifyError, withdrawUndo } from '#src/web/feedback/notifications.ts';
import { focusTask } from '#src/web/focus/row-focus.ts';

/** Undoes the newest change on this device, or the one with this id, and notifies the user. */
export function undo(replica: Replica, id?: string): Promise<void> {
  return move(replica, 'undo', id);
}

/** Redoes the change last undone on this device, and notifies the user. */
export function redo(replica: Replica): Promise<void> {
  return move(replica, 'redo');
}

/** Loaded ahead of need: an undo seldom comes in the first moments. */
export const changeTexts = () => import('./change-texts.ts');

/** Fewer words for when the chunk failed to load. The undo still happens. */
const FEW_WORDS = {
  changeNoun: () => 'change',
  impossibleText: (_: MutatorName, error: SunglowError) => error.message,
};

const WORDS = {
  undo: { done: 'undone', cannot: 'Cannot undo' },
  redo: { done: 'redone', cannot: 'Cannot redo' },
};

async function move(replica: Replica, direction: 'undo' | 'redo', id?: string): Promise<void> {
  const focused = document.activeElement;
  const heir = heirsOf(focused);
  const moved = await replica.history[direction](id).catch(onUnreadable);
  // No more changes to undo; or another tab was quicker with the one of a notification, and has notified the
  // user.
  if (!moved) return;
  const { entry, error } = moved;
  const { name, rowId } = entry;
  const subject = rowName(replica, name, rowId);
  const { done, cannot } = WORDS[direction];
  withdrawUndo(entry.id);
  const { changeNoun, impossibleText } = await changeTexts().catch(() => FEW_WORDS);
  if (error) {
    const change = `the ${changeNoun(entry, direction)} of “${subject}”`;
    notifyError(`${cannot} ${change}. ${impossibleText(name, error)}`);
    return;
  }
  const noun = changeNoun(entry, direction);
  notifyDone(`${capitalized(noun)} ${done}`, subject, null);
  // The user may have gone on to something else meanwhile. The button of a notification leaves by itself.
  const isLeft =
    focused?.isConnected === true &&
    document.activeElement !== focused &&
    document.activeElement !== document.body;
  if (name.startsWith('task.') && !isLeft) focusTask(rowId);
  // The element with the focus may have left with the change.
  if (focused !== document.body && document.activeElement === document.body)
    heir()?.focus({ preventScroll: true });
}

function onUnreadable(error: unknown): null {
  notifyError('This tab cannot use its storage. Reload it: everything saved is still there.');
  reportError(error);
  return null;
}
