import type { Frequency, NthWeekday, Rule, Weekday } from '#src/domain/repeat/rule.ts';
import { dayNumber } from './month-days.ts';
import { shortDate } from './numeric-days.ts';
import type { Read, Reader } from './reader.ts';

/** The parts of a rule that the words name. */
export type RuleParts = Pick<Rule, 'freq'> & Partial<Rule>;

export const WORKDAYS: readonly Weekday[] = [0, 1, 2, 3, 4];
export const WEEKEND: readonly Weekday[] = [5, 6];

/**
 * `isBare`: a number alone is a day of the month, as after `every`.
 *
 * The named days, with or without `on`: `on monday and thursday`, `on the 15th`, `first sunday of march`,
 * `june 6`. After a unit, only the days that belong to it; null for no unit.
 */
export function onDays(
  r: Reader,
  at: number,
  unit: Frequency | null,
  isBare = unit === null,
): Read<RuleParts> | null {
  const start = r.skip(r.skip(at, 'on', 'of'), 'the');
  const isWeekday = r.is(at, 'weekday') || r.is(at, 'everyWeekday');
  if (start === at && !isWeekday && (unit === 'DAILY' || unit === 'WEEKLY')) return null;
  let best = unit === 'MONTHLY' && r.is(at, 'dayOfMonth') ? onMonthDays(r, at, isBare) : null;
  for (const form of FORMS) {
    const found = form(r, start, isBare);
    if (!found || found.next <= (best?.next ?? start)) continue;
    if (unit === null || found.value.freq === unit || (unit === 'YEARLY' && found.value.byMonth))
      best = found;
  }
  return best;
}

const FORMS = [onDate, onWeekdays, onNthWeekday, onNthOfSet, onMonthDays];

export function eachOf(days: readonly Weekday[]): NthWeekday[] {
  return sorted(days).map((weekday) => ({ weekday, nth: 0 }));
}

/** Says if sorted weekdays follow each other, also across the end of a week. */
export function isInRow(days: readonly Weekday[]): boolean {
  return days.length < 7 && days.filter((day) => !days.includes(((day + 1) % 7) as Weekday)).length === 1;
}

/** People type no longer lists, and each word of a list would read the rest of it again. */
const MOST = 31;

/** Items with commas or `and` between them. */
export function listOf<T>(r: Reader, at: number, item: (at: number) => Read<T> | null): Read<T[]> | null {
  const first = item(at);
  if (!first) return null;
  const values = [first.value];
  let { next } = first;
  while (values.length < MOST) {
    const slash = r.has(next, '/') ? next + 1 : next;
    const after = slash > next ? slash : r.skip(r.skip(next, 'and'), 'and', 'the');
    const more = after > next ? item(r.skip(after, 'the')) : null;
    if (!more) break;
    values.push(more.value);
    next = more.next;
  }
  return { value: values, next };
}

/** `monday`, `mon, wed and fri`, `mon wed fri`, `monday to friday`. */
export function weekdays(r: Reader, at: number): Read<Weekday[]> | null {
  return r.once(weekdaysAt, at);
}

function weekdaysAt(r: Reader, at: number): Read<Weekday[]> | null {
  const value: Weekday[] = [];
  let next = at;
  while (value.length < 7) {
    const list = listOf(r, next, (from) => weekdaySpan(r, from));
    if (!list) break;
    value.push(...list.value.flat());
    next = list.next;
  }
  return value.length > 0 ? { value, next } : null;
}

function weekdaySpan(r: Reader, at: number): Read<Weekday[]> | null {
  const first = weekdayAt(r, at);
  const to = first && !r.is(first.next, 'and') ? r.find(first.next, 'to') : null;
  const last = to && weekdayAt(r, to.next);
  if (!first || !last) return first && { value: [first.value], next: first.next };
  const length = ((last.value - first.value + 7) % 7) + 1;
  return { value: Array.from({ length }, (_, i) => ((first.value + i) % 7) as Weekday), next: last.next };
}

function weekdayAt(r: Reader, at: number): Read<Weekday> | null {
  return (r.find(at, 'weekday') ?? r.find(at, 'everyWeekday')) as Read<Weekday> | null;
}

function onWeekdays(r: Reader, at: number): Read<RuleParts> | null {
  const list = weekdays(r, at);
  return list && inMonths(r, { freq: 'WEEKLY', byDay: eachOf(list.value) }, list.next, false);
}

/** `first sunday`, `1st and 3rd monday of the month`, `last friday of march`. */
function onNthWeekday(r: Reader, at: number): Read<RuleParts> | null {
  const nths = listOf(r, at, (from) => r.ordinal(from));
  const named = nths && weekdayAt(r, nths.next);
  if (!named || nths.value.some((nth) => nth > 5 || nth < -5 || nth === 0)) return null;
  const byDay = sorted(nths.value).map((nth) => ({ weekday: named.value, nth }));
  // `first monday and last friday`
  const more = listOf(r, at, (from) => {
    const nth = r.ordinal(from);
    const day = nth && nth.value <= 5 ? weekdayAt(r, nth.next) : null;
    return day && { value: { weekday: day.value, nth: nth?.value ?? 0 }, next: day.next };
  });
  return more && more.next > named.next
    ? inMonths(
        r,
        { freq: 'MONTHLY', byDay: more.value.toSorted((a, b) => a.weekday - b.weekday || a.nth - b.nth) },
        more.next,
        true,
      )
    : inMonths(r, { freq: 'MONTHLY', byDay }, named.next, true);
}

