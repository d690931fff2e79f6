import { DAY, dayOf } from './due.ts';
import { monthOf, monthStart, yearKind, yearOf, yearStart } from './months.ts';
import type { Frequency, NthWeekday, Rule, Weekday } from './rule.ts';

interface Periods {
  /** The number of the period that a minute is in. */
  readonly at: (minute: number, weekStart: Weekday) => number;
  /** The first minute of a period. */
  readonly begin: (period: number, weekStart: Weekday) => number;
  /** The first period that begins in a year. */
  readonly firstIn: (year: number, weekStart: Weekday) => number;
}

/** The periods of a frequency: hours, days, weeks, months, years, numbered without a gap from somewhere in the year 1. */
export const PERIODS: Readonly<Record<Frequency, Periods>> = {
  HOURLY: {
    at: (minute) => Math.floor(minute / 60),
    begin: (hour) => hour * 60,
    firstIn: (year) => yearStart(year) * 24,
  },
  DAILY: { at: dayOf, begin: (day) => day * DAY, firstIn: yearStart },
  WEEKLY: {
    at: (minute, weekStart) => Math.floor((dayOf(minute) - weekStart) / 7),
    begin: (week, weekStart) => (week * 7 + weekStart) * DAY,
    firstIn: (year, weekStart) => Math.ceil((yearStart(year) - weekStart) / 7),
  },
  MONTHLY: {
    at: (minute) => monthOf(dayOf(minute)),
    begin: (month) => monthStart(month) * DAY,
    firstIn: (year) => year * 12,
  },
  YEARLY: {
    at: (minute) => yearOf(dayOf(minute)),
    begin: (year) => yearStart(year) * DAY,
    firstIn: (year) => year,
  },
};

/** `rule` with what it leaves to its start: a weekly one the weekday, a monthly one the day, a yearly one day and month. */
export function withStart(rule: Rule, start: number): Rule {
  const { freq, byMonth, byMonthDay, byDay } = rule;
  if (freq === 'HOURLY' || freq === 'DAILY' || byMonthDay.length > 0 || byDay.length > 0) return rule;
  const day = dayOf(start);
  if (freq === 'WEEKLY') return { ...rule, byDay: [{ weekday: (day % 7) as Weekday, nth: 0 }] };
  const month = monthOf(day);
  return {
    ...rule,
    byMonth: freq === 'YEARLY' && byMonth.length === 0 ? [(month % 12) + 1] : byMonth,
    byMonthDay: [day - monthStart(month) + 1],
  };
}

/** Whether periods may differ in their number of occurrences. Takes a rule that withStart returned. */
export function isUneven({ freq, byMonth, byMonthDay, byDay, byHour }: Rule): boolean {
  if (byMonth.length > 0 || byMonthDay.length > 0) return true;
  return (byDay.length > 0 && freq !== 'WEEKLY') || (byHour.length > 0 && freq === 'HOURLY');
}

const NONE: readonly number[] = [];

/** Gives the minutes of a period that a rule withStart takes, in order; BYSETPOS counts among them. */
export function minutesOf(rule: Rule, start: number): (period: number) => readonly number[] {
  const { freq, byHour, byMinute, weekStart } = rule;
  const { begin } = PERIODS[freq];
  const takesDay = dayTest(rule);
  const positionsOf = positions(rule);
  const minutes = byMinute.length > 0 ? byMinute : [start % 60];
  if (freq === 'HOURLY') {
    const picked = positionsOf(minutes.length).map((i) => minutes[i] ?? 0);
    const hours = picked.length === 0 ? [] : byHour.length > 0 ? byHour : [...Array(24).keys()];
    const takesHour = Array.from({ length: 24 }, (_, hour) => hours.includes(hour));
    return (hour) => {
      const first = begin(hour, weekStart);
      if (!takesHour[hour % 24] || !takesDay(dayOf(first))) return NONE;
      return picked.map((minute) => first + minute);
    };
  }

  const hours = byHour.length > 0 ? byHour : [Math.floor((start % DAY) / 60)];
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  return (period) => {
    const days: number[] = [];
    const end = dayOf(begin(period + 1, weekStart));
    for (let day = dayOf(begin(period, weekStart)); day < end; day++) if (takesDay(day)) days.push(day);
    const nth = (i: number) =>
      (days[Math.floor(i / times.length)] ?? 0) * DAY + (times[i % times.length] ?? 0);
    return positionsOf(days.length * times.length).map(nth);
  };
}

/** Returns which indexes BYSETPOS takes among so many minutes of a period; without it, all. */
function positions({ bySetPos }: Rule): (total: number) => readonly number[] {
  const known: Record<number, readonly number[]> = {};
  const find = (total: number) => {
    if (bySetPos.length === 0) return Array.from({ length: total }, (_, i) => i);
    const all = new Set(bySetPos.map((nth) => (nth > 0 ? nth - 1 : total + nth)));
    return [...all].filter((i) => i >= 0 && i < total).toSorted((a, b) => a - b);
  };
  return (total) => (known[total] ??= find(total));
}

/**
 * Tells whether a rule withStart takes a day. RFC 5545 (page 44) lets a part expand or limit what the frequency gives; where all days of a
 * period are gone through, both are the same. A month is looked at once in each kind of year.
 */
function dayTest(rule: Rule): (day: number) => boolean {
  const kinds: boolean[][] = [];
  let [begin, end] = [0, 0];
  let days: boolean[] = [];
  return (day) => {
    if (day < begin || day >= end) {
      const year = yearOf(day);
      [begin, end] = [yearStart(year), yearStart(year + 1)];
      days = kinds[yearKind(year)] ??= [];
    }
    if (days[day - begin] === undefined) lookAtMonth(rule, monthOf(day), days);
    return days[day - begin] === true;
  };
}

/** Notes which days of a month a rule takes, by their number in the year. */
function lookAtMonth(
  { freq, byMonth, byMonthDay, byDay, clamp }: Rule,
  month: number,
  days: boolean[],
): void {
  const [begin, end] = [monthStart(month), monthStart(month + 1) - 1];
  const year = yearOf(begin);
  const first = yearStart(year);
  const isMonth = byMonth.length === 0 || byMonth.includes(month - year * 12 + 1);
  // An nth weekday is one of the year only in a yearly rule that names no months.
  const [from, to] =
    freq === 'YEARLY' && byMonth.length === 0 ? [first, yearStart(year + 1) - 1] : [begin, end];
  for (let day = begin; day <= end; day++)
    days[day - first] =
      isMonth &&
      (byMonthDay.length === 0 || byMonthDay.some((nth) => isMonthDay(day, nth, begin, end, clamp))) &&
      (byDay.length === 0 || byDay.some((nth) => isWeekday(day, nth, from, to)));
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
