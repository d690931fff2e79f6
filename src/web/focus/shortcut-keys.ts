import { useLayoutEffect } from 'react';
import { hasOpenDialog } from './dialogs.ts';
import { isRowPopoverComing } from './row-popover.ts';
import { isApple, keyName } from '#src/web/platform/key-name.ts';

/** The most ms between the two keys of a sequence. */
const PAUSE = 1500;

/** Modifiers are pressed before the key that they modify. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt']);

/** Elements that use keys themselves while they have the focus. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"]';
const TAKES_SPACE = 'button, a, summary, input';
const TAKES_ARROWS = 'input[type="radio"]';

/**
 * The action of each key, by its name (see `keyName`); `g t` is a sequence of two. Each returns false if it
 * did nothing, so that the browser handles the key.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => boolean>>;

/** True while a command of the app presses keys, which then always work. */
export const commanding = { isOn: false };

/**
 * Listens to keys anywhere in the page, except while the user types, composes, has a dialog open, or waits for a
 * popover. When not `on`, only commands press them.
 */
export function useShortcutKeys(shortcuts: Shortcuts, on = true): void {
  // A layout effect, since a passive one may run after the user's first key.
  useLayoutEffect(() => {
    const apple = isApple();
    let first = { key: '', at: 0 };

    const onKeyDown = (event: KeyboardEvent) => {
      if (!(on || commanding.isOn) || MODIFIERS.has(event.key) || !isForShortcuts(event)) return;
      const key = keyName(event, apple);
      if (key === null) return;
      const isSecond = first.key !== '' && event.timeStamp - first.at < PAUSE;
      const name = isSecond ? `${first.key} ${key}` : key;
      const isFirst = Object.keys(shortcuts).some((other) => other.startsWith(`${name} `));
      first = { key: isFirst ? key : '', at: event.timeStamp };
      if (shortcuts[name]?.(event)) event.preventDefault();
    };

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts, on]);
}

function isForShortcuts({ key, target, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || hasOpenDialog() || isRowPopoverComing()) return false;
  if (!(target instanceof Element) || target.closest(TAKES_KEYS)) return false;
  if (key.startsWith('Arrow') && target.closest(TAKES_ARROWS)) return false;
  return key !== ' ' || !target.closest(TAKES_SPACE);
}
