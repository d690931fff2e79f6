import { fold } from '#src/domain/text/fold.ts';
import { isBegun, NOWHERE, WordFinder, scoreOf } from '#src/reading/search/rank.ts';

/**
 * The entries whose names contain all of these folded words: the best matches first, then the latest choices.
 * `isBegun`: the words begin words of the first entry's name.
 */
export function findEntries<E extends { readonly key: string; readonly name: string }>(
  entries: readonly E[],
  words: readonly string[],
  recent: readonly string[],
): { readonly found: readonly E[]; readonly isBegun: boolean } {
  const newest = new Map(recent.map((key, index) => [key, index]));
  const age = ({ key }: E) => newest.get(key) ?? recent.length;
  const found = entries.flatMap((entry) => {
    const name = fold(entry.name);
    const ranks = words.map((word) => new WordFinder(word).rank(name));
    return ranks.includes(NOWHERE)
      ? []
      : [{ entry, score: ranks.reduce((sum, rank) => sum + scoreOf(rank), 0) }];
  });
  const sorted = found.toSorted((a, b) => a.score - b.score || age(a.entry) - age(b.entry));
  return {
    found: sorted.map(({ entry }) => entry),
    isBegun: sorted[0] !== undefined && isBegun(sorted[0].score),
  };
}
