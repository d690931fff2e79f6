import type { LanguagePack, Role, Unit } from '#src/domain/quick-add/languages/pack.ts';
import { PACKS } from '#src/domain/quick-add/languages/packs.ts';
import { tokenize, type Token } from './tokens.ts';
import type { Language } from './types.ts';

/** The meanings of words, with the type of their values. */
export interface Meanings extends Record<Role, ''> {
  /** The weekday, from 0, which is Monday. */
  readonly weekday: number;
  readonly everyWeekday: number;
  /** The month, from 1. */
  readonly month: number;
  /** Days from today. */
  readonly offset: number;
  readonly unit: Unit;
  readonly number: number;
  readonly ordinal: number;
  /** `HH:MM`. */
  readonly time: string;
  readonly dayPart: string;
  readonly todayAt: string;
  /** The equivalent words after `every`: `2 week`. */
  readonly adverb: string;
  /** A number and a unit: `2 week`. */
  readonly span: string;
  /** `MM-DD`, or `easter`. */
  readonly feast: string;
  readonly weak: '';
  readonly weaker: '';
  readonly beforeName: '';
  readonly before: '';
  readonly after: '';
  readonly saying: '';
  readonly counted: '';
}

export type Meaning = keyof Meanings;

/** A meaning of the words from a token to before `next`. */
export interface Lexeme<Kind extends Meaning> {
  readonly value: Meanings[Kind];
  readonly next: number;
}

interface Entry {
  readonly keys: readonly string[];
  readonly kind: Meaning;
  readonly value: Meanings[Meaning];
}

/** The sayings that begin with a word, by meaning, the longest first. */
export type Beginnings = ReadonlyMap<Meaning, readonly Entry[]>;

type Lexicon = ReadonlyMap<string, Beginnings>;

const known = new Map<Language, Lexicon>();

/** The sayings of a language, by their first word. */
export function lexiconOf(language: Language): Lexicon {
  const lexicon = known.get(language) ?? compile(PACKS[language]);
  known.set(language, lexicon);
  return lexicon;
}

/**
 * The longest words with this meaning that begin at a token. `beginnings` are the sayings that its word
 * begins.
 */
export function findLexeme<Kind extends Meaning>(
  tokens: readonly Token[],
  at: number,
  kind: Kind,
  beginnings: Beginnings,
): Lexeme<Kind> | null {
  const entries = beginnings.get(kind);
  if (!entries) return null;
  for (const { keys, value } of entries) {
    let length = 1;
    while (length < keys.length && tokens[at + length]?.key === keys[length]) length++;
    if (length === keys.length) return { value: value as Meanings[Kind], next: at + length };
  }
  return null;
}

/** The shortened words of a language, such as `d'`, with their whole forms. */
type Elided = LanguagePack['elides'];

