/**
 * Where focus should go once `control` may be gone, best first: itself, the same control of the next or previous list
 * item, the dialog it stood in, the page's heading. Controls that stand in every item say which they are by
 * `data-control`; of an item that itself has the focus it is the next or previous one. To be asked before the change, while the control still stands in its list.
 */
export function heirsOf(control: Element | null): () => HTMLElement | null {
  const name = control?.getAttribute('data-control');
  const item = control?.closest('li');
  const siblings = [item?.nextElementSibling, item?.previousElementSibling];
  const sameIn = (sibling: Element) =>
    control === item ? sibling : name ? sibling.querySelector(`[data-control="${name}"]`) : null;
  const heirs = [
    control,
    ...siblings.map((sibling) => sibling && sameIn(sibling)),
    control?.closest('[role="dialog"]'),
  ];
  return () => {
    const heir = heirs.find((element) => element?.isConnected) ?? pageHeading();
    return heir instanceof HTMLElement ? heir : null;
  };
}

/** When what had the focus is gone: lets it start anew at the page's heading. */
export function focusPage(): void {
  if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}
