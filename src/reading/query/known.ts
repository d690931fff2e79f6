import { fold } from '#src/domain/text/fold.ts';
import { rowsOf, type NamedKind, type QueryContext } from './context.ts';
import { WORD } from './word.ts';

/** The knowledge of a user's rows and days that a reader of queries needs beside the grammar. */
export interface Known {
  /** The length of the longest name of several words at this place of the text; 0 for none. */
  readonly longName: (kind: NamedKind, text: string, from: number) => number;
  /** True for words that name days. */
  readonly isDay: (words: string) => boolean;
}

/** For reading by the grammar alone: each name is one word, and no bare word is a day. */
export const NOTHING_KNOWN: Known = { longName: () => 0, isDay: () => false };

/** Names of several words that need no quotes: words with one blank between two. */
const SEVERAL = new RegExp(String.raw`^(?:${WORD})(?: (?:${WORD}))+$`, 'u');
const FIRST_WORD = /^\S+/u;

export function knownIn(context: QueryContext): Known {
  const names = new Map<NamedKind, Map<string, string[]>>();
  const namesOf = (kind: NamedKind) => {
    const known = names.get(kind) ?? longNames(rowsOf(kind, context).map(({ name }) => name));
    names.set(kind, known);
    return known;
  };
  return {
    longName: (kind, text, from) => {
      const first = fold(FIRST_WORD.exec(text.slice(from, from + LONGEST))?.[0] ?? '');
      const lengths = (namesOf(kind).get(first) ?? [])
        .filter((name) => isAt(name, text, from))
        .map(({ length }) => length);
      return Math.max(0, ...lengths);
    },
    isDay: (words) => context.readDays(words) !== null,
  };
}

/** The longest name that is compared, in UTF-16 code units. */
const LONGEST = 500;

/** The names of several words by their first word, folded. */
function longNames(names: readonly string[]): Map<string, string[]> {
  const byFirst = new Map<string, string[]>();
  for (const name of names) {
    if (name.includes('\\') || !SEVERAL.test(name)) continue;
    const first = fold(FIRST_WORD.exec(name)?.[0] ?? '');
    const others = byFirst.get(first);
    if (others) others.push(name);
    else byFirst.set(first, [name]);
  }
  return byFirst;
}

function isAt(name: string, text: string, from: number): boolean {
  const to = from + name.length;
  return /^(?:[\s&|(),"]|$)/.test(text.slice(to, to + 1)) && fold(text.slice(from, to)) === fold(name);
}
