import { fold } from '#src/domain/text/fold.ts';
import { isBegun, NOWHERE, WordFinder, scoreOf } from '#src/reading/search/rank.ts';

/**
 * The entries whose names and synonyms contain all of these folded words: the best matches first, then the latest choices.
 * `isBegun`: the words begin words of the first entry's name or synonyms.
 */
export function findEntries<
  E extends { readonly key: string; readonly name: string; readonly also?: string | undefined },
>(
  entries: readonly E[],
  words: readonly string[],
  recent: readonly string[],
): { readonly found: readonly E[]; readonly isBegun: boolean } {
  const newest = new Map(recent.map((key, index) => [key, index]));
  const age = ({ key }: E) => newest.get(key) ?? recent.length;
  const found = entries.flatMap((entry) => {
    // Other words for it count as notes do.
    const text = fold(`${entry.name}\n${entry.also ?? ''}`);
    const ranks = words.map((word) => new WordFinder(word).rank(text));
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
