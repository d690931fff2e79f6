import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { PRIORITIES } from '#src/domain/schema/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { isApple } from '#src/web/platform/key-name.ts';
import { undoLatest } from '#src/web/feedback/notifications.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { focusedRow, moveRowFocus, pressInRow } from '#src/web/focus/row-focus.ts';
import { useShortcutKeys, type Shortcuts as Bindings } from '#src/web/focus/shortcut-keys.ts';
import { useShortcutsSwitch } from '#src/web/focus/shortcuts-switch.ts';
import { useMutate, useMutateTogether, type Mutate } from '#src/web/data/use-mutate.ts';
import { changeTexts, redo, undo } from '#src/web/data/undo.ts';
import { links } from '#src/web/addresses/links.ts';
import { toggleSelected } from '#src/web/tasks/selection.ts';
import { orderKeysOf, taskOrder } from './order-keys.ts';

/** The effects of keys anywhere in the app. `shortcut-list.ts` describes them to the user. */
export function Shortcuts() {
  const isOn = useShortcutsSwitch();
  const navigate = useNavigate();
  const replica = useReplica();
  const mutate = useMutate();
  const mutateTogether = useMutateTogether();
  useWhenIdle(taskOrder.preload);
  useWhenIdle(changeTexts);
  const held = useMemo(
    () => ({ ...commandsOf(replica), ...orderKeysOf(replica, mutateTogether) }),
    [replica, mutateTogether],
  );
  const single = useMemo(
    () => ({
      ...singleKeysOf(
        replica,
        (path) => void navigate(path),
        () => editFocused(replica),
      ),
      ...priorityKeysOf(replica, mutate),
      r: () => openRepeat(replica),
    }),
    [navigate, replica, mutate],
  );
  useShortcutKeys(held);
  useShortcutKeys(single, isOn);
  return null;
}

/**
 * Commands with Ctrl or Cmd. Nobody presses them by accident, so the switch for single keys does not affect
 * them.
 */
function commandsOf(replica: Replica): Bindings {
  const once = (run: () => Promise<void>) => (event: KeyboardEvent) => {
    // A held key must not undo everything.
    if (!event.repeat) void run();
    return true;
  };
  const again = once(() => redo(replica));
  return {
    'Mod+k': open('search'),
    'Mod+z': once(() => undo(replica)),
    'Mod+Shift+z': again,
    // On Apple's keyboards Cmd+Y belongs to the browser.
    ...(!isApple() && { 'Mod+y': again }),
  };
}

function open(kind: 'add-task' | 'shortcuts' | 'search') {
  return () => {
    openDialog({ kind });
    return true;
  };
}

function singleKeysOf(replica: Replica, goTo: (path: string) => void, edit: () => boolean): Bindings {
  const go = (path: string) => () => {
    goTo(path);
    return true;
  };
  const press = (control: string) => () => pressInRow(focusedRow(), control);
  return {
    n: open('add-task'),
    q: open('add-task'),
    z: undoLatest,
    '?': open('shortcuts'),
    '/': open('search'),
    'g t': go(links.today),
    'g u': go(links.upcoming),
    'g o': go(links.overdue),
    'g c': go(links.completed),
    j: () => moveRowFocus(1),
    k: () => moveRowFocus(-1),
    ArrowDown: () => isBesideLists() && moveRowFocus(1),
    ArrowUp: () => isBesideLists() && moveRowFocus(-1),
    x: () => {
      const id = focusedRow()?.dataset['task'];
      if (id !== undefined) toggleSelected(replica, id);
      return id !== undefined;
    },
    // A held key must not complete one task after another.
    ' ': ({ repeat }) => !repeat && pressInRow(focusedRow(), 'complete'),
    e: edit,
    Enter: openFocused,
    ArrowRight: () => foldFocused('false'),
    ArrowLeft: () => foldFocused('true'),
    Delete: press('delete'),
    // The name of the delete key on Macs.
    Backspace: press('delete'),
  };
}

/** Asks for the repeat of the focused active task. A task without a date has no start to count from. */
function openRepeat(replica: Replica): boolean {
  const id = focusedRow()?.dataset['task'] ?? '';
  const task = replica.lists.task(id);
  if (task?.completedAt !== null || task.date === null) return false;
  openDialog({ kind: 'repeat-task', id });
  return true;
}

/** Opens the dialog of the focused task: to edit it, or if it is completed, to read it. */
function editFocused(replica: Replica): boolean {
  const id = focusedRow()?.dataset['task'] ?? '';
  const task = replica.lists.task(id);
  if (task) openDialog({ kind: task.completedAt === null ? 'edit-task' : 'read-task', id });
  return task !== undefined;
}

/** Shows or hides the sub-tasks of the focused task, if their state is `expanded`. */
function foldFocused(expanded: 'true' | 'false'): boolean {
  const row = focusedRow();
  const isSo = row?.querySelector(`[data-control="fold"][aria-expanded="${expanded}"]`);
  return isSo ? pressInRow(row, 'fold') : false;
}

/** Opens the focused task if the row itself has the focus: controls in the row handle Enter themselves. */
function openFocused(): boolean {
  const row = focusedRow();
  return document.activeElement === row && pressInRow(row, 'open');
}

/** Keys that set the priority of the focused active task. */
function priorityKeysOf(replica: Replica, mutate: Mutate): Bindings {
  const give = (priority: (typeof PRIORITIES)[number]) => () => {
    const id = focusedRow()?.dataset['task'] ?? '';
    const task = replica.lists.task(id);
    if (task?.completedAt !== null) return false;
    if (task.priority !== priority)
      void mutate('task.edit', { id, changes: { priority }, at: Date.now() }, `Priority ${priority}`);
    return true;
  };
  return Object.fromEntries(PRIORITIES.map((priority) => [String(priority), give(priority)]));
}

/** False in the sidebar and other places, where arrows scroll, or act on the control there. */
function isBesideLists(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.closest('main') !== null;
}
