import { DAY, dayOf } from './due.ts';
import { monthOf, monthStart } from './months.ts';
import type { Frequency, NthWeekday, Rule, Weekday } from './rule.ts';

interface Periods {
  /** The number of the period that a minute is in. */
  readonly at: (minute: number, weekStart: Weekday) => number;
  /** The first minute of a period. */
  readonly begin: (period: number, weekStart: Weekday) => number;
}

/** The periods of a frequency: hours, days, weeks, months, years, numbered without a gap from somewhere in the year 1. */
export const PERIODS: Readonly<Record<Frequency, Periods>> = {
  HOURLY: { at: (minute) => Math.floor(minute / 60), begin: (hour) => hour * 60 },
  DAILY: { at: dayOf, begin: (day) => day * DAY },
  WEEKLY: {
    at: (minute, weekStart) => Math.floor((dayOf(minute) - weekStart) / 7),
    begin: (week, weekStart) => (week * 7 + weekStart) * DAY,
  },
  MONTHLY: { at: (minute) => monthOf(dayOf(minute)), begin: (month) => monthStart(month) * DAY },
  YEARLY: {
    at: (minute) => Math.floor(monthOf(dayOf(minute)) / 12),
    begin: (year) => monthStart(year * 12) * DAY,
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

/** Whether some periods of a rule withStart may have more than others. */
export function isUneven({ freq, byMonth, byMonthDay, byDay, byHour }: Rule): boolean {
  if (byMonth.length > 0 || byMonthDay.length > 0) return true;
  return (byDay.length > 0 && freq !== 'WEEKLY') || (byHour.length > 0 && freq === 'HOURLY');
}

/** The minutes of one period that a rule withStart takes, in order; BYSETPOS counts among them. */
export function minutesOf(rule: Rule, start: number, period: number): number[] {
  const { freq, byHour, byMinute, bySetPos, weekStart } = rule;
  const { begin } = PERIODS[freq];
  const first = begin(period, weekStart);
  const last = begin(period + 1, weekStart) - 1;
  const hourOf = (minute: number) => Math.floor((minute % DAY) / 60);

  let hours = byHour.length > 0 ? byHour : [hourOf(freq === 'HOURLY' ? first : start)];
  if (freq === 'HOURLY') hours = hours.filter((hour) => hour === hourOf(first));
  const minutes = byMinute.length > 0 ? byMinute : [start % 60];
  const all: number[] = [];
  for (const day of daysOf(rule, dayOf(first), dayOf(last)))
    for (const hour of hours) for (const minute of minutes) all.push(day * DAY + hour * 60 + minute);
  if (bySetPos.length === 0) return all;
  return all.filter((_, i) => bySetPos.includes(i + 1) || bySetPos.includes(i - all.length));
}

/**
 * The days from `first` to `last` that a rule withStart takes. RFC 5545 (page 44) lets a part expand or limit what the frequency gives;
 * where all days of a period are gone through, both are the same.
 */
export function* daysOf(rule: Rule, first: number, last: number): Generator<number, void, undefined> {
  const { freq, byMonth, byMonthDay, byDay, clamp } = rule;
  for (let month = monthOf(first); monthStart(month) <= last; month++) {
    if (byMonth.length > 0 && !byMonth.includes((month % 12) + 1)) continue;
    const begin = monthStart(month);
    const end = monthStart(month + 1) - 1;
    // An nth weekday is one of the year only in a yearly rule that names no months.
    const [from, to] = freq === 'YEARLY' && byMonth.length === 0 ? [first, last] : [begin, end];
    for (let day = Math.max(first, begin); day <= Math.min(last, end); day++)
      if (
        (byMonthDay.length === 0 || byMonthDay.some((nth) => isMonthDay(day, nth, begin, end, clamp))) &&
        (byDay.length === 0 || byDay.some((nth) => isWeekday(day, nth, from, to)))
      )
        yield day;
  }
}

/** Whether `day` is the nth of its month, which goes from `begin` to `end`. */
function isMonthDay(day: number, nth: number, begin: number, end: number, clamp: boolean): boolean {
  if (nth < 0) return day === end + 1 + nth;
  return day === begin - 1 + nth || (clamp && day === end && begin - 1 + nth > end);
}

/** Whether `day` is the nth such weekday of those from `begin` to `end`. */
function isWeekday(day: number, { weekday, nth }: NthWeekday, begin: number, end: number): boolean {
  if (day % 7 !== weekday) return false;
  if (nth === 0) return true;
  return nth > 0 ? Math.ceil((day + 1 - begin) / 7) === nth : Math.ceil((end + 1 - day) / 7) === -nth;
}
