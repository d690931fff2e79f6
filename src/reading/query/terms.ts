import { PRIORITIES } from '#src/tables/task/table.ts';
import { bareDays, missingColon } from './bare-days.ts';
import { readValue, SPAN, type Value } from './field-values.ts';
import type { Known } from './known.ts';
import { nearest } from './nearest.ts';
import { WrongQuery } from './problem.ts';
import { DAY_FIELDS, KEYWORDS, RELATIONS, type Condition, type DayField, type Keyword } from './query.ts';
import { quoted } from './quoted.ts';
import { END, match, WORD } from './word.ts';

/** Synonyms of keywords. */
const ALSO: Readonly<Record<string, Keyword>> = {
  'no due date': 'no date',
  'no labels': 'no label',
  'over due': 'overdue',
  od: 'overdue',
  completed: 'done',
  recurring: 'repeating',
  'sub-task': 'subtask',
  all: 'view all',
};

/** Synonyms of fields, from Todoist. */
const ALSO_FIELDS: Readonly<Record<string, DayField>> = { 'due date': 'due', date: 'due', added: 'created' };

const KEYWORD = oneOf([...KEYWORDS, ...Object.keys(ALSO)]);
const LEVELS = PRIORITIES.join('');
const PRIORITY = new RegExp(String.raw`(?:(?:p|priority\s*:?\s*)([${LEVELS}])|no\s+priority)${END}`, 'iy');
const FIELD_NAMES = [...Object.keys(ALSO_FIELDS), ...DAY_FIELDS].join('|').replaceAll(' ', String.raw`\s+`);
const FIELD = new RegExp(
  String.raw`(?:(in)|(search)|(${FIELD_NAMES})(?:\s+(${RELATIONS.join('|')}))?)\s*:`,
  'iy',
);
/** Words that look like a field: one or two, with a colon. */
const LIKE_FIELD = /\p{L}+(?:\s+\p{L}+)?\s*:(?=\s|$)/uy;
/** Conditions about other people, from Todoist. */
const OF_OTHERS = new RegExp(
  String.raw`(?:(?:assigned(?:\s+(?:to|by))?|added\s+by)\s*:\s*[^&|(),"]*[^\s&|(),"]|(?:assigned|shared)${END})`,
  'iy',
);
const BARE_WORD = new RegExp(WORD, 'uy');
const NAMED = { '##': 'collection', '#': 'collection', '@': 'label', '/': 'section' } as const;
const SIGN = /##|[#@/]/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;

/** A condition, and the place where it ends. */
export interface ReadCondition {
  readonly condition: Condition;
  readonly to: number;
}

/** Reads the condition at `from`, which is neither a blank nor an operator. Throws WrongQuery. */
export function readCondition(text: string, from: number, known: Known): ReadCondition {
  const sign = match(SIGN, text, from)?.[0] as keyof typeof NAMED | undefined;
  if (sign) return readNamed(text, from, sign, known);
  if (text[from] === '"') {
    const { value, to } = readQuoted(text, from);
    if (value.trim() === '') throw new WrongQuery(from, to, 'There is nothing between these quotes.');
    return { condition: { kind: 'text', text: value }, to };
  }
  return (
    readField(text, from) ??
    readDays(text, from, known) ??
    readKeyword(text, from) ??
    readWord(text, from, known)
  );
}

/** True for a name that needs no quotes after its sign. */
export function isPlainName(name: string): boolean {
  return match(BARE_WORD, name, 0)?.[0] === name && !name.includes('\\');
}

function readNamed(text: string, from: number, sign: keyof typeof NAMED, known: Known): ReadCondition {
  const at = from + sign.length;
  const kind = NAMED[sign];
  const { value: name, to } = text[at] === '"' ? readQuoted(text, at) : readName(text, at, kind, known);
  if (name.trim() === '')
    throw new WrongQuery(from, to, `The name of a ${kind} is missing behind “${sign}”.`);
  if (kind === 'collection') return { condition: { kind, name, withBelow: sign === '##' }, to };
  return { condition: { kind, name }, to };
}

