import { monthOf, monthStart, yearKind, yearOf, yearStart } from '#src/domain/time/months.ts';
import type { NthWeekday, Rule } from './rule.ts';

/**
 * True when `daysOf` gives no day in any year, as for 30 February. The first 28 years are of all 14 kinds.
 */
export function isNever(nextDay: (day: number) => number): boolean {
  const end = yearStart(28);
  let day = 0;
  while (day < end && nextDay(day) !== day) day = nextDay(day);
  return day >= end;
}

/**
 * Returns a function that gives the first day from a day on that a rule `withStart` takes, or the first day
 * of the next month if no day is left in this one. Parts of a rule expand or limit its frequency (RFC 5545,
 * page 44); testing every day of a period covers both. Each month is computed once for each kind of year.
 */
export function daysOf(rule: Rule): (day: number) => number {
  const kinds: number[][] = [];
  let [begin, end] = [0, 0];
  /** The distance of each day of the year to the next day taken. */
  let waits: number[] = [];
  return (day) => {
    if (day < begin || day >= end) {
      const year = yearOf(day);
      [begin, end] = [yearStart(year), yearStart(year + 1)];
      waits = kinds[yearKind(year)] ??= [];
    }
    if (waits[day - begin] === undefined) lookAtMonth(rule, monthOf(day), waits);
    return day + (waits[day - begin] ?? 0);
  };
}

/**
 * Stores for each day of a month the distance to the next day that a rule takes, by its number in the year.
 */
function lookAtMonth(
  { freq, byMonth, byMonthDay, byDay, clamp }: Rule,
  month: number,
  waits: number[],
): void {
  const [begin, end] = [monthStart(month), monthStart(month + 1) - 1];
  const year = yearOf(begin);
  const first = yearStart(year);
  const isMonth = byMonth.length === 0 || byMonth.includes(month - year * 12 + 1);
  // An nth weekday counts within the year only in a yearly rule without months.
  const [from, to] =
    freq === 'YEARLY' && byMonth.length === 0 ? [first, yearStart(year + 1) - 1] : [begin, end];
  for (let day = end, wait = 0; day >= begin; day--) {
    const isTaken =
      isMonth &&
      (byMonthDay.length === 0 || byMonthDay.some((nth) => isMonthDay(day, nth, begin, end, clamp))) &&
      (byDay.length === 0 || byDay.some((nth) => isWeekday(day, nth, from, to)));
    wait = isTaken ? 0 : wait + 1;
    waits[day - first] = wait;
  }
}

/** True for the nth day of the month from `begin` to `end`. */
function isMonthDay(day: number, nth: number, begin: number, end: number, clamp: boolean): boolean {
  if (nth < 0) return day === end + 1 + nth;
  return day === begin - 1 + nth || (clamp && day === end && begin - 1 + nth > end);
}

/** True for the nth such weekday among the days from `begin` to `end`. */
function isWeekday(day: number, { weekday, nth }: NthWeekday, begin: number, end: number): boolean {
  if ((day - weekday) % 7 !== 0) return false;
  if (nth === 0) return true;
  return nth > 0 ? Math.ceil((day + 1 - begin) / 7) === nth : Math.ceil((end + 1 - day) / 7) === -nth;
}
