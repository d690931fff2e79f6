import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

/** Sending to this many devices takes some 3 ms. */
const SLICE = 200;

/**
 * Does a short piece of work for each of many items, with a break after each slice. Messages that come meanwhile wait
 * for one slice, and not for all items. The iterable decides whether it meets items that are added or removed
 * meanwhile.
 */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % SLICE === 0) await othersHadTheirTurn();
  }
}
