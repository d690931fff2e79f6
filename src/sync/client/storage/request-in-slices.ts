/** Number of requests made in one go. Thousands at once would keep the page from painting until all are made. */
const SLICE = 100;

/**
 * Makes a request for each item, in slices. `request` is async, so that a throwing request leaves no other promise
 * unawaited. The transaction stays alive between slices, because each slice begins when a request of the one before
 * succeeds.
 */
export async function requestInSlices<T, R>(
  items: readonly T[],
  request: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += SLICE)
    results.push(...(await Promise.all(items.slice(start, start + SLICE).map(request))));
  return results;
}

/** The first and last number of each run of consecutive whole numbers. */
export function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && number <= run[1] + 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}
