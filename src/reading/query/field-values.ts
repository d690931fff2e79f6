import { WrongQuery } from './problem.ts';
import { match } from './word.ts';

/** A value, and the place where it ends. */
export interface Value {
  readonly value: string;
  readonly to: number;
}

/** A number of days, weeks, months or years from today on: `next 7 days`. */
export const SPAN = /^next\s+(\d{1,5})\s*(d|w|m|y|days?|weeks?|months?|years?)$/i;

/** Blanks include line breaks, so that a query may span several lines. */
const VALUE = /\s*([^&|(),"]*)/y;

/** A value goes up to the next operator, so that several words need no quotes. */
export function readValue(
  text: string,
  from: number,
  field: string,
  readQuoted: (text: string, from: number) => Value,
): Value {
  const at = from + field.length;
  const [blanks = '', bare = ''] = match(VALUE, text, at) ?? [];
  const start = at + blanks.length - bare.length;
  if (bare.trim() === '' && text[at + blanks.length] === '"') return readQuoted(text, at + blanks.length);
  const value = bare.trim();
  if (value === '') throw new WrongQuery(from, at, `Something is missing behind “${field}”.`);
  return { value, to: start + value.length };
}
