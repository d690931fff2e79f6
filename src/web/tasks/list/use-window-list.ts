import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePrinting } from '#src/web/platform/printing.ts';
import { scrollerOf } from '#src/web/ui/page/scroller.ts';
import { useWindowPart } from '#src/web/ui/page/window-part.ts';
import { blocksIn, startsOf } from './block-starts.ts';
import type { Block } from './list-plan.ts';

/**
 * A list up to this many rows is in the document as a whole, so that the browser's search finds every row.
 */
const WHOLE_ROWS = 100;

/**
 * The most rows of a list in print: some 280 sheets. Browsers take seconds for these, and minutes for four
 * times as many.
 */
const PRINTED_ROWS = 5_000;

/**
 * The blocks of a list in the document, and the room of the others above and below, px. A long list has the
 * blocks in the window; a print has all up to PRINTED_ROWS, and `left` counts the rest.
 */
export function useWindowList(plan: readonly Block[]) {
  const ref = useRef<HTMLDivElement>(null);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [part, look] = useWindowPart(ref);
  const starts = useMemo(() => startsOf(plan, heights), [plan, heights]);
  const isPrinting = usePrinting();
  const isShort = plan.length <= WHOLE_ROWS && rowCount(plan) <= WHOLE_ROWS;
  // The window's part is painted first, since the whole list takes more than a frame.
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
      // The rows of a newly measured block replace the guess from its top; a block that grows does so at its
      // end.
      if ((heights.has(block.key) ? end : start + 1) <= top) moved += height - (end - start);
      measured.set(block.key, height);
    }
    // oxlint-disable-next-line react/set-state-in-effect -- only what the browser laid out has a height
    if (measured.size > 0) setHeights((known) => new Map([...known, ...measured]));
    // The visible rows stay in their places.
    if (moved !== 0) scrollerOf(list).scrollBy({ top: moved, behavior: 'instant' });
    look();
  }, [plan, heights, starts, look]);
  // Measured after whole blocks have rendered.
  useLayoutEffect(measure, [measure, first, last]);
  // Rows change height with the window's width, the loaded font and edits; elements above the list come and
  // go.
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    // The height of another list above may change.
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

/** The number of blocks, counted from the first, that together have no more than `rows` rows. */
function blocksWithin(plan: readonly Block[], rows: number): number {
  let count = 0;
  const beyond = plan.findIndex(({ from, to }) => (count += to - from) > rows);
  return beyond < 0 ? plan.length : beyond;
}

function rowCount(plan: readonly Block[]): number {
  return plan.reduce((count, { from, to }) => count + to - from, 0);
}

/**
 * The height of each block in the document: from the top of its first to the bottom of its last marked
 * element. In layout coordinates, since rows may be drawn elsewhere while they move to their places.
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
