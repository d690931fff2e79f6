import { useEffect } from 'react';
import { hasOpenDialog } from './dialogs.ts';

/** How long the second key of two may take, ms. */
const PAUSE = 1500;

/** Whoever has the focus in one of these means the key for it. */
const TAKES_KEYS =
  'input, select, textarea, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"]';
const TAKES_SPACE = 'button, a, summary';

/**
 * What each key does, by its `event.key`, letters in lower case; `g t` is one key after the other. Each returns whether
 * it did anything: if not, the key does what it does in browsers.
 */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => boolean>>;

/**
 * Listens to single keys anywhere in the page; never while the user types, composes, holds a modifier, or has a dialog
 * open.
 */
export function useShortcutKeys(shortcuts: Shortcuts): void {
  useEffect(() => {
    let first = { key: '', at: 0 };

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Shift' || !isForShortcuts(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isSecond = first.key !== '' && event.timeStamp - first.at < PAUSE;
      const name = isSecond ? `${first.key} ${key}` : key;
      const isFirst = Object.keys(shortcuts).some((other) => other.startsWith(`${name} `));
      first = { key: isFirst ? key : '', at: event.timeStamp };
      if (shortcuts[name]?.(event)) event.preventDefault();
    };

    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts]);
}

function isForShortcuts(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  // Most keyboards have the question mark above another key.
  if (event.shiftKey && key !== '?') return false;
  if (hasOpenDialog() || !(target instanceof Element) || target.closest(TAKES_KEYS)) return false;
  return key !== ' ' || !target.closest(TAKES_SPACE);
}
