import { DAY, minuteOf, type Due } from './due.ts';
import { namesOf, type Names } from './names.ts';
import { isTimed } from './occurrences.ts';
import { withStart } from './periods.ts';
import type { NthWeekday, Rule } from './rule.ts';

const UNITS = { HOURLY: 'hour', DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;

/**
 * A rule in plain English, with the parts that its start decides, and with days, dates and times of the
 * locale: `every 2 weeks on Monday and Thursday at 9:00, 12 times`.
 */
export function repeatInWords(given: Rule, start: Due, locale: string): string {
  const rule = withStart(given, minuteOf(start));
  const names = namesOf(locale);
  const isClamped = rule.clamp && rule.byMonthDay.some((day) => day > 28);
  const clamped = isClamped ? ` (or the month's last day)` : '';
  return days(rule, names) + clamped + positions(rule, names) + times(rule, start, names) + end(rule, names);
}

function days(rule: Rule, names: Names): string {
  const { byMonthDay, byDay } = rule;
  if (byMonthDay.length > 0) return onMonthDays(rule, names);
  if (byDay.length === 0) return every(rule, names) + inMonths(rule, names);
  return isNth(rule) ? onNthWeekdays(rule, names) : onWeekdays(rule, names);
}

function every({ freq, interval }: Rule, names: Names): string {
  return interval === 1 ? `every ${UNITS[freq]}` : `every ${names.number(interval)} ${UNITS[freq]}s`;
}

function inMonths({ byMonth }: Rule, names: Names): string {
  return byMonth.length === 0 ? '' : ` in ${names.and(byMonth.map(names.month))}`;
}

/** `every 31st`, `every 2 months on the last day`, `every year on 29 February`, `every 3 days, only on the 1st`. */
function onMonthDays(rule: Rule, names: Names): string {
  const { freq, interval, byMonth, byMonthDay, byDay } = rule;
  const ordinals = names.and(byMonthDay.map((day) => (day > 0 ? numeral(day) : ordinal(day))));
  const isCounted = byMonthDay.some((day) => day < 0);
  const which = `${ordinals}${isCounted ? ' day' : ''}`;
  const months = names.and(byMonth.map(names.month));
  const condition =
    byDay.length === 0 ? '' : `, if it is a ${names.or(byDay.map((one) => nthWeekday(one, names)))}`;
  const isEach = interval === 1 && (freq === 'DAILY' || freq === 'MONTHLY');
  if (isEach) return `every ${which}${months || isCounted ? ` of ${months || 'the month'}` : ''}${condition}`;
  if (freq === 'MONTHLY') return `${every(rule, names)} on the ${which}${inMonths(rule, names)}${condition}`;
  if (freq !== 'YEARLY')
    return `${every(rule, names)}${inMonths(rule, names)}, only on the ${which}${condition}`;
  const dates = byMonth.flatMap((month) => byMonthDay.map((day) => names.date(month, day)));
  const isDates = dates.length > 0 && dates.every((date) => date !== null);
  return `${every(rule, names)} on ${isDates ? names.and(dates) : `the ${which} of ${months || 'each month'}`}${condition}`;
}

/** `every first Sunday of the month`, `every year on the last Friday of March`. */
function onNthWeekdays(rule: Rule, names: Names): string {
  const { freq, interval, byMonth, byDay, bySetPos } = rule;
  const which = isNthOfSet(rule)
    ? bySetPos.map((nth) => `${ordinal(nth)} ${weekdays(byDay, names.or, names)}`)
    : byDay.map((one) => nthWeekday(one, names));
  const of = byMonth.length > 0 ? names.and(byMonth.map(names.month)) : `the ${UNITS[freq]}`;
  return freq === 'MONTHLY' && interval === 1
    ? `every ${names.and(which)} of ${of}`
    : `${every(rule, names)} on the ${names.and(which)} of ${of}`;
}

/** `every Monday and Thursday`, `every 2 weeks on Friday`, `every 3 days, only on Monday`. */
function onWeekdays(rule: Rule, names: Names): string {
  const { freq, interval, byDay } = rule;
  const which = weekdays(byDay, names.and, names);
  const among = inMonths(rule, names);
  // Without an interval, every day that is a Monday is every Monday.
  if (interval === 1 && freq !== 'HOURLY') return `every ${which}${among}`;
  if (freq === 'HOURLY' || freq === 'DAILY') return `${every(rule, names)}${among}, only on a ${which}`;
  return `${every(rule, names)} on ${freq === 'WEEKLY' ? '' : 'every '}${which}${among}`;
}

/** Several weekdays: `weekday` for those from Monday to Friday. */
function weekdays(byDay: readonly NthWeekday[], join: Names['and'], names: Names): string {
  const list = byDay.map(({ weekday }) => weekday).join('');
  if (list === '01234') return 'weekday';
  return list === '0123456' ? 'day' : join(byDay.map(({ weekday }) => names.weekday(weekday)));
}

function nthWeekday({ weekday, nth }: NthWeekday, names: Names): string {
  return nth === 0 ? names.weekday(weekday) : `${ordinal(nth)} ${names.weekday(weekday)}`;
}

function isNth(rule: Rule): boolean {
  return rule.byDay.some(({ nth }) => nth !== 0) || isNthOfSet(rule);
}

/** True when BYSETPOS selects among the weekdays of a month or year: the last weekday of the month. */
function isNthOfSet({ freq, byMonthDay, byDay, byHour, byMinute, bySetPos }: Rule): boolean {
  return (
    bySetPos.length > 0 &&
    (freq === 'MONTHLY' || freq === 'YEARLY') &&
    byMonthDay.length === 0 &&
    byDay.length > 0 &&
    byDay.every(({ nth }) => nth === 0) &&
    Math.max(byHour.length, byMinute.length) < 2
  );
}

/** The selection of BYSETPOS, unless a day can name it: `, only the first of each week`. */
function positions(rule: Rule, names: Names): string {
  if (rule.bySetPos.length === 0 || isNthOfSet(rule)) return '';
  return `, only the ${names.and(rule.bySetPos.map(ordinal))} of each ${UNITS[rule.freq]}`;
}

function times(rule: Rule, start: Due, names: Names): string {
  const { freq, byHour, byMinute } = rule;
  if (!isTimed(rule, start)) return '';
  const begin = minuteOf(start) % DAY;
  const minutes = byMinute.length > 0 ? byMinute : [begin % 60];
  if (freq === 'HOURLY' && byHour.length === 0)
    return byMinute.length === 0 ? '' : ` at ${names.and(minutes.map(String))} minutes past`;
  const hours = byHour.length > 0 ? byHour : [Math.floor(begin / 60)];
  const all = hours.flatMap((hour) => minutes.map((minute) => names.time(hour * 60 + minute)));
  return `${freq === 'HOURLY' ? ', only' : ''} at ${names.and(all)}`;
}

function end({ count, until }: Rule, names: Names): string {
  if (count !== null) return count === 1 ? ', once' : `, ${names.number(count)} times`;
  if (until === null) return '';
  const time = until.time === null ? '' : ` at ${names.time(minuteOf(until) % DAY)}`;
  return `, until ${names.day(until.date)}${time}`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalKind = new Intl.PluralRules('en', { type: 'ordinal' });

/** `first`, `12th`; from the end `last`, `second to last`. */
function ordinal(n: number): string {
  if (n === -1) return 'last';
  if (n < 0) return `${ordinal(-n)} to last`;
  return ORDINALS[n - 1] ?? numeral(n);
}

/** `1st`. */
function numeral(n: number): string {
  return `${n}${SUFFIXES[ordinalKind.select(n)] ?? 'th'}`;
}
