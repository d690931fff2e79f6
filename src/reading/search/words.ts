import { SunglowError } from '#src/domain/errors.ts';
import { fold } from '#src/domain/text/fold.ts';

/** The longest search in UTF-16 code units, as long as the longest name. */
export const SEARCH_LENGTH = 500;

export class SearchTooLong extends SunglowError {
  constructor() {
    super('SEARCH_TOO_LONG', `Search for at most ${SEARCH_LENGTH} characters.`);
  }
}

/** The words of a search, folded, without duplicates. Throws SearchTooLong. */
export function wordsOf(search: string): readonly string[] {
  const text = search.trim();
  if (text.length > SEARCH_LENGTH) throw new SearchTooLong();
  const words = fold(text.toWellFormed()).split(/\s+/u);
  return [...new Set(words)].filter((word) => word !== '');
}

/** True when a word begins at this place of a folded text: no letter and no digit is before it. */
export function beginsWord(folded: string, at: number): boolean {
  return at === 0 || !isLetter(folded.charCodeAt(at - 1)) || isUnspaced(folded.charCodeAt(at));
}

/** True for a code unit of a folded text that is a letter, a digit, or a mark of one. */
export function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code));
}

/**
 * True for scripts without blanks between words, where a word may begin anywhere: Thai and its relatives,
 * Chinese, Japanese.
 */
export function isUnspaced(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    // Rare Chinese characters, written in two code units.
    (code >= 0xd840 && code <= 0xd88d) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}
