import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePrinting } from '#src/web/hooks/printing.ts';
import type { Block } from './list-plan.ts';

/** Guesses until a block is measured, px. */
const ROW = 68;
const HEADING = 52;

/** A list of no more rows is in the document as a whole, so that the browser finds what is not in the window too. */
const WHOLE_ROWS = 100;

/** A print has no more rows of a list: some 280 sheets. Browsers take seconds for these, and minutes for four times as many. */
const PRINTED_ROWS = 5_000;

/**
 * Which blocks of a list are in the document, and how much room the others take above and below, px. Of a long list those
 * that the window shows, and for a print all, but for so many rows as are `left`.
 */
export function useWindowList(plan: readonly Block[]) {
  // The virtualizer is one object that changes within: nothing read from it may be memoised.
  'use no memo';
  const ref = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // A new function makes the virtualizer count anew: only a new plan may.
  const getItemKey = useCallback((index: number) => plan[index]?.key ?? index, [plan]);
  // oxlint-disable-next-line react/incompatible-library -- hence the directive above
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: plan.length,
    estimateSize: (index) => estimate(plan[index]),
    getItemKey,
    overscan: 1,
    scrollMargin,
  });
  const isPrinting = usePrinting();
  const isShort = rowCount(plan) <= WHOLE_ROWS;
  // The window's part is painted first: the whole takes more than a frame.
  const isWhole = useDeferredValue(isShort, false) && isShort;
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const range =
    isWhole || isPrinting
      ? { first: 0, last: blocksWithin(plan, PRINTED_ROWS) - 1, above: 0, below: 0 }
      : {
          first: first?.index ?? 0,
          last: last?.index ?? -1,
          above: (first?.start ?? scrollMargin) - scrollMargin,
          below: virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
        };

  const measure = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    setScrollMargin(Math.round(list.getBoundingClientRect().top + window.scrollY));
    for (const [index, height] of blockHeights(list)) virtualizer.resizeItem(index, height);
  }, [virtualizer]);
  // Heights are taken of whole blocks, from the rows as they stand in the document.
  useLayoutEffect(measure, [measure, plan, range.first, range.last]);
  // Rows change height with the window's width, the typeface's arrival, an edit; what stands above the list comes and goes.
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    // Another list above may grow.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [measure]);

  return { ref, ...range, left: isPrinting ? rowCount(plan.slice(range.last + 1)) : 0 };
}

/** How many blocks from the first on hold no more than so many rows. */
function blocksWithin(plan: readonly Block[], rows: number): number {
  let count = 0;
  const beyond = plan.findIndex(({ from, to }) => (count += to - from) > rows);
  return beyond < 0 ? plan.length : beyond;
}

function rowCount(plan: readonly Block[]): number {
  return plan.reduce((count, { from, to }) => count + to - from, 0);
}

function estimate(block: Block | undefined): number {
  if (!block) return 0;
  const heading = block.from === 0 && block.section.day !== null ? HEADING : 0;
  return heading + (block.to - block.from) * ROW;
}

/**
 * The height of each block in the document: from the top of the first to the bottom of the last element marked as its.
 * Where they stand in the layout, as rows on their way to their places are seen elsewhere.
 */
function blockHeights(list: HTMLElement): Map<number, number> {
  const heights = new Map<number, number>();
  const elements = [...list.querySelectorAll<HTMLElement>('[data-block]')];
  let first: HTMLElement | undefined;
  for (const [i, last] of elements.entries()) {
    const { block } = last.dataset;
    first ??= last;
    if (elements[i + 1]?.dataset['block'] === block) continue;
    heights.set(Number(block), last.offsetTop + last.offsetHeight - first.offsetTop);
    first = undefined;
  }
  return heights;
}
