import { fold } from '#src/domain/text/fold.ts';
import { beginsWord } from './words.ts';

/**
 * The rank of a word by the field that has it, the best first. A match within a word ranks below a match at
 * the beginning of one, in any field.
 */
export const FIELD = { name: 0, label: 1, collection: 2, notes: 3 } as const;
const FIELDS = 4;
const WITHIN = FIELDS;
/** More than the field ranks of all words of a search can add up to. */
const ONE_WITHIN = 10_000;
/** The rank of a word without a match; all others are smaller. */
export const NOWHERE = 2 * FIELDS;

/** Searches one folded text after the other for a word. */
export class WordFinder {
  /** The first match in the last text that begins a word; -1 without one. */
  begin = -1;
  readonly #word: string;

  constructor(word: string) {
    this.#word = word;
  }

  /**
   * The rank of the word in the text of a task: its name, and its notes on the next lines. `from`: no match
   * before this place begins a word; -1 when none does.
   */
  rank(text: string, from = 0): number {
    const word = this.#word;
    const first = text.indexOf(word, from);
    if (from >= 0)
      for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
        if (!beginsWord(text, at)) continue;
        this.begin = at;
        return fieldAt(text, at);
      }
    this.begin = -1;
    const within = from > 0 ? text.indexOf(word) : first;
    return within < 0 ? NOWHERE : WITHIN + fieldAt(text, within);
  }
}

function fieldAt(text: string, place: number): number {
  const end = text.indexOf('\n');
  return end < 0 || place < end ? FIELD.name : FIELD.notes;
}

/** The best rank of any of these words in a text. `from` (see WordFinder.rank) is for a single word. */
export function bestRank(text: string, finders: readonly WordFinder[], from = 0): number {
  let best = NOWHERE;
  for (const finder of finders) best = Math.min(best, finder.rank(text, from));
  return best;
}

/** The rows with any of the words in their name: the rank of the match by id. */
export function ranksOfNames(
  rows: Iterable<{ readonly id: string; readonly name: string }>,
  finders: readonly WordFinder[],
  field: number,
): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const { id, name } of rows) {
    const rank = bestRank(fold(name).replaceAll('\n', ' '), finders);
    if (rank !== NOWHERE) ranks.set(id, rank + field);
  }
  return ranks;
}

/**
 * The score of a word, the smaller the better. Words that match only within others count most, then the
 * fields.
 */
export function scoreOf(rank: number): number {
  return rank >= WITHIN ? ONE_WITHIN + rank - WITHIN : rank;
}

/** True when every word of a search matched at the beginning of a word, by the sum of their scores. */
export function isBegun(score: number): boolean {
  return score < ONE_WITHIN;
}
