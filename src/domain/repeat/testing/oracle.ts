import {
  RRuleTemporal,
  type TemporalImplementation,
  type TemporalZonedDateTime as Zoned,
} from 'rrule-temporal';
import { minuteOf, type Due } from '#src/domain/repeat/due.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { withStart } from '#src/domain/repeat/periods.ts';
import { printRule, type Rule } from '#src/domain/repeat/rule.ts';
import type { Series } from './arbitrary-rule.ts';

/** Node has Temporal, but TypeScript's own types do not. */
const { Temporal } = globalThis as unknown as { Temporal: TemporalImplementation };

/**
 * Zones of all kinds: half an hour of summer time, none, winter time instead, changes at midnight, a skipped
 * day, Ramadan.
 */
export const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'America/Havana',
  'Asia/Beirut',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Santiago',
  'Asia/Kathmandu',
] as const;

/** A local time in a zone, as Temporal understands it. */
export function zoned({ date, time }: Due, zone: string): Zoned {
  return Temporal.ZonedDateTime.from(`${date}T${time ?? '00:00'}[${zone}]`);
}

export type Verdict =
  | 'same'
  /** The oracle reads the rule in another way, or does not support it. */
  | 'not compared'
  /** The oracle searched for long, and found fewer occurrences than asked for. */
  | 'gave up'
  | { readonly rule: string; readonly start: Due; readonly ours: string[]; readonly theirs: string[] };

/** Messages of the oracle after too many periods, or beyond the last day of Temporal. */
const GAVE_UP = /^Maximum iterations|not within ISO date time limits/;

const FIRST = 10;
const LATER = 2;

/**
 * Compares a series with rrule-temporal: its first 10 occurrences, and 2 from `from` on, as instants in
 * `zone`.
 *
 * The two differ on purpose where a day lacks a time: RFC 5545 leaves that occurrence out, and Sunglow moves
 * it (R7). These occurrences are removed from ours; where they would count, all later ones are left out too.
 * Our hours are hours of the clock, and the oracle's have 60 minutes, so hourly rules are compared in UTC.
 * BYSETPOS counts occurrences that are left out, so its rules are compared in UTC too, also in the portable
 * form.
 */
export function compare({ rule: given, start, from }: Series, someZone: string): Verdict {
  const rule = given.clamp && !portable(given, start) ? { ...given, clamp: false } : given;
  const zone = rule.freq === 'HOURLY' || rule.bySetPos.length > 0 || rule.clamp ? 'UTC' : someZone;
  if (isReadOtherwise(rule) || instantIn(start, zone) === null || instantIn(from, zone) === null)
    return 'not compared';

  const oracle = oracleOf(rule, start, zone);
  const first = occurrencesFrom(rule, start, start, FIRST).map((due) => instantIn(due, zone));
  const gap = rule.count === null ? -1 : first.indexOf(null);
  const compared: { ours: (number | null)[]; from: Due | null; most: number }[] = [
    { ours: gap < 0 ? first : first.slice(0, gap), from: null, most: gap < 0 ? FIRST : gap },
  ];
  if (rule.count === null || zone === 'UTC') {
    const later = occurrencesFrom(rule, start, from, LATER).map((due) => instantIn(due, zone));
    compared.push({ ours: later, from, most: LATER });
  }
  for (const { ours, from, most } of compared) {
    const expected = ours.filter((instant) => instant !== null);
    // If ours end early, the oracle must end there too.
    const theirs = oracle(from, ours.length < most ? most : expected.length);
    if (theirs === null) return 'gave up';
    if (theirs.join() !== expected.join())
      return { rule: printRule(rule), start, ours: expected.map(readable), theirs: theirs.map(readable) };
  }
  return 'same';
}

/**
 * The first occurrences from the start, or from a later moment on, as instants; null when the oracle gives
 * up.
 */
function oracleOf(
  rule: Rule,
  start: Due,
  zone: string,
): (from: Due | null, count: number) => number[] | null {
  const { until, ...rest } = rule.clamp ? (portable(rule, start) ?? rule) : rule;
  const series = new RRuleTemporal({
    rruleString: `RRULE:${printRule({ ...rest, until: null })}`,
    dtstart: zoned(start, zone),
    ...(until === null ? {} : { until: zoned({ ...until, time: until.time ?? '23:59' }, zone) }),
    maxIterations: 500,
  });
  return (from, count) => {
    const found: number[] = [];
    const take = (next: Zoned) => {
      if (found.length === count || next.year >= 10_000) return false;
      found.push(next.epochMilliseconds);
      return found.length < count;
    };
    try {
      if (from === null) series.all(take);
      else
        for (let next = series.next(zoned(from, zone), true); next && take(next);) next = series.next(next);
      return found;
    } catch (error) {
      if (error instanceof Error && GAVE_UP.test(error.message)) return null;
      throw error;
    }
  };
}

/**
 * A clamped rule in plain RFC 5545, for software without RFC 7529 (or, as the oracle, without it for
 * BYMONTHDAY): every 31st is the last of the 28th, 29th, 30th and 31st. Null for a rule without such a form.
 */
function portable(given: Rule, start: Due): Rule | null {
  const rule = withStart(given, minuteOf(start));
  const { freq, byMonth, byMonthDay, byDay, byHour, byMinute, bySetPos } = rule;
  const [day = 0] = byMonthDay;
  const isOnceAPeriod =
    (freq === 'MONTHLY' || (freq === 'YEARLY' && byMonth.length === 1)) &&
    byMonthDay.length === 1 &&
    byHour.length <= 1 &&
    byMinute.length <= 1;
  if (!isOnceAPeriod || day < 0 || byDay.length + bySetPos.length > 0) return null;
  if (day <= 28) return { ...rule, clamp: false };
  const days = [28, 29, 30, 31].filter((one) => one <= day);
  return { ...rule, clamp: false, byMonthDay: days, bySetPos: [-1] };
}

/**
 * The oracle reads some rules with an nth weekday of the year in another way. It ignores the nth weekday
 * beside days of the month and beside plain weekdays. By RFC 5545 (page 44, note 2), BYDAY limits BYMONTHDAY,
 * and no rule drops it beside plain weekdays. In a year with 52 such weekdays, the oracle takes the 53rd from
 * another year.
 */
function isReadOtherwise({ freq, byMonth, byMonthDay, byDay }: Rule): boolean {
  const isOfYear = freq === 'YEARLY' && byMonth.length === 0 && byDay.some(({ nth }) => nth !== 0);
  return isOfYear && (byMonthDay.length > 0 || byDay.some(({ nth }) => nth === 0 || Math.abs(nth) === 53));
}

/** The instant of a local time in a zone; null when its day lacks that time. */
function instantIn(due: Due, zone: string): number | null {
  const instant = instantOf(due, zone);
  const local = instant === null ? null : localTimeAt(instant, zone);
  return local !== null && minuteOf(local) === minuteOf(due) ? instant : null;
}

function readable(instant: number): string {
  return new Date(instant).toISOString();
}