/** `last workday`, `first and last workday`, `15th workday, last workday`, `last day`. */
function onNthOfSet(r: Reader, at: number): Read<RuleParts> | null {
  const list = listOf(r, at, (from) => {
    const nths = listOf(r, from, (place) => r.ordinal(place));
    const unit = nths && r.find(nths.next, 'unit');
    return unit && { value: { nths: nths.value, unit: unit.value }, next: unit.next };
  });
  if (!list) return null;
  const [first] = list.value;
  const nths = sorted(list.value.flatMap((one) => one.nths));
  if (list.value.some(({ unit }) => unit !== first?.unit) || nths.includes(0)) return null;
  const days = inMonths(r, { freq: 'MONTHLY', byMonthDay: nths }, list.next, true);
  const isOfMonth = days.next > list.next || r.is(list.next, 'of') || r.is(list.next, 'every');
  if (first?.unit === 'day' && (nths.every((nth) => nth < 0 || nth === 1) || isOfMonth)) return days;
  if (first?.unit !== 'workday') return null;
  return inMonths(r, { freq: 'MONTHLY', byDay: eachOf(WORKDAYS), bySetPos: nths }, list.next, true);
}

/** `15th`, `1st and 15th of the month`, `27`, `2, 15 and 27`, `dia 5`. */
function onMonthDays(r: Reader, at: number, isBare: boolean): Read<RuleParts> | null {
  // `on day 15` is one, `every day 20` is not.
  const isDay = r.find(at, 'unit')?.value === 'day' && !r.isAfter(at, 'every');
  const start = isDay ? at + 1 : r.skip(at, 'dayOfMonth');
  const list = listOf(r, start, (from) => monthDayAt(r, r.skip(from, 'dayOfMonth'), isBare || start > at));
  return list && inMonths(r, { freq: 'MONTHLY', byMonthDay: sorted(list.value) }, list.next, true);
}

/** A number without an ending is a day only where it counts nothing. */
function monthDayAt(r: Reader, at: number, isBare: boolean): Read<number> | null {
  const ordinal = r.digits(at, 2) ? r.ordinal(at) : firstOfMonth(r, at);
  const bare = ordinal || !isBare ? null : dayNumber(r, at);
  const day = ordinal ?? (bare && r.isLoose(bare.next) ? bare : null);
  return day && day.value >= 1 && day.value <= 31 && !r.is(day.next, 'times') ? day : null;
}

/** `first of the month`, `Ersten jedes Monats`. */
function firstOfMonth(r: Reader, at: number): Read<number> | null {
  const nth = r.find(at, 'ordinal');
  if (nth?.value !== 1) return null;
  const of = r.find(nth.next, 'of');
  const rest = of ? r.skip(r.skip(of.next, 'the'), 'every') : r.find(nth.next, 'every')?.next;
  return rest && r.find(rest, 'unit')?.value === 'month' ? nth : null;
}

/** `june 6`, `29 february`, `6th of june`, `15/4`, `14 jan, 14 apr, 15 jun`. */
function onDate(r: Reader, at: number): Read<RuleParts> | null {
  const list = listOf(r, at, (from) => dateAt(r, from));
  if (!list) return null;
  const dates = list.value;
  const byMonth = sorted(dates.map(({ month }) => month));
  const byMonthDay = sorted(dates.map(({ day }) => day));
  const all = byMonth.flatMap((month) => byMonthDay.map((day) => ({ month, day })));
  const bySetPos = all.flatMap(({ month, day }, i) =>
    dates.some((one) => one.month === month && one.day === day) ? [i + 1] : [],
  );
  if (bySetPos.length === all.length)
    return { value: { freq: 'YEARLY', byMonth, byMonthDay }, next: list.next };
  // A position is certain only among days that every month has.
  if (byMonthDay.some((day) => day > 28)) return null;
  return { value: { freq: 'YEARLY', byMonth, byMonthDay, bySetPos }, next: list.next };
}

function dateAt(r: Reader, at: number): Read<{ readonly month: number; readonly day: number }> | null {
  const date = namedDate(r, at) ?? shortDate(r, at);
  return date && date.value.day <= (DAYS_OF_MONTHS[date.value.month - 1] ?? 0) ? date : null;
}

function namedDate(r: Reader, at: number): Read<{ readonly month: number; readonly day: number }> | null {
  const month = r.find(at, 'month');
  const behind = month && dayNumber(r, r.has(month.next, '.') ? month.next + 1 : month.next);
  if (behind) return { value: { month: month.value, day: behind.value }, next: behind.next };
  const before = dayNumber(r, at);
  const after = before && r.find(r.skip(before.next, 'of'), 'month');
  return after && { value: { month: after.value, day: before.value }, next: after.next };
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `of the month`, `of march and june`, `in june`; weekdays stay weekly in their months. */
function inMonths(r: Reader, parts: RuleParts, next: number, isMonthly: boolean): Read<RuleParts> {
  const of = r.of(next);
  const unit = of === null ? null : r.find(r.skip(of, 'the'), 'unit');
  if (isMonthly && unit?.value === 'month') return { value: parts, next: unit.next };
  const months = of === null ? null : listOf(r, of, (from) => r.find(from, 'month'));
  if (!months) return { value: parts, next };
  const byMonth = sorted(months.value);
  return { value: { ...parts, freq: isMonthly ? 'YEARLY' : parts.freq, byMonth }, next: months.next };
}

function sorted<T extends number>(numbers: readonly T[]): T[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