/** A name of several words, if there is one, or else one word. */
function readName(text: string, at: number, kind: (typeof NAMED)['#' | '@' | '/'], known: Known): Value {
  const length = known.longName(kind, text, at);
  if (length > 0) return { value: text.slice(at, at + length), to: at + length };
  const word = match(BARE_WORD, text, at)?.[0] ?? '';
  return { value: unescaped(word), to: at + word.length };
}

function readKeyword(text: string, from: number): ReadCondition | null {
  const priority = match(PRIORITY, text, from);
  if (priority) {
    const level = PRIORITIES.find((each) => String(each) === priority[1]) ?? 4;
    return { condition: { kind: 'priority', priority: level }, to: from + priority[0].length };
  }
  const written = match(KEYWORD, text, from)?.[0];
  if (written === undefined) return null;
  const word = oneBlank(written);
  const keyword = ALSO[word] ?? (word as Keyword);
  return { condition: { kind: 'is', keyword }, to: from + written.length };
}

function readField(text: string, from: number): ReadCondition | null {
  const field = match(FIELD, text, from);
  if (!field) return null;
  const [written, isIn, isSearch, dayField = '', relation = 'on'] = field;
  const { value, to } = readValue(text, from, written, readQuoted);
  if (isIn) return { condition: { kind: 'collection', name: value, withBelow: false }, to };
  if (isSearch) return { condition: { kind: 'text', text: value }, to };
  const on = oneBlank(relation) as (typeof RELATIONS)[number];
  const of = ALSO_FIELDS[oneBlank(dayField)] ?? (oneBlank(dayField) as DayField);
  // Before or after the next 7 days means the day in 7 days.
  const day = on === 'on' ? value : value.replace(SPAN, '$1 $2');
  return { condition: { kind: 'day', field: of, relation: on, day }, to };
}

/** Bare words that name days: the task is planned for one of them. */
function readDays(text: string, from: number, known: Known): ReadCondition | null {
  if (readKeyword(text, from)) return null;
  const days = bareDays(text, from, known);
  return days && { condition: { kind: 'day', field: 'due', relation: 'on', day: days.value }, to: days.to };
}

function rejectLikeField(text: string, from: number, known: Known): void {
  const ofOthers = match(OF_OTHERS, text, from)?.[0];
  if (ofOthers !== undefined) {
    const message = 'Nobody else has tasks here: all of them are yours.';
    throw new WrongQuery(from, from + ofOthers.length, message, 'view all');
  }
  const without = missingColon(text, from, known);
  if (without !== null) {
    const to = from + without.length;
    throw new WrongQuery(from, to, `A colon is missing behind “${without}”.`, `${without}:`);
  }
  const like = match(LIKE_FIELD, text, from)?.[0];
  if (like === undefined) return;
  // Of two words, the first may be text and the second the field.
  const fields = DAY_FIELDS.flatMap((field) => [field, `${field} before`, `${field} after`]);
  const near = nearest(like.slice(0, -1).trim(), ['in', 'search', ...fields]);
  if (near === null && /\s\S/.test(like)) return;
  throw new WrongQuery(
    from,
    from + like.length,
    `This version of Sunglow knows no condition “${like}”. Put it in quotes to look for it as text.`,
    near === null ? quoted(like) : `${near}:`,
  );
}

function readWord(text: string, from: number, known: Known): ReadCondition {
  rejectLikeField(text, from, known);
  const word = match(BARE_WORD, text, from)?.[0] ?? text.slice(from, from + 1);
  return { condition: { kind: 'text', text: unescaped(word) }, to: from + word.length };
}

function readQuoted(text: string, from: number): Value {
  const found = match(QUOTED, text, from);
  if (!found) throw new WrongQuery(from, text.length, 'This quote is not closed.', `${text.slice(from)}"`);
  const [written, inside = ''] = found;
  return { value: unescaped(inside), to: from + written.length };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1');
}

function oneBlank(words: string): string {
  return words.toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Matches the longest of these words as a whole word, with any blanks between its parts. */
function oneOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?:${longestFirst.join('|').replaceAll(' ', String.raw`\s+`)})${END}`, 'iy');
}
