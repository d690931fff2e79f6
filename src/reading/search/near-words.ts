import { isLetter, isUnspaced } from './words.ts';

/** Too many words resemble a shorter one. */
const SHORTEST = 4;
/** The largest number of similar words for one word. */
const MOST = 20;

/**
 * Collects similar words for a word that no text contains, text by text: with one letter more, less or
 * different, or two letters swapped.
 */
export class NearWords {
  readonly #found = new Set<string>();
  readonly #word: string;
  /**
   * The halves of the word, and the word with its middle letters swapped. Any single change leaves one of
   * them whole in the similar word.
   */
  readonly #parts: readonly string[];
  readonly #seen = new Set<string>();

  constructor(word: string) {
    this.#word = word;
    const half = word.length >> 1;
    const [a, b] = [word.slice(0, half), word.slice(half)];
    const crossed = `${a.slice(0, -1)}${b.slice(0, 1)}${a.slice(-1)}${b.slice(1)}`;
    const isWord = word.length >= SHORTEST && word.split('').every((sign) => isPlain(sign.charCodeAt(0)));
    this.#parts = isWord ? [a, b, crossed] : [];
  }

  /** Searches a folded text. */
  lookIn(folded: string): void {
    for (const part of this.#parts)
      for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + part.length))
        this.#lookAt(wordAround(folded, at));
  }

  found(): readonly string[] {
    return [...this.#found].toSorted().slice(0, MOST);
  }

  #lookAt(word: string): void {
    if (this.#seen.has(word)) return;
    this.#seen.add(word);
    if (beginsNearly(word, this.#word)) this.#found.add(word);
  }
}

/**
 * True when a word begins with `other` but for one letter more, less or different, or two letters swapped.
 */
export function beginsNearly(word: string, other: string): boolean {
  let at = 0;
  while (at < other.length && word[at] === other[at]) at++;
  return (
    word.startsWith(other.slice(at + 1), at + 1) ||
    word.startsWith(other.slice(at), at + 1) ||
    word.startsWith(other.slice(at + 1), at) ||
    (word[at] === other[at + 1] && word[at + 1] === other[at] && word.startsWith(other.slice(at + 2), at + 2))
  );
}

function isPlain(code: number): boolean {
  return isLetter(code) && !isUnspaced(code);
}

function wordAround(folded: string, at: number): string {
  let [from, to] = [at, at];
  while (from > 0 && isLetter(folded.charCodeAt(from - 1))) from--;
  while (to < folded.length && isLetter(folded.charCodeAt(to))) to++;
  return folded.slice(from, to);
}
