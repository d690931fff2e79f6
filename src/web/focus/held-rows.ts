/** A click may come so long after its finger has gone, ms. */
const LATE_CLICK = 50;

export interface HeldRows {
  /** Whether a pointer holds something in a list down: were it to move away, that, or another, would get the click. */
  isHeld(): boolean;
  stop(): void;
}

/** Watches what is pressed in the lists from now on. `onRelease`: nothing is held any more, and what was has had its click. */
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
  // A pointer is cancelled also as it begins to drag or to scroll.
  addEventListener('pointercancel', ({ pointerId }) => release([pointerId]), options);
  // A menu, or another window, may take what would tell that it was let go.
  addEventListener('contextmenu', releaseAll, options);
  addEventListener('blur', ({ target }) => target === window && releaseAll(), options);
  return { isHeld: () => pointers.size > 0, stop: () => stopping.abort() };
}
