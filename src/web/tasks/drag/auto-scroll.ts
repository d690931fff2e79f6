/** The scrolling zone along each edge, px, and the highest speed, px per ms. */
const EDGE = 72;
const SPEED = 1.2;

/**
 * Scrolls for `elapsed` ms while the pointer is near an edge, faster the nearer it is. Returns true if the
 * element moved.
 */
export function scrollAtEdge(scroller: Element, y: number, elapsed: number): boolean {
  const isWindow = scroller === document.documentElement;
  const rect = scroller.getBoundingClientRect();
  // The header covers the top of the window.
  const padding = parseFloat(getComputedStyle(scroller).scrollPaddingBlockStart) || 0;
  const [top, bottom] = isWindow ? [padding, innerHeight] : [rect.top, rect.bottom];
  const before = scroller.scrollTop;
  const by = pull(top, bottom, y) * SPEED * elapsed;
  if (by !== 0) scroller.scrollBy({ top: by, behavior: 'instant' });
  return scroller.scrollTop !== before;
}

/** The same for the left and right edge. */
export function scrollAtSide(scroller: Element, x: number, elapsed: number): boolean {
  const { left, right } = scroller.getBoundingClientRect();
  const before = scroller.scrollLeft;
  const by = pull(left, Math.min(right, innerWidth), x) * SPEED * elapsed;
  if (by !== 0) scroller.scrollBy({ left: by, behavior: 'instant' });
  return scroller.scrollLeft !== before;
}

/** The pull from -1 at one edge, or beyond it, to 1 at the other; 0 in between. */
function pull(start: number, end: number, at: number): number {
  const before = Math.min(Math.max((start + EDGE - at) / EDGE, 0), 1);
  const after = Math.min(Math.max((at - end + EDGE) / EDGE, 0), 1);
  return after - before;
}
