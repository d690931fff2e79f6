import type { Value } from './field-values.ts';
import type { Known } from './known.ts';
import { DAY_FIELDS } from './query.ts';
import { END, match } from './word.ts';

/** The words up to the next operator, sign or quote. More than 200 characters name no day, and each word would read them all. */
const WORDS = /[^\s&|(),"!#@][^&|(),"#@]{0,200}(?![^&|(),"#@])/uy;
const COUNT = /^(?:next\s+)?(\d{1,5})\s*(days?|weeks?|months?|years?)$/i;
/** The most words of a day. */
const MOST_WORDS = 6;
const FIELDS = DAY_FIELDS.filter((field) => field !== 'completed').join('|');
const WITHOUT_COLON = new RegExp(String.raw`(?:${DAY_FIELDS.join('|')})\s+(?:before|after)${END}`, 'iy');
const FIELD_WORD = new RegExp(String.raw`(?:${FIELDS})(?:\s+on)?${END}`, 'iy');

/**
 * The days that the bare words at `from` name, all of them up to the next operator: `saturday`, `aug 24`, `this week`. A number of
 * days (`7 days`) begins today. Null for any other words, so that `sun cream` stays text.
 */
export function bareDays(text: string, from: number, known: Known): Value | null {
  const words = match(WORDS, text, from)?.[0].trim() ?? '';
  if (words === '' || words.split(/\s+/).length > MOST_WORDS) return null;
  const to = from + words.length;
  const [, count, unit] = COUNT.exec(words) ?? [];
  if (count !== undefined) return { value: `next ${count} ${unit}`, to };
  const isDay = known.isDay(words) && !isMonth(words, known);
  return isDay ? { value: words.replace(/^due\s+(?:on\s+)?/i, ''), to } : null;
}

/** The field at `from` that lacks its colon, before `before`, `after` or a day; null for none. */
export function missingColon(text: string, from: number, known: Known): string | null {
  const without = match(WITHOUT_COLON, text, from)?.[0];
  if (without !== undefined) return without;
  const field = match(FIELD_WORD, text, from)?.[0];
  if (field === undefined) return null;
  const words = match(WORDS, text, from + field.length + 1)?.[0].trim() ?? '';
  return words !== '' && known.isDay(words) ? field : null;
}

/** A month alone is more often a name: `may`, `march`. */
function isMonth(words: string, known: Known): boolean {
  return !/[\s\d]/.test(words) && known.isDay(`${words} 2027`);
}
