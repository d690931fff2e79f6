import type { SunglowError } from '#src/domain/errors.ts';
import type { MutatorName } from '#src/mutators/index.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { rowName } from './failure-texts.ts';
import { heirsOf } from '#src/web/focus/focus.ts';
import { notifyDone, notifyError, withdrawUndo } from '#src/web/feedback/notifications.ts';
import { focusTask } from '#src/web/focus/row-focus.ts';

/** Takes back the newest change on this device, or the one with this id, and says so. */
export function undo(replica: Replica, id?: string): Promise<void> {
  return move(replica, 'undo', id);
}

/** Does again what was last taken back on this device, and says so. */
export function redo(replica: Replica): Promise<void> {
  return move(replica, 'redo');
}

/** Nobody undoes in the first moments: it loads ahead of need. */
export const changeTexts = () => import('./change-texts.ts');

/** Says less where the rest could not be loaded: the change is taken back all the same. */
const FEW_WORDS = {
  changeText: () => 'change',
  impossibleText: (_: MutatorName, error: SunglowError) => error.message,
};

const WORDS = {
  undo: { done: 'Undone', cannot: 'Cannot undo' },
  redo: { done: 'Redone', cannot: 'Cannot redo' },
};

async function move(replica: Replica, direction: 'undo' | 'redo', id?: string): Promise<void> {
  const focused = document.activeElement;
  const heir = heirsOf(focused);
  const moved = await replica.history[direction](id).catch(onUnreadable);
  // There is no more to take back; or another tab was quicker with the one of a notification, and has said so.
  if (!moved) return;
  const { entry, error } = moved;
  const { name, rowId } = entry;
  const subject = rowName(replica, name, rowId);
  const { done, cannot } = WORDS[direction];
  withdrawUndo(entry.id);
  const { changeText, impossibleText } = await changeTexts().catch(() => FEW_WORDS);
  if (error) {
    notifyError(`${cannot}: ${changeText(entry, direction)}, “${subject}”. ${impossibleText(name, error)}`);
    return;
  }
  notifyDone(`${done}: ${changeText(entry, direction)}`, subject, null);
  if (name.startsWith('task.')) focusTask(rowId);
  // What had it may have gone with the change.
  if (focused !== document.body && document.activeElement === document.body)
    heir()?.focus({ preventScroll: true });
}

function onUnreadable(error: unknown): null {
  notifyError('This tab has trouble with its storage. Reload it; what was saved is still there.');
  reportError(error);
  return null;
}
