import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

/** A guess until an item is measured, px: they are taller for fingers. */
const ITEM = 36;
/** The space between two items, px, as in the style sheet. */
const GAP = 2;
/** Far beyond what anyone has, everything is in the document: for the keyboard, and for what reads the page. */
const BEYOND_SIGHT = 40;

/** Which items of a long list are in the document, and how much room the others take above and below, px. */
export function useShownRange(count: number) {
  // The virtualizer is one object that changes within: nothing read from it may be memoised.
  'use no memo';
  const ref = useRef<HTMLUListElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- hence the directive above
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count,
    // What stands above the list in it is less than what is shown beyond sight.
    getScrollElement: () => ref.current?.closest('nav') ?? null,
    estimateSize: () => ITEM,
    gap: GAP,
    overscan: BEYOND_SIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  return {
    ref,
    /** It is the `ref` of each item, which also needs its index as `data-index`. */
    measure: virtualizer.measureElement,
    first: items[0]?.index ?? 0,
    last: last?.index ?? -1,
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (last?.end ?? 0),
  };
}
