import { heirsOf } from './focus.ts';

/**
 * The `ref` of a list item, or of a control outside lists, that may go while it has the focus. The focus then
 * goes on as if the user had removed it. It does not for an item out of sight, which may have scrolled away:
 * the next key would act on something invisible.
 */
export function handOnFocus(item: HTMLElement | null): () => void {
  return () => {
    const focused = document.activeElement;
    if (!item?.contains(focused) || !isInView(item)) return;
    const heir = heirsOf(focused);
    // Runs when everything that goes with it is gone.
    queueMicrotask(() => {
      if (document.activeElement === document.body) heir()?.focus({ preventScroll: true });
    });
  };
}

/** The `ref` of a button that may go while it has the focus. The element before it gets the focus then. */
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
