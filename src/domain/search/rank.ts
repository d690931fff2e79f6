import { fold } from '#src/domain/fold.ts';
import { beginsWord } from './words.ts';

/** Where a word is found, the best first. Within a word it counts less than at its beginning, wherever that is. */
export const FIELD = { name: 0, label: 1, collection: 2, notes: 3 } as const;
const FIELDS = 4;
const WITHIN = FIELDS;
/** More than all words of a search can have by where they are. */
const ONE_WITHIN = 10_000;
/** The rank of a word that is nowhere; all others are smaller. */
export const NOWHERE = 2 * FIELDS;

/** The best rank of any of these words in a task's folded text: its name, and in the next lines its notes. */
export function rankInText(text: string, words: readonly string[]): number {
  let best = NOWHERE;
  for (const word of words) best = Math.min(best, rankOfWord(text, word));
  return best;
}

function rankOfWord(text: string, word: string): number {
  let at = text.indexOf(word);
  if (at < 0) return NOWHERE;
  const end = text.indexOf('\n');
  const fieldAt = (place: number) => (end < 0 || place < end ? FIELD.name : FIELD.notes);
  const within = WITHIN + fieldAt(at);
  for (; at >= 0; at = text.indexOf(word, at + 1)) if (beginsWord(text, at)) return fieldAt(at);
  return within;
}

/** The rows whose name has any of the words: the rank of that, by id. */
export function ranksOfNames(
  rows: Iterable<{ readonly id: string; readonly name: string }>,
  words: readonly string[],
  field: number,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { id, name } of rows) {
    const rank = rankInText(fold(name).replaceAll('\n', ' '), words);
    if (rank !== NOWHERE) ranks.set(id, rank + field);
  }
  return ranks;
}

/** What a word adds to the score of a search: the smaller, the better. First counts how many begin nothing, then where they are. */
export function scoreOf(rank: number): number {
  return rank >= WITHIN ? ONE_WITHIN + rank - WITHIN : rank;
}

/** Whether all words of a search begin some, by the sum of their scores. */
export function isBegun(score: number): boolean {
  return score < ONE_WITHIN;
}
