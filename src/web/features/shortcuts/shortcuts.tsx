import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { undoLatest } from '#src/web/hooks/notifications.ts';
import { focusedRow, moveRowFocus, pressInRow } from '#src/web/hooks/row-focus.ts';
import { useShortcutKeys, type Shortcuts as Bindings } from '#src/web/hooks/shortcut-keys.ts';
import { useShortcutsSwitch } from '#src/web/hooks/shortcuts-switch.ts';
import { links } from '#src/web/links.ts';

const NONE: Bindings = {};

/** What single keys do anywhere in the app. `shortcut-list.ts` tells the user of them. */
export function Shortcuts() {
  const isOn = useShortcutsSwitch();
  const navigate = useNavigate();
  const bindings = useMemo(() => bindingsOf((path) => void navigate(path)), [navigate]);
  useShortcutKeys(isOn ? bindings : NONE);
  return null;
}

function bindingsOf(goTo: (path: string) => void): Bindings {
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
    e: press('edit'),
    Delete: press('delete'),
    // What Macs call their delete key.
    Backspace: press('delete'),
  };
}

/** Elsewhere, such as in the sidebar, arrows scroll, or do what the control there does with them. */
function isBesideLists(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.closest('main') !== null;
}
