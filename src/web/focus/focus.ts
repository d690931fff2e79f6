/**
 * Where focus should go once `control` may be gone, best first: itself, the same control of the list items after it or of the previous
 * one, the dialog it stood in, the page's heading. Controls that stand in every item say which they are by
 * `data-control`; of an item that itself has the focus it is the next or previous one. The lists of a page's main part
 * count as one. To be asked before the change, while the control still stands in its list.
 */
export function heirsOf(control: Element | null): () => HTMLElement | null {
  const name = control?.getAttribute('data-control');
  const item = control?.closest('li');
  const sameIn = (other: Element) =>
    control === item ? other : name ? other.querySelector(`[data-control="${name}"]`) : null;
  const heirs = [control, ...neighboursOf(item).map(sameIn), control?.closest('[role="dialog"]')];
  return () => {
    const heir = heirs.find((element) => element && canHaveFocus(element)) ?? pageHeading();
    return heir instanceof HTMLElement ? heir : null;
  };
}

/** Runs when what had the focus is gone: lets it start anew at the page's heading. */
export function focusPage(): void {
  if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/** Whether it is neither gone nor in a row that is leaving. */
function canHaveFocus(element: Element): boolean {
  return element.isConnected && !element.closest('li[inert]');
}

/** The list items after it and the one before, as far as there are any. */
function neighboursOf(item: Element | null | undefined): Element[] {
  if (!item) return [];
  const items = [
    ...((item.closest('main') ?? item.parentElement)?.querySelectorAll('li:not([inert])') ?? []),
  ];
  const index = items.findIndex((other) => other === item);
  return [...items.slice(index + 1), items[index - 1]].filter((other) => other !== undefined);
}

/** Runs as a form opens, all of which is to be seen. */
export function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select')?.focus();
  form?.scrollIntoView({ block: 'nearest' });
}

/** Is the `ref` of a control that comes back. */
export function focusOn(control: HTMLElement | null): void {
  control?.focus();
}
