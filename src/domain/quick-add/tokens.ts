import { foldText } from './name-index.ts';
import type { Span } from './types.ts';

/** A word, a number or a single sign. */
export interface Token extends Span {
  readonly kind: 'word' | 'number' | 'sign';
  readonly text: string;
  /** The text in lower case, without accents and dots. */
  readonly key: string;
  /** True without a blank between this token and the one before it. */
  readonly isGlued: boolean;
  /** True inside quotes, an address or a file name, where everything is text. */
  readonly isLiteral: boolean;
}

const TOKEN = /(\p{Nd}+)|([\p{L}\p{M}]+(?:['’.][\p{L}\p{M}]+)*)|\S/gu;

/**
 * Text that is never read: web and mail addresses, domains, paths, file names, and text in backticks or
 * double quotes.
 */
const LITERALS = [
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/\S+/giu,
  /(?<![^\s@<(])[^\s@<(]+@[\p{L}\p{Nd}-]+(?:\.[\p{L}\p{Nd}-]+)+/gu,
  /(?<![\p{L}\p{Nd}_.-])(?:[\p{L}\p{Nd}_-]+\.)+[a-z]{2,}(?:\/\S*)?(?![\p{L}\p{Nd}])/giu,
  /(?<!\S)~?(?:\/[\p{L}\p{Nd}._-]+){2,}/gu,
  /`[^`]*`/gu,
  /(?<![\p{L}\p{Nd}#@/+*])"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu,
];

/** The tokens of a text in order. Takes time in proportion to its length. */
export function tokenize(text: string): Token[] {
  const literals = literalSpans(text);
  const tokens: Token[] = [];
  let end = -1;
  let next = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [found, digits, letters] = match;
    const from = match.index;
    const to = from + found.length;
    while (next < literals.length && (literals[next]?.to ?? 0) <= from) next++;
    const kind = digits === undefined ? (letters === undefined ? 'sign' : 'word') : 'number';
    tokens.push({
      kind,
      text: found,
      key: keyOf(kind, found),
      from,
      to,
      isGlued: from === end,
      isLiteral: (literals[next]?.from ?? Infinity) < to,
    });
    end = to;
  }
  return tokens;
}

function keyOf(kind: Token['kind'], text: string): string {
  if (kind === 'sign') return text;
  return kind === 'number' ? asciiDigits(text) : foldText(text).replaceAll('.', '').replaceAll('’', "'");
}

function literalSpans(text: string): Span[] {
  const spans = LITERALS.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ from: index, to: index + found.length })),
  );
  return spans.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** The text with the digits of all scripts as ASCII digits. */
function asciiDigits(text: string): string {
  if (/^[0-9]+$/.test(text)) return text;
  return text.replaceAll(/[^0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
    return String(code - zero);
  });
}
