/** The longest delay in ms of a click after its finger is lifted. */
const LATE_CLICK = 50;

export interface HeldRows {
  /**
   * True while a pointer holds down something in a list. If that moved away, the click would miss it or hit
   * another.
   */
  isHeld(): boolean;
  stop(): void;
}

/**
 * Watches presses in the lists from now on. Calls `onRelease` when nothing is held any more, and the last
 * click is done.
 */
export function watchHeldRows(onRelease: () => void): HeldRows {
  const pointers = new Set<number>();
  const stopping = new AbortController();
  const options = { capture: true, signal: stopping.signal };
  const release = (released: readonly number[]) =>
    setTimeout(() => {
      for (const id of released) pointers.delete(id);
      if (pointers.size === 0) onRelease();
    }, LATE_CLICK);
  const releaseAll = () => release([...pointers]);
  const press = ({ button, pointerId, target }: PointerEvent) => {
    if (button === 0 && target instanceof Element && target.closest('[data-list]')) pointers.add(pointerId);
  };
  addEventListener('pointerdown', press, options);
  addEventListener('pointerup', ({ pointerId }) => release([pointerId]), options);
  // Beginning to drag or to scroll also cancels the pointer.
  addEventListener('pointercancel', ({ pointerId }) => release([pointerId]), options);
  // A menu or another window may swallow the events of the release.
  addEventListener('contextmenu', releaseAll, options);
  addEventListener('blur', ({ target }) => target === window && releaseAll(), options);
  return { isHeld: () => pointers.size > 0, stop: () => stopping.abort() };
}
