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

/** Looks for a word in one folded text after the other. */
export class WordFinder {
  /** Where it begins a word first in the text that it was looked for in last; -1 where it begins none. */
  begin = -1;
  readonly #word: string;

  constructor(word: string) {
    this.#word = word;
  }

  /** Its rank in a task's text: its name, and in the next lines its notes. `from`: it begins no word before that; -1: it begins none. */
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

/** The best rank of any of these words in a text. `from`: see WordFinder.rank, where there is one word alone. */
export function bestRank(text: string, finders: readonly WordFinder[], from = 0): number {
  let best = NOWHERE;
  for (const finder of finders) best = Math.min(best, finder.rank(text, from));
  return best;
}

/** The rows whose name has any of the words: the rank of that, by id. */
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

/** What a word adds to the score of a search: the smaller, the better. First counts how many begin nothing, then where they are. */
export function scoreOf(rank: number): number {
  return rank >= WITHIN ? ONE_WITHIN + rank - WITHIN : rank;
}

/** Whether all words of a search begin some, by the sum of their scores. */
export function isBegun(score: number): boolean {
  return score < ONE_WITHIN;
}
