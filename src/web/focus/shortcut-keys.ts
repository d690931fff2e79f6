import { useLayoutEffect } from 'react';
import { hasOpenDialog } from './dialogs.ts';
import { isApple, keyName } from '#src/web/platform/key-name.ts';

/** How long the second key of two may take, ms. */
const PAUSE = 1500;

/** Held with another key, they come before it. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Meta', 'Alt']);

/** Whoever has the focus in one of these means the key for it. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"]';
const TAKES_SPACE = 'button, a, summary, input';
const TAKES_ARROWS = 'input[type="radio"]';

/**
 * What each key does, by its name (see `keyName`); `g t` is one key after the other. Each returns whether it did anything:
 * if not, the key does what it does in browsers.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => boolean>>;

/** Whether a command of the app presses keys, which work then in any case. */
export const commanding = { isOn: false };

/**
 * Listens to keys anywhere in the page; never while the user types, composes, or has a dialog open. Where they are not `on`, only commands
 * press them.
 */
export function useShortcutKeys(shortcuts: Shortcuts, on = true): void {
  // The keys work by the time the page is seen: a passive effect may come after the user's first key.
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
  if (defaultPrevented || isComposing || hasOpenDialog()) return false;
  if (!(target instanceof Element) || target.closest(TAKES_KEYS)) return false;
  if (key.startsWith('Arrow') && target.closest(TAKES_ARROWS)) return false;
  return key !== ' ' || !target.closest(TAKES_SPACE);
}
