import { inOneForm } from '#src/domain/text/names.ts';
import { parseQuickAdd } from '#src/domain/quick-add/parse.ts';
import { LANGUAGES, STYLES } from '#src/domain/quick-add/types.ts';
import { parseRule } from '#src/domain/repeat/rule.ts';
import { contextOf } from './suite.ts';

/**
 * The pieces of random lines: words with a meaning, words that nearly have one, and signs that break parsers.
 */
const PIECES =
  "every|every!|other|day|days|week|2|3rd|31st|first|last|monday|mon|fri|friday|may|march|may 5|june 6|tomorrow|today|tom|tonight|no date|next|this|in|on|at|by|until|from|to|for|of|the|and|,|-|–|/|(|)|{|}|\"|`|!|!30m|!1|p1|p9|#Home|#Work/|/Kitchen|@waiting|#nothing|#|@|5pm|5|17:00|25:00|9-5|10-11am|30m|1h30|2 hours|12 times|starting|noon|half past|31 Feb|2026-03-20|9999-12-31|10000|3/20|24/7|7/11|12.04.2026|20.|http://a.b/today|a@b.com|Bob|CALL|The|Third|Man|😀|שלום|مرحبا|\u200f|\u0000|\t|é|e\u0301|ﬁ|１２|heute|morgen|jeden Montag|um halb acht|mañana|cada 2 semanas|demain à 15h|tous les lundis|amanhã às 9|overmorgen om 3 uur|domani alle 15|l'8 marzo|un'ora|ogni due settimane|jutro o 17|co drugi wtorek|za tydzień|pół";
const WORDS = PIECES.split('|').concat(['|', ' ', '']);

const NAMES = ['Home', 'Work', 'Garden club'];
const CONTEXTS = LANGUAGES.flatMap((language) =>
  STYLES.map((style) =>
    contextOf({ language, style, collections: NAMES, order: language === 'en' ? 'mdy' : 'dmy' }),
  ),
);

/** Numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A random line of up to 30 pieces, 500 characters at most. */
export function lineOf(random: () => number): string {
  const length = 1 + Math.floor(random() * random() * 30);
  const pick = () => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  return Array.from({ length }, () => pick() + (random() < 0.85 ? ' ' : ''))
    .join('')
    .slice(0, 500);
}

/**
 * Parses `count` random lines, and throws at the first one that breaks a rule for all lines. Returns the
 * longest time of one in ms.
 */
export function fuzz(count: number, seed: number): { slowest: number; line: string } {
  const random = randomOf(seed);
  let slowest = 0;
  let line = '';
  for (let i = 0; i < count; i++) {
    const text = lineOf(random);
    const start = performance.now();
    checkLine(text, CONTEXTS[Math.floor(random() * CONTEXTS.length)] ?? contextOf({}));
    const time = performance.now() - start;
    if (time > slowest) [slowest, line] = [time, text];
  }
  return { slowest, line };
}

/**
 * Throws unless the parts are in the text without overlap, every letter is in a part or in the name, and
 * repeats are rules.
 */
export function checkLine(text: string, context: ReturnType<typeof contextOf>): void {
  const { name, parts, fields } = parseQuickAdd(text, context);
  const fail = (what: string) => {
    throw new Error(
      `${what}: ${JSON.stringify({ text, language: context.language, style: context.style, name, parts })}`,
    );
  };
  let outside = '';
  let end = 0;
  let last = { from: -1, to: -1 };
  for (const { from, to } of parts) {
    if (from === last.from && to === last.to) continue;
    if (from < end || to <= from || to > text.length) fail('parts overlap');
    outside += text.slice(end, from);
    end = to;
    last = { from, to };
  }
  outside += text.slice(end);
  if (lettersOf(outside) !== lettersOf(name)) fail('something is lost');
  if (fields.repeat !== null && parseRule(fields.repeat).kind !== 'rule') fail('the repeat is no rule');
  if (fields.repeat !== null && fields.date === null) fail('the repeat never comes');
}

/** The characters that carry meaning: letters, numbers and pictures, without blanks and signs. */
function lettersOf(text: string): string {
  return inOneForm(text).replaceAll(/[^\p{L}\p{N}\p{So}]/gu, '');
}
