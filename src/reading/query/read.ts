import { named, rowsOf, type QueryContext } from './context.ts';
import { knownIn } from './known.ts';
import { nearest } from './nearest.ts';
import { parseQuery, type PlacedCondition } from './parse.ts';
import { printCondition } from './print.ts';
import { orProblem, WrongQuery, type QueryProblem } from './problem.ts';
import type { Condition, Query } from './query.ts';
import { quoted } from './quoted.ts';

/**
 * Reads a query and looks up its names and days. Returns the first problem with its place and a suggestion
 * otherwise.
 */
export function readQuery(
  text: string,
  context: QueryContext,
): { readonly query: Query } | { readonly problem: QueryProblem } {
  const parsed = parseQuery(text, knownIn(context));
  if ('problem' in parsed) return parsed;
  return orProblem(() => {
    const isPlain = parsed.conditions.every(({ condition }) => condition.kind === 'text');
    for (const placed of parsed.conditions) {
      if (!isPlain) rejectOperatorWord(text, placed);
      requireKnown(placed, context);
    }
    return { query: parsed.query };
  });
}

const OPERATORS: Readonly<Record<string, string>> = { and: '&', or: '|', not: '!' };

/** Between conditions, `and`, `or` and `not` would be looked for as text, and nothing found. */
function rejectOperatorWord(text: string, { from, to }: PlacedCondition): void {
  const word = text.slice(from, to);
  const sign = OPERATORS[word.toLowerCase()];
  if (sign !== undefined)
    throw new WrongQuery(from, to, `Write ${sign} for “${word}”, or put the word in quotes.`, sign);
}

function requireKnown({ condition, from, to }: PlacedCondition, context: QueryContext): void {
  if (condition.kind === 'day') return requireDay(condition, from, to, context);
  if (!('name' in condition)) return;
  const rows = rowsOf(condition.kind, context);
  if (named(rows, condition.name).length > 0) return;
  const near = nearest(
    condition.name,
    rows.map(({ name }) => name),
  );
  const sign = printCondition({ ...condition, name: 'x' }).slice(0, -1);
  const suggestion =
    near === null ? quoted(sign + condition.name) : printCondition({ ...condition, name: near });
  throw new WrongQuery(from, to, `There is no ${condition.kind} “${condition.name}”.`, suggestion);
}

const DAY_WORDS = [
  'today',
  'tomorrow',
  'yesterday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'this week',
  'next week',
  'last week',
  'this month',
  'next month',
  'last month',
];
/** A time of the day, or a number of hours. */
const TIME =
  /(?:\bat\s+)?[+-]?\s*\d{1,5}(?::\d\d)?\s*(?:am|pm|h|hours?|min|minutes?)\b|(?:\bat\s+)?\d{1,2}:\d\d/i;

function requireDay(
  condition: Extract<Condition, { kind: 'day' }>,
  from: number,
  to: number,
  { readDays }: QueryContext,
): void {
  const { day, relation } = condition;
  if (readDays(day) !== null) return;
  const mended = (other: string) => printCondition({ ...condition, day: other });
  if (TIME.test(day)) {
    const withoutTime = day.replace(TIME, '').trim();
    const other = relation === 'before' ? 'tomorrow' : 'today';
    const whole = readDays(withoutTime) === null ? other : withoutTime;
    throw new WrongQuery(from, to, `A filter compares days, and “${day}” is a time.`, mended(whole));
  }
  const near = nearest(day, DAY_WORDS);
  const message = `“${day}” is no day. Write it as fri, -7d or 2026-12-24.`;
  throw new WrongQuery(from, to, message, near === null ? null : mended(near));
}