/** `d'avril` as `de` and `avril`, `l'8` as `il` and `8`. */
export function splitElided(tokens: readonly Token[], lexicon: Lexicon, elides: Elided): Token[] {
  const split: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const [sign, number] = [tokens[at + 1], tokens[at + 2]];
    const isBeforeNumber = sign?.isGlued && /^['’]$/u.test(sign.text) && number?.kind === 'number';
    const whole = isBeforeNumber && number.isGlued ? elides[`${token.key}'`] : undefined;
    if (isBeforeNumber && whole !== undefined) {
      split.push({ ...token, key: whole, to: sign.to }, { ...number, isGlued: false });
      at += 2;
      continue;
    }
    const keys = elidedKeys(token.key, elides, lexicon);
    if (keys.length === 1) {
      split.push(token);
      continue;
    }
    const [first = '', second = ''] = keys;
    const length = token.text.search(/['’]/u) + 1;
    const cut = token.from + length;
    split.push(
      { ...token, text: token.text.slice(0, length), key: first, to: cut },
      { ...token, text: token.text.slice(length), key: second, from: cut, isGlued: false },
    );
  }
  return split;
}

/** The whole words in a key, if its second one is known: `d'avril` is `de` and `avril`. */
function elidedKeys(key: string, elides: Elided, known: { has(key: string): boolean }): readonly string[] {
  const length = key.indexOf("'") + 1;
  const whole = length > 0 ? elides[key.slice(0, length)] : undefined;
  const second = key.slice(length);
  return whole === undefined || !known.has(second) ? [key] : [whole, second];
}

const EDGES = ['endOf', 'startOf', 'middleOf'] as const;

/** `Freitagabend` and `morgenochtend` as a day and its part, `Monatsende` as a unit and its edge. */
export function splitJoined(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  return tokens.flatMap((token) => {
    const { key, text, from } = token;
    if (token.kind !== 'word' || lexicon.has(key) || key.length !== text.length) return token;
    for (let length = 4; length < key.length - 3; length++) {
      const first = lexicon.get(key.slice(0, length));
      if (!first) continue;
      const second = lexicon.get(key.slice(length));
      const isDay = first.has('weekday') || first.has('offset');
      const isPart = isDay && second?.has('dayPart');
      if (!isPart && !(first.has('unit') && EDGES.some((edge) => second?.has(edge)))) continue;
      const cut = from + length;
      return [
        { ...token, text: text.slice(0, length), key: key.slice(0, length), to: cut },
        { ...token, text: text.slice(length), key: key.slice(length), from: cut, isGlued: false },
      ];
    }
    return token;
  });
}

function compile(pack: LanguagePack): Lexicon {
  const entries: Entry[] = [];
  const add = (kind: Meaning, words: string, value: Meanings[Meaning] = '') => {
    for (const word of words.split('|'))
      if (word !== '') entries.push({ keys: tokenize(word).map(({ key }) => key), kind, value });
  };
  const addAll = (
    kind: Meaning,
    words: Readonly<Record<string, string>>,
    valueOf: (key: string) => Meanings[Meaning],
  ) => {
    for (const [key, word] of Object.entries(words)) add(kind, word, valueOf(key));
  };
  pack.weekdays.forEach((words, i) => add('weekday', words, i));
  pack.everyWeekday.forEach((words, i) => add('everyWeekday', words, i));
  pack.months.forEach((words, i) => add('month', words, i + 1));
  pack.numbers.forEach((words, i) => add('number', words, i + 1));
  addAll('number', pack.largeNumbers, Number);
  addAll('offset', pack.days, Number);
  addAll('ordinal', pack.ordinals, Number);
  addAll('unit', pack.units, (unit) => unit);
  for (const [kind, words] of Object.entries({
    time: pack.times,
    dayPart: pack.dayParts,
    todayAt: pack.todayAt,
    adverb: pack.adverbs,
    span: pack.spans,
    feast: pack.feasts,
  }))
    addAll(kind as Meaning, words, (key) => key);
  for (const [role, words] of Object.entries(pack.roles)) add(role as Role, words);
  for (const kind of ['weak', 'weaker', 'beforeNames', 'before', 'after', 'sayings', 'counted'] as const)
    add(kind === 'beforeNames' ? 'beforeName' : kind === 'sayings' ? 'saying' : kind, pack[kind]);
  return byFirst(entries, pack.elides);
}

function byFirst(entries: readonly Entry[], elides: Elided): Lexicon {
  const lexicon = new Map<string, Map<Meaning, Entry[]>>();
  const firsts = new Set(entries.map(({ keys }) => keys[0] ?? ''));
  const split = entries.map(({ keys, ...entry }) => ({
    ...entry,
    keys: keys.flatMap((key) => elidedKeys(key, elides, firsts)),
  }));
  for (const entry of split.toSorted((a, b) => b.keys.length - a.keys.length)) {
    const first = entry.keys[0] ?? '';
    const beginnings = lexicon.get(first) ?? new Map<Meaning, Entry[]>();
    lexicon.set(first, beginnings);
    const same = beginnings.get(entry.kind);
    if (same) same.push(entry);
    else beginnings.set(entry.kind, [entry]);
  }
  return lexicon;
}
