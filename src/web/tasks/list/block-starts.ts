import type { Part } from '#src/web/ui/page/window-part.ts';
import { keyOf, type Block } from './list-plan.ts';

/** Guessed heights of unmeasured rows and headings, px. */
const ROW = 68;
const HEADING = 52;

/**
 * The start of each block, px from the top of the list, and as the last entry the list's end. `heights`: the
 * measured ones, by key.
 */
export function startsOf(plan: readonly Block[], heights: ReadonlyMap<string, number>): number[] {
  const starts = [0];
  let end = 0;
  for (const block of plan) starts.push((end += heights.get(block.key) ?? guess(block)));
  return starts;
}

function guess({ from, to, section }: Block): number {
  return (to - from) * ROW + (from === 0 && keyOf(section) !== '' ? HEADING : 0);
}

/**
 * The first and the last block in a part of the list, and one beyond each; for a part outside the list, the
 * nearest.
 */
export function blocksIn(starts: readonly number[], { top, bottom }: Part): [first: number, last: number] {
  const end = starts.length - 2;
  return [
    Math.max(0, Math.min(blockAt(starts, top), end) - 1),
    Math.min(end, Math.max(0, blockAt(starts, bottom)) + 1),
  ];
}

/**
 * The block at a distance in px from the top of the list: -1 above the list, the number of blocks below it.
 */
function blockAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
