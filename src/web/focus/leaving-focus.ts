import { heirsOf } from './focus.ts';

/**
 * Is the `ref` of a list item, or of a control in none, that goes while it has the focus. The focus goes where it would if the
 * user had taken it away. It stays where the item is out of sight, which may merely have been scrolled away: the next key would
 * do something to one unseen.
 */
export function handOnFocus(item: HTMLElement | null): () => void {
  return () => {
    const focused = document.activeElement;
    if (!item?.contains(focused) || !isInView(item)) return;
    const heir = heirsOf(focused);
    // This runs when all that goes with it is gone.
    queueMicrotask(() => {
      if (document.activeElement === document.body) heir()?.focus({ preventScroll: true });
    });
  };
}

/** Is the `ref` of a button that goes while it has the focus. The one before it then gets the focus. */
export function handBackFocus(button: HTMLElement | null): () => void {
  return () => {
    const previous = button?.previousElementSibling;
    if (document.activeElement === button && previous instanceof HTMLElement) previous.focus();
  };
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
