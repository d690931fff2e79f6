import { DAY, dayOf, dueAt, LAST_MINUTE, minuteOf, type Due } from './due.ts';
import { YEAR_KINDS, yearKind, yearOf } from '#src/domain/time/months.ts';
import { isUneven, PERIODS, stepsOf, withStart } from './periods.ts';
import { printRule, type Rule } from './rule.ts';

/**
 * The first occurrence strictly after `after`; null when there is none, because COUNT or UNTIL is reached, or
 * the rule never comes (30 February). `start` begins the series, and is an occurrence only if the rule says
 * so. A due time without a time of day means the beginning of its day.
 */
export function nextOccurrence(rule: Rule, start: Due, after: Due): Due | null {
  const [minute] = occurrences(rule, minuteOf(start), minuteOf(after) + 1);
  return minute === undefined ? null : dueAt(minute, isTimed(rule, start));
}

/** The first `limit` occurrences at `from` or later. */
export function occurrencesFrom(rule: Rule, start: Due, from: Due, limit: number): Due[] {
  const found: Due[] = [];
  for (const minute of occurrences(rule, minuteOf(start), minuteOf(from))) {
    if (found.length === limit) break;
    found.push(dueAt(minute, isTimed(rule, start)));
  }
  return found;
}

/** True when the occurrences have a time of day, from the start of the series or from the rule. */
export function isTimed(rule: Rule, start: Due): boolean {
  return start.time !== null || setsTimes(rule);
}

/** True for a rule with its own times of day. Any other rule comes at the time of its start. */
export function setsTimes({ freq, byHour, byMinute }: Rule): boolean {
  return freq === 'HOURLY' || byHour.length + byMinute.length > 0;
}

/** A minute after the end of a series, once known, by rule and start. Many tasks may share both. */
const overFrom = new Map<string, number>();
const MOST_KNOWN = 1_000;

/**
 * All occurrences at `from` or later, in order. Computing starts with the period of `from`, unless COUNT
 * needs the periods before.
 *
 * A server runs the rules of its users, so that no rule may take long. The number of occurrences in a year
 * depends only on the kind of the year, and on the number of periods from the rule's first one in it to its
 * end. Each such combination is computed once, day by day; later years of the kind add its number. The most
 * work is the days of 14 years, the 10,000 times of COUNT, and adding up 9,999 years.
 */
function* occurrences(given: Rule, start: number, from: number): Generator<number, void, undefined> {
  const rule = withStart(given, start);
  const { freq, interval, weekStart, count } = rule;
  const { at, begin, firstIn } = PERIODS[freq];
  const last = lastMinute(rule);
  const most = count ?? Infinity;
  const steps = stepsOf(rule, start);
  const key = `${printRule(rule)} ${start}`;
  if (!steps || from >= (overFrom.get(key) ?? Infinity)) return;
  let isOver = true;
  const { first, minutesAt, ahead } = steps;
  const stepsTo = (period: number) => (period - first) / interval;

  let step = count === null || !isUneven(rule) ? Math.max(0, Math.floor(stepsTo(at(from, weekStart)))) : 0;
  // In the first period, only the times from the start on count.
  let met = step > 0 && count !== null ? minutesAt(0).length + (step - 1) * minutesAt(1).length : 0;
  const numberByYear = new Map<number, number>();
  while (met < most) {
    const period = first + step * interval;
    const minute = begin(period, weekStart);
    if (minute > last) break;
    const year = yearOf(dayOf(minute));
    const next = firstIn(year + 1, weekStart);
    const end = Math.ceil(stepsTo(next));
    const kind = (next - period) * YEAR_KINDS + yearKind(year);
    const number = numberByYear.get(kind);
    // A year without occurrences is passed over even if it contains `from`.
    if (number === 0 || (number !== undefined && begin(next, weekStart) <= from)) {
      met += number;
      step = end;
      continue;
    }
    const before = met;
    // The first period may lack the times before the start.
    const isWhole = step > 0;
    for (step = ahead(step, end); step < end && met < most; step = ahead(step + 1, end)) {
      for (const one of minutesAt(step)) {
        if (one > last || met === most) {
          met = most;
          break;
        }
        met += 1;
        if (one < from) continue;
        isOver = false;
        yield one;
      }
    }
    step = end;
    if (isWhole) numberByYear.set(kind, met - before);
  }
  if (!isOver) return;
  if (overFrom.size === MOST_KNOWN) overFrom.clear();
  overFrom.set(key, from);
}

/** The last minute of a rule. An UNTIL without a time includes its whole day. */
function lastMinute({ until }: Rule): number {
  if (until === null) return LAST_MINUTE;
  return until.time === null ? minuteOf(until) + DAY - 1 : minuteOf(until);
}
