import { useLayoutEffect, useRef, useState } from 'react';
import { useWindowPart } from '#src/web/ui/page/window-part.ts';

/** The assumed height in px until the first item is measured. All items are alike, and taller for touch. */
const ITEM = 28;
/**
 * The items in the document beyond each edge of the window, for the keyboard and for screen readers. Most
 * users have fewer in all.
 */
const BEYOND_SIGHT = 40;

/** The items of a long list that are in the document, and the height in px of the others above and below. */
export function useShownRange(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [item, setItem] = useState(ITEM);
  const [part, look] = useWindowPart(ref);
  useLayoutEffect(() => {
    const shown = ref.current?.querySelector('li');
    if (shown) setItem(shown.offsetHeight);
    look();
  }, [look]);
  const last = Math.min(count - 1, Math.ceil(part.bottom / item) + BEYOND_SIGHT);
  const first = Math.max(0, Math.min(last, Math.floor(part.top / item) - BEYOND_SIGHT));
  return { ref, first, last, above: first * item, below: (count - 1 - last) * item };
}
