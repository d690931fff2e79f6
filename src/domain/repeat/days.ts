import { monthOf, monthStart, yearKind, yearOf, yearStart } from './months.ts';
import type { NthWeekday, Rule } from './rule.ts';

/** Whether there is no day in any year that daysOf gives, as 30 February: 28 years are of all kinds. */
export function isNever(nextDay: (day: number) => number): boolean {
  const end = yearStart(28);
  let day = 0;
  while (day < end && nextDay(day) !== day) day = nextDay(day);
  return day >= end;
}

/**
 * Gives the first day from one on that a rule withStart takes; the first day of the next month where the rest of the month has none. RFC 5545
 * (page 44) lets a part expand or limit what the frequency gives; where all days of a period are gone through, both are the same. A month is
 * looked at once in each kind of year.
 */
export function daysOf(rule: Rule): (day: number) => number {
  const kinds: number[][] = [];
  let [begin, end] = [0, 0];
  /** By the number of a day in the year, how far it is to the next one. */
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

/** Notes how far it is from each day of a month to the next one that a rule takes, by their number in the year. */
function lookAtMonth(
  { freq, byMonth, byMonthDay, byDay, clamp }: Rule,
  month: number,
  waits: number[],
): void {
  const [begin, end] = [monthStart(month), monthStart(month + 1) - 1];
  const year = yearOf(begin);
  const first = yearStart(year);
  const isMonth = byMonth.length === 0 || byMonth.includes(month - year * 12 + 1);
  // An nth weekday is one of the year only in a yearly rule that names no months.
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

/** Whether `day` is the nth of its month, which goes from `begin` to `end`. */
function isMonthDay(day: number, nth: number, begin: number, end: number, clamp: boolean): boolean {
  if (nth < 0) return day === end + 1 + nth;
  return day === begin - 1 + nth || (clamp && day === end && begin - 1 + nth > end);
}

/** Whether `day` is the nth such weekday of those from `begin` to `end`. */
function isWeekday(day: number, { weekday, nth }: NthWeekday, begin: number, end: number): boolean {
  if ((day - weekday) % 7 !== 0) return false;
  if (nth === 0) return true;
  return nth > 0 ? Math.ceil((day + 1 - begin) / 7) === nth : Math.ceil((end + 1 - day) / 7) === -nth;
}
