/**
 * The elements for the focus once `control` may be gone, best first: itself, the same control in the next or
 * previous list item, its dialog, the heading of the page. Controls of list items are matched by
 * `data-control`; for an item with the focus it is the next or previous item. All lists in the page's main
 * part count as one. Call it before the change, while the control is still in its list.
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

/** The focused element at a navigation to a page whose code was not there yet; null for none. */
let leftFor: Element | null = null;

/** Focuses the page after a navigation: its heading, or a field that is to have the focus. */
export function focusNewPage(): void {
  const target = document.querySelector<HTMLElement>('[data-page-focus]') ?? pageHeading();
  leftFor = target ? null : document.activeElement;
  target?.focus({ preventScroll: true });
}

/** Focuses a page whose code came after the navigation, unless the user has moved the focus since. */
export function focusLatePage(): void {
  const { activeElement, body } = document;
  if (leftFor !== null && (activeElement === leftFor || activeElement === body)) focusNewPage();
  else leftFor = null;
}

/** Moves the focus to the heading of the page if the focused element is gone. */
export function focusPage(): void {
  if (document.activeElement === document.body) pageHeading()?.focus({ preventScroll: true });
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/** True for an element in the document, and not in a row that is leaving. */
function canHaveFocus(element: Element): boolean {
  return element.isConnected && !element.closest('li[inert]');
}

/** The list items after it, and the one before. */
function neighboursOf(item: Element | null | undefined): Element[] {
  if (!item) return [];
  const items = [
    ...((item.closest('main') ?? item.parentElement)?.querySelectorAll('li:not([inert])') ?? []),
  ];
  const index = items.findIndex((other) => other === item);
  return [...items.slice(index + 1), items[index - 1]].filter((other) => other !== undefined);
}

/** Focuses the first field of a form that opens, and scrolls all of the form into view. */
export function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select')?.focus();
  form?.scrollIntoView({ block: 'nearest' });
}

/** The `ref` of a control that comes back: focuses it. */
export function focusOn(control: HTMLElement | null): void {
  control?.focus();
}
