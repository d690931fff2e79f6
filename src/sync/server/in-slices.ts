import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';

/** Sending to so many takes some 3 ms. */
const SLICE = 200;

/**
 * Does something short for each of many, with a break after each slice: what has come meanwhile is dealt with then, and
 * waits for a slice instead of all. Items that come or go meanwhile are met, or not, as the iterable has it.
 */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % SLICE === 0) await othersHadTheirTurn();
  }
}
