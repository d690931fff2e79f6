import type { Reader } from '#src/domain/quick-add/grammar/reader.ts';
import { unitOf } from '#src/domain/quick-add/grammar/unit-days.ts';
import { insideOf, unsayable } from './named-places.ts';
import type { Reading } from './reading.ts';
import { pairs, sidesOf, withoutDoubles, type Sides } from './sides.ts';

const OPENING = /^[([,;–—"“„«]$/u;
const CLOSING = /^[,.;:!?)\]}…–—"”“»]$/u;
const FREE = /^[,;)\]}–—]$/u;
const SIGNS = /^[#@!+*~^/{(–—-]$/u;

/**
 * The readings that fit their place: they are no part of a word, a name, a title or a saying, and have the
 * neighbors that they need. Better nothing than wrong (rule Q4).
 */
export function standing(readings: readonly Reading[], r: Reader): Reading[] {
  const context = new Context(r, readings);
  const whole = readings.filter((reading) => isName(reading) || context.isWhole(reading.at, reading.next));
  const isNamed = insideOf(
    [...whole.filter((reading) => context.isName(reading)), ...unsayable(r)],
    r.tokens.length,
  );
  const possible = whole.filter((reading) => reading.isSign || !isNamed(reading));
  const sure = possible.filter(({ strength }) => strength === 'sure' || strength === 'plain');
  const weak = possible.filter(({ strength }) => strength !== 'sure' && strength !== 'plain');
  const begins = new Set(sure.map(({ at }) => at));
  const sureSides = sidesOf(sure);
  const edges = weak.filter(
    (one) => (one.strength === 'edge' && context.isAtEdge(one, begins)) || context.isBeside(one, sureSides),
  );
  const known = withoutDoubles(
    [...sure, ...edges, ...pairs(weak, (one) => context.isAtEdge(one, begins))],
    r,
  );
  const sides = sidesOf(known);
  const stands = new Set(known);
  return [...known, ...weak.filter((one) => !stands.has(one) && context.isBeside(one, sides))];
}

class Context {
  readonly #r: Reader;
  readonly #isAllCapitals: boolean;
  /** The tokens that are part of a saying. */
  readonly #sayings = new Set<number>();
  /** The tokens after one of these words. */
  readonly #afterBefore = new Set<number>();
  readonly #afterName = new Set<number>();
  readonly #afterCounted = new Set<number>();
  readonly #afterPerson = new Set<number>();
  readonly #afterVerb = new Set<number>();
  /** The tokens after a day or a repeat. */
  readonly #afterDay: ReadonlySet<number>;
  /** The tokens where days begin. */
  readonly #days: ReadonlySet<number>;

  constructor(r: Reader, readings: readonly Reading[]) {
    this.#r = r;
    const days = readings.filter(({ found }) => found[0]?.kind === 'date' || found[0]?.kind === 'repeat');
    this.#afterDay = new Set(days.map(({ next }) => next));
    this.#days = new Set(days.map(({ at }) => at));
    this.#isAllCapitals = r.tokens.every(({ text }) => text === text.toUpperCase());
    for (let at = 0; at < r.tokens.length; at++) {
      const saying = r.find(at, 'saying');
      for (let word = at; word < (saying?.next ?? at); word++) this.#sayings.add(word);
      const sets = {
        before: this.#afterBefore,
        beforeName: this.#afterName,
        counted: this.#afterCounted,
        person: this.#afterPerson,
        titleVerb: this.#afterVerb,
      };
      for (const [kind, set] of Object.entries(sets) as [keyof typeof sets, Set<number>][]) {
        const found = r.find(at, kind);
        if (!found) continue;
        set.add(found.next);
        // `Mr. Sunday`, `No. 12/3`
        const isShort = kind === 'person' || kind === 'counted';
        if (isShort && r.has(found.next, '.') && r.isGlued(found.next)) set.add(found.next + 1);
      }
    }
  }

  /** Says if the words are a name, a title or a saying, or belong to the topic of the text. */
  isName(reading: Reading): boolean {
    const { at, next, isSign, isIntroduced, strength } = reading;
    if (isSign) return false;
    if (this.#isSaying(at, next)) return true;
    if (this.#afterPerson.has(at)) return true;
    if (this.#isTitle(reading) || this.#isWork(reading)) return true;
    if (this.#isTopic(reading) || this.#isFirm(at, next) || this.#isOfThing(reading)) return true;
    if (this.#isChoice(reading)) return true;
    // `über den 9. November`: an article introduces no day.
    const isMarked = isIntroduced && !(this.#r.is(at, 'the') && this.#afterBefore.has(at));
    if (isMarked && strength === 'sure') return false;
    const kind = reading.found[0]?.kind;
    if (kind !== 'priority' && kind !== 'duration' && !isMarked && this.#afterBefore.has(at)) return true;
    const isCounted = this.#afterCounted.has(at) && !this.#afterDay.has(at);
    // `strony od 12 do 15`
    const isNumber = this.#r.tokens[this.#r.skip(at, 'from')]?.kind === 'number';
    if (isNumber && (isCounted || this.#isVerse(reading))) return true;
    return (
      (this.#r.is(at, 'weak') || this.#r.is(at, 'weaker')) && strength !== 'sure' && this.#afterName.has(at)
    );
  }

  /** Says if a coming week or month belongs to a thing: `Plan für nächste Woche schreiben`. */
  #isTopic({ at, next }: Reading): boolean {
    return (
      this.#r.isAfter(at, 'topic') && unitOf(this.#r, at) !== null && this.#r.tokens[next]?.kind === 'word'
    );
  }

  /** Says if a day is one of two to choose from: `today or tomorrow`. */
  #isChoice({ at, next, found }: Reading): boolean {
    if (found[0]?.kind !== 'date') return false;
    const isBehind = this.#r.is(next, 'or') && this.#days.has(next + 1);
    return isBehind || (this.#r.is(at - 1, 'or') && this.#afterDay.has(at - 1));
  }

  /** Says if a day with an article describes the thing behind it: `the 1 May riots`. */
  #isOfThing({ at, next, found }: Reading): boolean {
    const isDay = found[0]?.kind === 'date' && this.#r.is(at, 'the') && !this.#r.is(at, 'on');
    return (
      isDay && this.#r.tokens[next]?.kind === 'word' && !this.#r.is(next, 'after') && !this.#isKnown(next)
    );
  }

  /** Says if a word is one of two names that a sign joins: `Freitag & Söhne`. */
  #isFirm(at: number, next: number): boolean {
    const isOther = (token: number) =>
      isCapital(this.#r.tokens[token]?.text ?? '') && !this.#isKnown(token) && !this.#r.is(token, 'time');
    if (!isCapital(this.#r.tokens[at]?.text ?? '') || next > at + 1) return false;
    return (this.#r.has(next, '&') && isOther(next + 1)) || (this.#r.has(at - 1, '&') && isOther(at - 2));
  }

  /** Says if words belong to a saying. A reading may contain one: `tous les deux jours`. */
  #isSaying(at: number, next: number): boolean {
    const isPart = (token: number) => this.#sayings.has(token);
    for (let i = at; i < next; i++)
      if (isPart(i))
        return next - at === 1 || isPart(at - 1) || isPart(next) || this.#isAll(at, next, isPart);
    return false;
  }

  #isAll(at: number, next: number, isPart: (token: number) => boolean): boolean {
    for (let i = at; i < next; i++) if (!isPart(i)) return false;
    return true;
  }

  /** Says if a capital word is the name of a book or a film: `Read Tuesdays with Morrie`. */
  #isWork({ at, next }: Reading): boolean {
    const { tokens, pack } = this.#r;
    const word = tokens[at];
    if (pack.hasCapitalNouns || word?.kind !== 'word' || !isCapital(word.text)) return false;
    if (!pack.hasCapitalDays) return this.#afterVerb.has(at) || this.#afterName.has(at);
    let first = at;
    while (isCapital(tokens[first - 1]?.text ?? '') && !this.#afterVerb.has(first)) first -= 1;
    // `Watch Any Given Sunday`
    if (first < at && this.#afterVerb.has(first) && this.#r.is(first, 'determiner')) return true;
    return this.#afterVerb.has(at) && tokens[next]?.kind === 'word' && !this.#isKnown(next);
  }

  /** Says if numbers are a verse of a book: `Philippians 4:13`. */
  #isVerse({ at, next, found }: Reading): boolean {
    const { tokens, pack } = this.#r;
    const before = tokens[at - 1];
    const minutes = found[0]?.kind === 'time' && next === at + 3 && tokens[at + 1]?.text === ':';
    if (!pack.isTwelveHours || !minutes || Number(tokens[at + 2]?.key) % 5 === 0) return false;
    return at > 1 && before?.kind === 'word' && isCapital(before.text) && !this.#isKnown(at - 1);
  }

  /** Says if a reading begins and ends between words. */
  isWhole(at: number, next: number): boolean {
    const { tokens } = this.#r;
    if (tokens[at]?.isGlued && !OPENING.test(tokens[at - 1]?.text ?? '')) return false;
    const behind = tokens[next];
    if (!behind?.isGlued) return true;
    if (FREE.test(behind.text)) return true;
    return (
      CLOSING.test(behind.text) && (!tokens[next + 1]?.isGlued || CLOSING.test(tokens[next + 1]?.text ?? ''))
    );
  }

  /** Capital words beside capital words are a name, in languages whose nouns have no capitals. */
  #isTitle({ at, next, found }: Reading): boolean {
    const { tokens, pack } = this.#r;
    const first = tokens[at];
    if (pack.hasCapitalNouns || this.#isAllCapitals || first?.kind !== 'word') return false;
    const before = tokens[at - 1];
    const isBehindName = before?.kind === 'word' && isCapital(before.text);
    if (isBehindName && this.#r.is(at, 'the') && this.#r.ordinal(at + 1)?.next === next) return true;
    for (let i = at + 1; i < next; i++) if (this.#isNameWord(i)) return true;
    if (!isCapital(first.text)) return false;
    if (this.#isNameWord(next) && tokens[next]?.text !== 'I' && !this.#isKnown(next)) return true;
    return isBehindName && at > 1 && !this.#r.is(at, 'weekday') && found[0]?.kind !== 'priority';
  }

  /** Says if only a name explains the capital of a word. */
  #isNameWord(at: number): boolean {
    const token = this.#r.tokens[at];
    if (token?.kind !== 'word' || !isCapital(token.text)) return false;
    // `11H`
    if (token.isGlued && this.#r.tokens[at - 1]?.kind === 'number') return false;
    return !(['weekday', 'everyWeekday', 'month', 'feast', 'am', 'pm', 'night'] as const).some((kind) =>
      this.#r.is(at, kind),
    );
  }

  /** Says if a word is itself one of dates and times. */
  #isKnown(at: number): boolean {
    const kinds = [
      'offset',
      'weekday',
      'month',
      'dayPart',
      'time',
      'todayAt',
      'every',
      'next',
      'at',
      'by',
      'from',
    ] as const;
    return kinds.some((kind) => this.#r.is(at, kind));
  }

  /** Says if the text ends after a reading, or another part begins there. */
  isAtEdge({ at, next }: Reading, begins: ReadonlySet<number>): boolean {
    const { tokens } = this.#r;
    const behind = tokens[next];
    if (!behind || begins.has(next)) return true;
    if (behind.kind === 'sign') return CLOSING.test(behind.text) || SIGNS.test(behind.text);
    // `Wed and bred`, `Midnight in Paris`
    const isLone = this.#r.is(at, 'weak') || this.#r.is(at, 'time');
    if (!isLone && this.#r.is(next, 'after')) return true;
    return behind.key === 'p' && tokens[next + 1]?.isGlued === true && at > 0;
  }

  /** Says if another reading is beside this one, with at most a comma between them, or if brackets hold it alone. */
  isBeside({ at, next, strength }: Reading, { begins, ends }: Sides): boolean {
    const isComma = (token: number) => this.#r.has(token, ',');
    // `15 Minuten, morgen 11 Uhr`: only a day makes `morgen` a morning.
    if (strength === 'behind' && !this.#afterDay.has(isComma(at - 1) ? at - 1 : at)) return false;
    if (ends.has(at) || (isComma(at - 1) && ends.has(at - 1))) return true;
    // `Call mum (Mo)`
    if (strength !== 'behind' && this.#r.has(at - 1, '(') && this.#r.has(next, ')')) return true;
    return strength !== 'behind' && (begins.has(next) || (isComma(next) && begins.has(next + 1)));
  }
}

/** A sign with its name ends where the name ends. */
function isName({ found: [first] }: Reading): boolean {
  return first?.kind === 'collection' || first?.kind === 'section' || first?.kind === 'label';
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}
