import { useLayoutEffect, useRef, useState } from 'react';
import { useWindowPart } from '#src/web/ui/page/window-part.ts';

/** A guess until the first item is measured, px: they are taller for fingers, and all alike. */
const ITEM = 36;
/** The space between two items, px, as in the style sheet. */
const GAP = 2;
/** Far beyond what anyone has, everything is in the document: for the keyboard, and for what reads the page. */
const BEYOND_SIGHT = 40;

/** Which items of a long list are in the document, and how much room the others take above and below, px. */
export function useShownRange(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [item, setItem] = useState(ITEM);
  const [part, look] = useWindowPart(ref);
  useLayoutEffect(() => {
    const shown = ref.current?.querySelector('li');
    if (shown) setItem(shown.offsetHeight);
    look();
  }, [look]);
  const pitch = item + GAP;
  const last = Math.min(count - 1, Math.ceil(part.bottom / pitch) + BEYOND_SIGHT);
  const first = Math.max(0, Math.min(last, Math.floor(part.top / pitch) - BEYOND_SIGHT));
  return { ref, first, last, above: first * pitch, below: (count - 1 - last) * pitch };
}
