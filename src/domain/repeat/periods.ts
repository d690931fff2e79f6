import { daysOf, isNever } from './days.ts';
import { DAY, dayOf } from './due.ts';
import { monthOf, monthStart, yearOf, yearStart } from '#src/domain/time/months.ts';
import type { Frequency, Rule, Weekday } from './rule.ts';

interface Periods {
  /** The number of a minute's period. */
  readonly at: (minute: number, weekStart: Weekday) => number;
  /** The first minute of a period. */
  readonly begin: (period: number, weekStart: Weekday) => number;
  /** The first period that begins in a year. */
  readonly firstIn: (year: number, weekStart: Weekday) => number;
}

/**
 * The periods of a frequency: hours, days, weeks, months or years, numbered consecutively from the year 1.
 */
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

/**
 * `rule` with the parts that its start decides: the weekday of a weekly rule, the day of a monthly one, the
 * date of a yearly one.
 */
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

/** True when periods may have different numbers of occurrences. Takes a rule from `withStart`. */
export function isUneven({ freq, byMonth, byMonthDay, byDay, byHour }: Rule): boolean {
  if (byMonth.length > 0 || byMonthDay.length > 0) return true;
  return (byDay.length > 0 && freq !== 'WEEKLY') || (byHour.length > 0 && freq === 'HOURLY');
}

const HOURS = 24;

/** The periods of a series, `interval` apart, by their step from the first one. */
export interface Steps {
  /** The period of `start`. */
  readonly first: number;
  /** The minutes of a step from `ahead` that the rule takes, in order. BYSETPOS selects among them. */
  readonly minutesAt: (step: number) => readonly number[];
  /**
   * The first step from `step` on that may have occurrences; `end` or a later step when none before `end`
   * may.
   */
  readonly ahead: (step: number, end: number) => number;
}

/** The steps of a rule from `withStart`, from the minute `start` on. Null when the rule takes no day. */
export function stepsOf(rule: Rule, start: number): Steps | null {
  const { freq, interval, byHour, weekStart } = rule;
  const { at, begin } = PERIODS[freq];
  const isHourly = freq === 'HOURLY';
  const first = at(start, weekStart);
  const nextDay = daysOf(rule);
  if (isNever(nextDay)) return null;

  const positionsOf = positions(rule);
  const minutes = rule.byMinute.length > 0 ? rule.byMinute : [start % 60];
  const hours = isHourly ? [0] : byHour.length > 0 ? byHour : [Math.floor((start % DAY) / 60)];
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
  const minutesIn = (period: number) => {
    if (isHourly) return positionsOf(times.length).map((i) => begin(period, weekStart) + (times[i] ?? 0));
    const days: number[] = [];
    const end = dayOf(begin(period + 1, weekStart));
    for (let day = dayOf(begin(period, weekStart)); day < end; day = nextDay(day + 1))
      if (nextDay(day) === day) days.push(day);
    const nth = (i: number) =>
      (days[Math.floor(i / times.length)] ?? 0) * DAY + (times[i % times.length] ?? 0);
    return positionsOf(days.length * times.length).map(nth);
  };
  return {
    first,
    minutesAt: (step) => minutesIn(first + step * interval).filter((one) => step > 0 || one >= start),
    ahead: (from, end) => {
      // Longer periods nearly always have a day, so that looking ahead would gain nothing.
      const perDay = isHourly ? HOURS : 1;
      if (!isHourly && freq !== 'DAILY') return from;
      let step = from;
      while (step < end) {
        const period = first + step * interval;
        const day = Math.floor(period / perDay);
        const next = nextDay(day);
        if (next > day) step = Math.ceil((next * perDay - first) / interval);
        else if (isHourly && byHour.length > 0 && !byHour.includes(period % HOURS)) step += 1;
        else break;
      }
      return step;
    },
  };
}

/** Returns the indexes that BYSETPOS selects among `total` minutes of a period; without BYSETPOS, all. */
function positions({ bySetPos }: Rule): (total: number) => readonly number[] {
  const known: Record<number, readonly number[]> = {};
  const find = (total: number) => {
    if (bySetPos.length === 0) return Array.from({ length: total }, (_, i) => i);
    const all = new Set(bySetPos.map((nth) => (nth > 0 ? nth - 1 : total + nth)));
    return [...all].filter((i) => i >= 0 && i < total).toSorted((a, b) => a - b);
  };
  return (total) => (known[total] ??= find(total));
}
