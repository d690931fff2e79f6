import type { Part, Span } from './types.ts';

type WithoutSpan<T> = T extends unknown ? Omit<T, 'from' | 'to'> : never;
export type Found = WithoutSpan<Part>;

/** A reading of some words. `weight` says how much of what was typed it explains: the best set of readings explains most. */
export interface Candidate extends Span {
  readonly found: readonly Found[];
  readonly weight: number;
}

/** The candidates that do not overlap and together weigh most; of equals, those that begin first. */
export function chooseBest(candidates: readonly Candidate[]): Candidate[] {
  const sorted = candidates.toSorted((a, b) => a.to - b.to || b.from - a.from);
  const best: { weight: number; last: number; before: number }[] = [{ weight: 0, last: -1, before: 0 }];
  sorted.forEach((candidate, i) => {
    const before = countEnding(sorted, candidate.from, i);
    const weight = (best[before]?.weight ?? 0) + candidate.weight;
    const without = best[i] ?? { weight: 0, last: -1, before: 0 };
    best.push(weight > without.weight ? { weight, last: i, before } : without);
  });
  const chosen: Candidate[] = [];
  for (let at = best.at(-1); at && at.last >= 0; at = best[at.before]) {
    const candidate = sorted[at.last];
    if (candidate) chosen.push(candidate);
  }
  return chosen.toReversed();
}

/** How many of the first `count` candidates end at `from` or before it. */
function countEnding(sorted: readonly Candidate[], from: number, count: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}
