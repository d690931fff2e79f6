import { useEffect, useEffectEvent } from 'react';
import { isApple, keyName } from '#src/web/platform/key-name.ts';

/** The text fields other than the line, where undo is the browser's. */
const TYPED_IN = 'input:not([type="checkbox"], [type="radio"]), textarea:not([data-line])';

/** Runs `undo` on Ctrl+Z in an open dialog, except in text fields other than the line. If `undo` returns false, the browser's own undo runs. */
export function useUndoKey(isOpen: boolean, undo: () => boolean): void {
  const run = useEffectEvent(undo);
  useEffect(() => {
    if (!isOpen) return;
    const apple = isApple();
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, repeat, defaultPrevented, isComposing } = event;
      if (repeat || defaultPrevented || isComposing || keyName(event, apple) !== 'Mod+z') return;
      if (target instanceof Element && target.closest(TYPED_IN)) return;
      if (run()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
}
