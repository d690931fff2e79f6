import { parseCalendarDay } from '#src/domain/time/calendar-day.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { timeText, type Due } from './due.ts';

export const FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, from 0 for Monday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The nth such weekday of its month or year, counted from the end when negative; every one when 0. */
export interface NthWeekday {
  readonly weekday: Weekday;
  readonly nth: number;
}

/**
 * A recurrence rule (RFC 5545, 3.3.10). An empty list is a missing part; other lists are sorted, without
 * duplicates.
 */
export interface Rule {
  readonly freq: Frequency;
  readonly interval: number;
  readonly byMonth: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly NthWeekday[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySetPos: readonly number[];
  readonly count: number | null;
  /** The last moment of the rule in local time; without a time, its whole day. */
  readonly until: Due | null;
  readonly weekStart: Weekday;
  /** A day of the month that a month lacks becomes its last one (RFC 7529: RSCALE=GREGORIAN;SKIP=BACKWARD). */
  readonly clamp: boolean;
}

export type ParsedRule =
  | { readonly kind: 'rule'; readonly rule: Rule }
  /** The text may be correct, but Sunglow does not support these parts. */
  | { readonly kind: 'unknown'; readonly parts: readonly string[] }
  | { readonly kind: 'error'; readonly code: RuleErrorCode };

/** CONFLICT: two parts that RFC 5545 does not allow together, or a part that lacks another one. */
type RuleErrorCode = 'TOO_LONG' | 'MALFORMED' | 'BAD_VALUE' | 'CONFLICT';

export const RULE_LIMITS = { interval: 10_000, count: 10_000, timesADay: 24 } as const;

/** A rule with every part but the frequency at its default. */
export const EVERY = {
  interval: 1,
  byMonth: [],
  byMonthDay: [],
  byDay: [],
  byHour: [],
  byMinute: [],
  bySetPos: [],
  count: null,
  until: null,
  weekStart: 0,
  clamp: false,
} as const satisfies Omit<Rule, 'freq'>;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The value of a part: fields of the rule, unknown to Sunglow, or malformed (null). */
type Reading = Partial<Rule> | 'unknown' | null;

const PARTS: Readonly<Record<string, (value: string) => Reading>> = {
  FREQ: (value) => {
    if (value === 'SECONDLY' || value === 'MINUTELY') return 'unknown';
    return field('freq', FREQUENCIES.find((freq) => freq === value) ?? null);
  },
  INTERVAL: (value) => positive('interval', value),
  BYMONTH: (value) => field('byMonth', readNumbers(value, 1, 12)),
  BYMONTHDAY: (value) => field('byMonthDay', readNumbers(value, -31, 31)),
  BYDAY: (value) => field('byDay', readWeekdays(value)),
  BYHOUR: (value) => field('byHour', readNumbers(value, 0, 23)),
  BYMINUTE: (value) => field('byMinute', readNumbers(value, 0, 59)),
  BYSETPOS: (value) => field('bySetPos', readNumbers(value, -366, 366)),
  COUNT: (value) => positive('count', value),
  UNTIL: (value) => field('until', readUntil(value)),
  WKST: (value) => field('weekStart', readWeekday(value)),
  RSCALE: (value) => (value === 'GREGORIAN' ? {} : 'unknown'),
  SKIP: (value) => {
    if (value === 'FORWARD') return 'unknown';
    return value === 'BACKWARD' || value === 'OMIT' ? { clamp: value === 'BACKWARD' } : null;
  },
  // Parts of RFC 5545 that Sunglow does not support. Their values are checked only for being well-formed.
  BYSECOND: (value) => readNumbers(value, 0, 60) && 'unknown',
  BYYEARDAY: (value) => readNumbers(value, -366, 366) && 'unknown',
  BYWEEKNO: (value) => readNumbers(value, -53, 53) && 'unknown',
};

/**
 * Reads the text of an RRULE, up to 500 characters. Valid parts of RFC 5545 beyond Sunglow's parts or limits
 * give 'unknown'. UNTIL is read as local time, even with a Z at its end: an importer converts it first.
 */
export function parseRule(text: string): ParsedRule {
  if (text.length > LIMITS.repeatRule) return error('TOO_LONG');
  const read = new Map<string, Partial<Rule>>();
  const unknown: string[] = [];
  // Some calendars end a rule with a semicolon.
  for (const part of text.toUpperCase().replace(/;$/, '').split(';')) {
    const [, name, value] = /^([A-Z][A-Z0-9-]*)=([^=]+)$/.exec(part) ?? [];
    if (!name || !value || read.has(name)) return error('MALFORMED');
    const reading = Object.hasOwn(PARTS, name) ? PARTS[name]?.(value) : 'unknown';
    if (!reading) return error('BAD_VALUE');
    if (reading === 'unknown') unknown.push(name);
    read.set(name, reading === 'unknown' ? {} : reading);
  }
  if (!read.has('FREQ')) return error('MALFORMED');
  if (read.has('SKIP') && !read.has('RSCALE')) return error('CONFLICT');
  if (unknown.length > 0) return { kind: 'unknown', parts: unknown };
  const rule = Object.assign({ ...EVERY }, ...read.values()) as Rule;
  if (hasConflict(rule)) return error('CONFLICT');
  if (rule.freq !== 'HOURLY' && rule.byHour.length * rule.byMinute.length > RULE_LIMITS.timesADay)
    return { kind: 'unknown', parts: ['BYHOUR', 'BYMINUTE'] };
  return { kind: 'rule', rule };
}

/**
 * The text of a rule, always the same for the same rule. Never longer than the text that the rule was read
 * from.
 */
export function printRule(rule: Rule): string {
  const list = (values: readonly unknown[]) => values.join(',');
  const parts: Readonly<Record<string, string | number | null>> = {
    FREQ: rule.freq,
    INTERVAL: rule.interval === 1 ? null : rule.interval,
    BYMONTH: list(rule.byMonth),
    BYMONTHDAY: list(rule.byMonthDay),
    BYDAY: list(rule.byDay.map(({ weekday, nth }) => `${nth === 0 ? '' : nth}${WEEKDAYS[weekday]}`)),
    BYHOUR: list(rule.byHour),
    BYMINUTE: list(rule.byMinute),
    BYSETPOS: list(rule.bySetPos),
    COUNT: rule.count,
    UNTIL: rule.until && printUntil(rule.until),
    WKST: rule.weekStart === 0 ? null : (WEEKDAYS[rule.weekStart] ?? null),
    RSCALE: rule.clamp ? 'GREGORIAN' : null,
    SKIP: rule.clamp ? 'BACKWARD' : null,
  };
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}=${value}`]))
    .join(';');
}

function hasConflict({ freq, count, until, ...by }: Rule): boolean {
  if (count !== null && until !== null) return true;
  if (freq === 'WEEKLY' && by.byMonthDay.length > 0) return true;
  if (freq !== 'MONTHLY' && freq !== 'YEARLY' && by.byDay.some(({ nth }) => nth !== 0)) return true;
  const others = [by.byMonth, by.byMonthDay, by.byDay, by.byHour, by.byMinute];
  return by.bySetPos.length > 0 && others.every(({ length }) => length === 0);
}

function error(code: RuleErrorCode): ParsedRule {
  return { kind: 'error', code };
}

function field<Name extends keyof Rule>(name: Name, value: Rule[Name] | null): Reading {
  return value === null ? null : { [name]: value };
}

/** A number from 1 on. A number beyond the limit is 'unknown', not malformed. */
function positive(name: 'interval' | 'count', text: string): Reading {
  if (!/^0*[1-9]\d*$/.test(text)) return null;
  return Number(text) > RULE_LIMITS[name] ? 'unknown' : { [name]: Number(text) };
}

/** Numbers with commas between them. If negative ones are allowed, signs are too, and 0 is not. */
function readNumbers(text: string, least: number, most: number): readonly number[] | null {
  const numbers = text.split(',').map((one) => {
    const isSigned = least < 0;
    if (!(isSigned ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(one)) return Number.NaN;
    return isSigned && Number(one) === 0 ? Number.NaN : Number(one);
  });
  return numbers.every((n) => n >= least && n <= most) ? sortedOnce(numbers, (n) => n) : null;
}

function readWeekdays(text: string): readonly NthWeekday[] | null {
  const days = text.split(',').map((one): NthWeekday | null => {
    const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? [];
    const weekday = readWeekday(name);
    const isRight = nth === '' || (Number(nth) !== 0 && Math.abs(Number(nth)) <= 53);
    return weekday !== null && isRight ? { weekday, nth: Number(nth) } : null;
  });
  return days.every((day) => day !== null)
    ? sortedOnce(days, ({ weekday, nth }) => weekday * 1_000 + nth)
    : null;
}

function readWeekday(text: string): Weekday | null {
  const weekday = WEEKDAYS.indexOf(text);
  return weekday < 0 ? null : (weekday as Weekday);
}

function readUntil(text: string): Due | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)(?:[0-5]\d|60)Z?)?$/.exec(text);
  if (!match) return null;
  const [, year, month, day, hours, minutes] = match;
  const date = parseCalendarDay(`${year}-${month}-${day}`);
  return date && { date, time: hours === undefined ? null : timeText(Number(hours) * 60 + Number(minutes)) };
}

function printUntil({ date, time }: Due): string {
  const day = date.replaceAll('-', '');
  return time === null ? day : `${day}T${time.replace(':', '')}00`;
}

function sortedOnce<T>(values: readonly T[], keyOf: (value: T) => number): readonly T[] {
  const sorted = values.toSorted((a, b) => keyOf(a) - keyOf(b));
  return sorted.filter((value, i) => i === 0 || keyOf(value) !== keyOf(sorted[i - 1] as T));
}
