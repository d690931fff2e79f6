import { PRIORITIES } from '#src/tables/task/table.ts';
import { nearest } from './nearest.ts';
import { WrongQuery } from './problem.ts';
import { DAY_FIELDS, KEYWORDS, RELATIONS, type Condition, type DayField, type Keyword } from './query.ts';

/** Synonyms of keywords. */
const ALSO: Readonly<Record<string, Keyword>> = {
  'no due date': 'no date',
  'no labels': 'no label',
  completed: 'done',
  recurring: 'repeating',
  'sub-task': 'subtask',
};

const END = String.raw`(?=[\s&|()]|$)`;
const KEYWORD = oneOf([...KEYWORDS, ...Object.keys(ALSO)]);
const PRIORITY = new RegExp(String.raw`p([${PRIORITIES.join('')}])${END}`, 'iy');
const FIELD = new RegExp(
  String.raw`(?:(in)|(${DAY_FIELDS.join('|')})(?:\s+(${RELATIONS.join('|')}))?)\s*:`,
  'iy',
);
/** Words that look like a field: one or two, with a colon. */
const LIKE_FIELD = /\p{L}+(?:\s+\p{L}+)?\s*:(?=\s|$)/uy;
const WITHOUT_COLON = new RegExp(String.raw`(?:${DAY_FIELDS.join('|')})\s+(?:before|after)${END}`, 'iy');
/** Blanks include line breaks, so that a query may span several lines. */
const VALUE = /\s*([^&|()"]*)/y;
const WORD = /[^\s&|()"]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"/sy;
const NAMED = { '##': 'collection', '#': 'collection', '@': 'label', '/': 'section' } as const;
const SIGN = /##|[#@/]/y;

/** A condition, and the place where it ends. */
export interface ReadCondition {
  readonly condition: Condition;
  readonly to: number;
}

/** Reads the condition at `from`, which is neither a blank nor an operator. Throws WrongQuery. */
export function readCondition(text: string, from: number): ReadCondition {
  const sign = match(SIGN, text, from)?.[0] as keyof typeof NAMED | undefined;
  if (sign) return readNamed(text, from, sign);
  if (text[from] === '"') {
    const { value, to } = readQuoted(text, from);
    if (value.trim() === '') throw new WrongQuery(from, to, 'There is nothing between these quotes.');
    return { condition: { kind: 'text', text: value }, to };
  }
  return readField(text, from) ?? readKeyword(text, from) ?? readWord(text, from);
}

/** True for a word that can only be text, even without quotes. */
export function isPlainWord(word: string): boolean {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M}'’._-]*$/u.test(word)) return false;
  return readKeyword(word, 0) === null;
}

/** True for a name that needs no quotes after its sign. */
export function isPlainName(name: string): boolean {
  return match(WORD, name, 0)?.[0] === name;
}

function readNamed(text: string, from: number, sign: keyof typeof NAMED): ReadCondition {
  const at = from + sign.length;
  const kind = NAMED[sign];
  const word = match(WORD, text, at)?.[0] ?? '';
  const { value: name, to } = text[at] === '"' ? readQuoted(text, at) : { value: word, to: at + word.length };
  if (name.trim() === '')
    throw new WrongQuery(from, to, `The name of a ${kind} is missing behind “${sign}”.`);
  if (kind === 'collection') return { condition: { kind, name, withBelow: sign === '##' }, to };
  return { condition: { kind, name }, to };
}

function readKeyword(text: string, from: number): ReadCondition | null {
  const priority = match(PRIORITY, text, from);
  if (priority) {
    const level = PRIORITIES.find((each) => String(each) === priority[1]) ?? 4;
    return { condition: { kind: 'priority', priority: level }, to: from + priority[0].length };
  }
  const written = match(KEYWORD, text, from)?.[0];
  if (written === undefined) return null;
  const word = written.toLowerCase().replaceAll(/\s+/g, ' ');
  const keyword = ALSO[word] ?? (word as Keyword);
  return { condition: { kind: 'is', keyword }, to: from + written.length };
}

function readField(text: string, from: number): ReadCondition | null {
  const field = match(FIELD, text, from);
  if (!field) return null;
  const [written, isIn, dayField, relation = 'on'] = field;
  const { value, to } = readValue(text, from, written);
  if (isIn) return { condition: { kind: 'collection', name: value, withBelow: false }, to };
  const on = relation.toLowerCase() as (typeof RELATIONS)[number];
  const of = dayField?.toLowerCase() as DayField;
  return { condition: { kind: 'day', field: of, relation: on, day: value }, to };
}

/** A value goes up to the next operator, so that several words need no quotes. */
function readValue(text: string, from: number, field: string): { value: string; to: number } {
  const at = from + field.length;
  const [blanks = '', bare = ''] = match(VALUE, text, at) ?? [];
  const start = at + blanks.length - bare.length;
  if (bare.trim() === '' && text[at + blanks.length] === '"') return readQuoted(text, at + blanks.length);
  const value = bare.trim();
  if (value === '') throw new WrongQuery(from, at, `Something is missing behind “${field}”.`);
  return { value, to: start + value.length };
}

function rejectLikeField(text: string, from: number): void {
  const without = match(WITHOUT_COLON, text, from)?.[0];
  if (without) {
    const to = from + without.length;
    throw new WrongQuery(from, to, `A colon is missing behind “${without}”.`, `${without}:`);
  }
  const like = match(LIKE_FIELD, text, from)?.[0];
  if (!like) return;
  // Of two words, the first may be text and the second the field.
  const fields = DAY_FIELDS.flatMap((field) => [field, `${field} before`, `${field} after`]);
  const near = nearest(like.slice(0, -1).trim(), ['in', ...fields]);
  if (near === null && /\s\S/.test(like)) return;
  throw new WrongQuery(
    from,
    from + like.length,
    `This version of Sunglow knows no condition “${like}”. Put it in quotes to look for it as text.`,
    near && `${near}:`,
  );
}

function readWord(text: string, from: number): ReadCondition {
  rejectLikeField(text, from);
  const word = match(WORD, text, from)?.[0] ?? '';
  return { condition: { kind: 'text', text: word }, to: from + word.length };
}

function readQuoted(text: string, from: number): { value: string; to: number } {
  const quoted = match(QUOTED, text, from);
  if (!quoted) throw new WrongQuery(from, text.length, 'This quote is not closed.', `${text.slice(from)}"`);
  const [written, inside = ''] = quoted;
  return { value: inside.replaceAll(/\\(.)/gs, '$1'), to: from + written.length };
}

function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** Matches the longest of these words as a whole word, with any blanks between its parts. */
function oneOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?:${longestFirst.join('|').replaceAll(' ', String.raw`\s+`)})${END}`, 'iy');
}
