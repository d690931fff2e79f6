import { DAY, dayOf, dueAt, LAST_MINUTE, minuteOf, type Due } from './due.ts';
import { CYCLE_DAYS } from './months.ts';
import { daysOf, isUneven, minutesOf, PERIODS, withStart } from './periods.ts';
import type { Rule } from './rule.ts';

/** A rule that has nothing in so many periods on end is taken never to come. 29 February is a Monday at least every 480 months. */
const MOST_EMPTY = 2_000;

/**
 * The first occurrence strictly after `after`; null when there is none, because COUNT or UNTIL is reached or the rule never comes
 * (30 February). `start` is where the series begins; it is an occurrence itself only if the rule says so. What has no time means
 * the beginning of its day.
 */
export function nextOccurrence(rule: Rule, start: Due, after: Due): Due | null {
  const { value } = occurrences(rule, minuteOf(start), minuteOf(after) + 1).next();
  return value === undefined ? null : dueAt(value, isTimed(rule, start));
}

/** The first `limit` occurrences at `from` or after it. */
export function occurrencesFrom(rule: Rule, start: Due, from: Due, limit: number): Due[] {
  const found: Due[] = [];
  for (const minute of occurrences(rule, minuteOf(start), minuteOf(from))) {
    if (found.length === limit) break;
    found.push(dueAt(minute, isTimed(rule, start)));
  }
  return found;
}

/** Whether its occurrences have a time, from where the series begins or from the rule. */
export function isTimed(rule: Rule, start: Due): boolean {
  return start.time !== null || setsTimes(rule);
}

/** Whether a rule says at which times of a day it comes; else it comes at the one of its start. */
export function setsTimes({ freq, byHour, byMinute }: Rule): boolean {
  return freq === 'HOURLY' || byHour.length + byMinute.length > 0;
}

/** All occurrences at `from` or after it, in order. Goes to the period of `from` at once, unless COUNT has to be counted. */
function* occurrences(given: Rule, start: number, from: number): Generator<number, void, undefined> {
  const rule = withStart(given, start);
  const { freq, interval, weekStart, count } = rule;
  const { at, begin } = PERIODS[freq];
  const first = at(start, weekStart);
  const last = lastMinute(rule);
  const isEven = !isUneven(rule);
  const of = (step: number) => minutesOf(rule, start, first + step * interval).filter((one) => one >= start);
  const stepsTo = (minute: number) => (at(minute, weekStart) - first) / interval;

  let step = count === null || isEven ? Math.max(0, Math.floor(stepsTo(from))) : 0;
  let left = count ?? Infinity;
  // Those of the first period that came before the start are missing there.
  if (step > 0 && count !== null) left -= of(0).length + (step - 1) * of(1).length;

  for (let empty = 0; empty < MOST_EMPTY && begin(first + step * interval, weekStart) <= last; empty++) {
    const minutes = of(step);
    for (const minute of minutes) {
      if (minute > last || left <= 0) return;
      left -= 1;
      empty = 0;
      if (minute >= from) yield minute;
    }
    step += 1;
    // Days without anything are gone over a month at a time.
    if (minutes.length === 0 && (freq === 'DAILY' || freq === 'HOURLY')) {
      const today = dayOf(begin(first + step * interval, weekStart));
      const { value: next } = daysOf(rule, today, today + CYCLE_DAYS).next();
      if (next === undefined) return;
      step = Math.max(step, Math.ceil(stepsTo(next * DAY)));
    }
  }
}

/** The last minute at which a rule may come: until a day means all of it. */
function lastMinute({ until }: Rule): number {
  if (until === null) return LAST_MINUTE;
  return until.time === null ? minuteOf(until) + DAY - 1 : minuteOf(until);
}
