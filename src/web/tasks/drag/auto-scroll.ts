/** So near to its edge, px, what scrolls does so, at most so fast, px per ms. */
const EDGE = 72;
const SPEED = 1.2;

/** What scrolls a list: the panel it is in, or the window. */
export function scrollerOf(list: HTMLElement): Element {
  for (let element = list.parentElement; element; element = element.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
    if (scrolls && element.scrollHeight > element.clientHeight) return element;
  }
  return document.documentElement;
}

/** Scrolls as the pointer is near an edge, for `elapsed` ms; nearer is faster. Returns whether there was anything to scroll. */
export function scrollAtEdge(scroller: Element, y: number, elapsed: number): boolean {
  const isWindow = scroller === document.documentElement;
  const rect = scroller.getBoundingClientRect();
  // The header lies above the window's top.
  const padding = parseFloat(getComputedStyle(scroller).scrollPaddingBlockStart) || 0;
  const [top, bottom] = isWindow ? [padding, innerHeight] : [rect.top, rect.bottom];
  const above = Math.min(Math.max((top + EDGE - y) / EDGE, 0), 1);
  const below = Math.min(Math.max((y - bottom + EDGE) / EDGE, 0), 1);
  const before = scroller.scrollTop;
  if (above !== below) scroller.scrollBy({ top: (below - above) * SPEED * elapsed, behavior: 'instant' });
  return scroller.scrollTop !== before;
}
