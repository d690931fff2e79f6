import type { LanguagePack } from '#src/domain/quick-add/languages/pack.ts';
import { PACKS } from '#src/domain/quick-add/languages/packs.ts';
import {
  findLexeme,
  lexiconOf,
  splitElided,
  splitJoined,
  type Beginnings,
  type Lexeme,
  type Meaning,
} from '#src/domain/quick-add/lexicon.ts';
import { tokenize, type Token } from '#src/domain/quick-add/tokens.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';

/** A value that was read from a token on, and the token after it. */
export interface Read<T> {
  readonly value: T;
  readonly next: number;
}

/** Words that begin something new after a number. */
const NEW_WORDS = [
  'after',
  'and',
  'at',
  'of',
  'until',
  'for',
  'starting',
  'every',
  'dayPart',
  'inThe',
] as const;

const MEASURES = /^[%€$£°:.]$/u;

/** The most words of one saying that introduces something. */
const MOST_WORDS = 4;

/** A text as tokens with their meanings. All parts of the grammar read from it. */
export class Reader {
  readonly tokens: readonly Token[];
  readonly pack: LanguagePack;
  readonly context: DayContext;
  /** The sayings that begin with each token; none for a literal token. */
  readonly #beginnings: readonly (Beginnings | undefined)[];
  readonly #known = new Map<unknown, unknown[]>();

  constructor(text: string, context: DayContext) {
    this.context = context;
    this.pack = PACKS[context.language];
    const lexicon = lexiconOf(context.language);
    const tokens = splitElided(tokenize(text), lexicon, this.pack.elides);
    this.tokens = this.pack.joinsWords ? splitJoined(tokens, lexicon) : tokens;
    this.#beginnings = this.tokens.map(({ key, isLiteral }) => (isLiteral ? undefined : lexicon.get(key)));
  }

  /** Says if a reading may begin at a token. Most words of a line have no meaning here. */
  canBegin(at: number): boolean {
    const token = this.tokens[at];
    if (!token || token.isLiteral) return false;
    return (
      token.kind !== 'word' || this.#beginnings[at] !== undefined || token.key === 'p' || token.key === 't'
    );
  }

  /** The result of `read` at a token, computed once, since several parts of the grammar ask for it. */
  once<T>(read: (r: Reader, at: number) => T, at: number): T {
    let known = this.#known.get(read);
    if (!known) this.#known.set(read, (known = []));
    if (known[at] === undefined) known[at] = read(this, at);
    return known[at] as T;
  }

  /** The longest words at a token with this meaning. */
  find<Kind extends Meaning>(at: number, kind: Kind): Lexeme<Kind> | null {
    const beginnings = this.#beginnings[at];
    return beginnings ? findLexeme(this.tokens, at, kind, beginnings) : null;
  }

  /** The token after words with one of these meanings, or `at` itself without such words. */
  skip(at: number, ...kinds: readonly Meaning[]): number {
    for (const kind of kinds) {
      const found = this.find(at, kind);
      if (found) return found.next;
    }
    return at;
  }

  is(at: number, kind: Meaning): boolean {
    return this.find(at, kind) !== null;
  }

  /** The token after a word for `of`, or `at` itself where case endings say it: `piątek kwietnia`. Null without either. */
  of(at: number): number | null {
    return this.find(at, 'of')?.next ?? (this.pack.hasCases ? at : null);
  }

  /** Says if words with this meaning end right before a token. */
  isAfter(at: number, kind: Meaning): boolean {
    for (let from = at - 1; from >= Math.max(0, at - MOST_WORDS); from--)
      if (this.find(from, kind)?.next === at) return true;
    return false;
  }

  /** Says if the token is this very sign or word. */
  has(at: number, key: string): boolean {
    const token = this.tokens[at];
    return token?.key === key && !token.isLiteral;
  }

  /**
   * Says if a number before this token counts nothing: the text ends there, or a sign or a word that begins
   * something new follows.
   */
  isLoose(at: number): boolean {
    const token = this.tokens[at];
    if (!token) return true;
    if (token.kind === 'number') return false;
    if (token.kind === 'word')
      return NEW_WORDS.some((kind) => this.is(at, kind)) || (token.key === 'p' && this.isGlued(at + 1));
    if (!token.isGlued) return !MEASURES.test(token.text);
    return (
      /^[,;.!?)\]}]$/.test(token.text) && !(this.isGlued(at + 1) && this.tokens[at + 1]?.kind === 'number')
    );
  }

  isGlued(at: number): boolean {
    return this.tokens[at]?.isGlued ?? false;
  }

  /** The digits at a token, as written. No date has a number with more than `most` digits. */
  digits(at: number, most = 4): Read<string> | null {
    const token = this.tokens[at];
    if (token?.kind !== 'number' || token.isLiteral || token.key.length > most) return null;
    return { value: token.key, next: at + 1 };
  }

  /** A whole number, in digits or as a word. */
  number(at: number): Read<number> | null {
    const digits = this.digits(at);
    return digits ? { value: Number(digits.value), next: digits.next } : this.find(at, 'number');
  }

  /** A position in an order: `20th`, `1er`, `third`. Digits need the ending. */
  ordinal(at: number): Read<number> | null {
    const digits = this.digits(at, 2);
    if (!digits) return this.find(at, 'ordinal');
    const ending = this.isGlued(digits.next) ? this.find(digits.next, 'ordinalEnding') : null;
    // `14.30 Uhr`
    const isSplit =
      ending !== null && this.isGlued(ending.next) && this.tokens[ending.next]?.kind === 'number';
    return ending && !isSplit ? { value: Number(digits.value), next: ending.next } : null;
  }
}
