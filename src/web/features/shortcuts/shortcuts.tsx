import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { PRIORITIES } from '#src/domain/schema/task.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { isApple } from '#src/web/hooks/key-name.ts';
import { undoLatest } from '#src/web/hooks/notifications.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { focusedRow, moveRowFocus, pressInRow } from '#src/web/hooks/row-focus.ts';
import { useShortcutKeys, type Shortcuts as Bindings } from '#src/web/hooks/shortcut-keys.ts';
import { useShortcutsSwitch } from '#src/web/hooks/shortcuts-switch.ts';
import { useMutate, type Mutate } from '#src/web/hooks/use-mutate.ts';
import { redo, undo } from '#src/web/hooks/undo.ts';
import { links } from '#src/web/links.ts';

/** What keys do anywhere in the app. `shortcut-list.ts` tells the user of them. */
export function Shortcuts() {
  const isOn = useShortcutsSwitch();
  const navigate = useNavigate();
  const replica = useReplica();
  const mutate = useMutate();
  const bindings = useMemo(() => {
    const commands = commandsOf(replica);
    if (!isOn) return commands;
    return {
      ...singleKeysOf((path) => void navigate(path)),
      ...priorityKeysOf(replica, mutate),
      ...commands,
    };
  }, [isOn, navigate, replica, mutate]);
  useShortcutKeys(bindings);
  return null;
}

/** These go with the key for commands. Nobody gives one by accident: the switch is not for them. */
function commandsOf(replica: Replica): Bindings {
  const once = (run: () => Promise<void>) => (event: KeyboardEvent) => {
    // A key held down must not take back everything.
    if (!event.repeat) void run();
    return true;
  };
  const again = once(() => redo(replica));
  return {
    'Mod+z': once(() => undo(replica)),
    'Mod+Shift+z': again,
    // On Apple's keyboards it is the browser's.
    ...(!isApple() && { 'Mod+y': again }),
  };
}

function singleKeysOf(goTo: (path: string) => void): Bindings {
  const open = (kind: 'add-task' | 'shortcuts') => () => {
    openDialog({ kind });
    return true;
  };
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
    'g t': go(links.today),
    'g u': go(links.upcoming),
    'g o': go(links.overdue),
    'g c': go(links.completed),
    j: () => moveRowFocus(1),
    k: () => moveRowFocus(-1),
    ArrowDown: () => isBesideLists() && moveRowFocus(1),
    ArrowUp: () => isBesideLists() && moveRowFocus(-1),
    // A key held down must not complete one task after the other.
    ' ': ({ repeat }) => !repeat && pressInRow(focusedRow(), 'complete'),
    e: press('open'),
    Delete: press('delete'),
    // What Macs call their delete key.
    Backspace: press('delete'),
  };
}

/** Each gives the active task whose row has the focus another priority. */
function priorityKeysOf(replica: Replica, mutate: Mutate): Bindings {
  const give = (priority: (typeof PRIORITIES)[number]) => () => {
    const id = focusedRow()?.dataset['task'] ?? '';
    const task = replica.task(id);
    if (task?.completedAt !== null) return false;
    if (task.priority !== priority)
      void mutate('task.edit', { id, changes: { priority }, at: Date.now() }, `Priority ${priority}`);
    return true;
  };
  return Object.fromEntries(PRIORITIES.map((priority) => [String(priority), give(priority)]));
}

/** Elsewhere, such as in the sidebar, arrows scroll, or do what the control there does with them. */
function isBesideLists(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.closest('main') !== null;
}
