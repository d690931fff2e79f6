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

/** The work of a slice in characters that are read and compared, which take some 4 ms at most. */
const WORK_AT_ONCE = 100_000;

/**
 * The items of long work. After each slice others go first, by `giveWay`. `workOf`: the work for an item, in characters.
 */
export async function* inMeasuredSlices<T>(
  items: Iterable<T>,
  workOf: (item: T) => number,
  giveWay: () => Promise<unknown>,
): AsyncGenerator<T> {
  let work = 0;
  for (const item of items) {
    yield item;
    work += workOf(item);
    if (work < WORK_AT_ONCE) continue;
    await giveWay();
    work = 0;
  }
}
