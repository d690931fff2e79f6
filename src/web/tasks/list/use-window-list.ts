import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePrinting } from '#src/web/platform/printing.ts';
import { scrollerOf } from '#src/web/ui/page/scroller.ts';
import { useWindowPart } from '#src/web/ui/page/window-part.ts';
import { blocksIn, startsOf } from './block-starts.ts';
import type { Block } from './list-plan.ts';

/** A list of no more rows is in the document as a whole, so that the browser finds what is not in the window too. */
const WHOLE_ROWS = 100;

/** A print has no more rows of a list: some 280 sheets. Browsers take seconds for these, and minutes for four times as many. */
const PRINTED_ROWS = 5_000;

/**
 * Which blocks of a list are in the document, and how much room the others take above and below, px. A long list has those
 * that the window shows, and for a print all, but for so many rows as are `left`.
 */
export function useWindowList(plan: readonly Block[]) {
  const ref = useRef<HTMLDivElement>(null);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [part, look] = useWindowPart(ref);
  const starts = useMemo(() => startsOf(plan, heights), [plan, heights]);
  const isPrinting = usePrinting();
  const isShort = plan.length <= WHOLE_ROWS && rowCount(plan) <= WHOLE_ROWS;
  // The window's part is painted first: the whole takes more than a frame.
  const isWhole = useDeferredValue(isShort, false) && isShort;
  const [first, last] =
    isWhole || isPrinting ? [0, blocksWithin(plan, PRINTED_ROWS) - 1] : blocksIn(starts, part);

  const measure = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    const top = -list.getBoundingClientRect().top;
    const measured = new Map<string, number>();
    let moved = 0;
    for (const [index, height] of blockHeights(list)) {
      const [block, start, end] = [plan[index], starts[index], starts[index + 1]];
      if (!block || start === undefined || end === undefined || end - start === height) continue;
      // A block that was guessed has its rows where the guess had none; one that grows does so at its end.
      if ((heights.has(block.key) ? end : start + 1) <= top) moved += height - (end - start);
      measured.set(block.key, height);
    }
    // oxlint-disable-next-line react/set-state-in-effect -- only what the browser laid out has a height
    if (measured.size > 0) setHeights((known) => new Map([...known, ...measured]));
    // What the window shows stays where it is.
    if (moved !== 0) scrollerOf(list).scrollBy({ top: moved, behavior: 'instant' });
    look();
  }, [plan, heights, starts, look]);
  // Heights are taken of whole blocks, from the rows as they stand in the document.
  useLayoutEffect(measure, [measure, first, last]);
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

  return {
    ref,
    first,
    last,
    above: isPrinting ? 0 : at(starts, first),
    below: isPrinting ? 0 : at(starts, plan.length) - at(starts, last + 1),
    left: isPrinting ? rowCount(plan.slice(last + 1)) : 0,
  };
}

function at(starts: readonly number[], index: number): number {
  return starts[index] ?? 0;
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
