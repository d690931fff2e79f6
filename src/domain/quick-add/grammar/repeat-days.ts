import type { Frequency, NthWeekday, Rule, Weekday } from '#src/domain/repeat/rule.ts';
import { dayNumber } from './month-days.ts';
import type { Read, Reader } from './reader.ts';

/** The parts of a rule that the words name. */
export type RuleParts = Pick<Rule, 'freq'> & Partial<Rule>;

export const WORKDAYS: readonly Weekday[] = [0, 1, 2, 3, 4];
export const WEEKEND: readonly Weekday[] = [5, 6];

/**
 * The named days, with or without `on`: `on monday and thursday`, `on the 15th`, `first sunday of march`,
 * `june 6`. After a unit, only the days that belong to it; null for no unit.
 */
export function onDays(r: Reader, at: number, unit: Frequency | null): Read<RuleParts> | null {
  const start = r.skip(r.skip(at, 'on', 'of'), 'the');
  if (unit !== null && start === at && !r.is(at, 'weekday') && unit !== 'MONTHLY') return null;
  let best: Read<RuleParts> | null = null;
  for (const form of FORMS) {
    const found = form(r, start);
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

/** `monday`, `mon, wed and fri`, `monday to friday`. */
export function weekdays(r: Reader, at: number): Read<Weekday[]> | null {
  const list = listOf(r, at, (from): Read<Weekday[]> | null => {
    const first = weekdayAt(r, from);
    const to = first && !r.is(first.next, 'and') ? r.find(first.next, 'to') : null;
    const last = to && weekdayAt(r, to.next);
    if (!first || !last) return first && { value: [first.value], next: first.next };
    const length = ((last.value - first.value + 7) % 7) + 1;
    return { value: Array.from({ length }, (_, i) => ((first.value + i) % 7) as Weekday), next: last.next };
  });
  return list && { value: list.value.flat(), next: list.next };
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

/** `last workday`, `first weekend day`, `last day`. */
function onNthOfSet(r: Reader, at: number): Read<RuleParts> | null {
  const nth = r.ordinal(at);
  const unit = nth && r.find(nth.next, 'unit');
  if (!unit) return null;
  if (unit.value === 'day' && (nth.value < 0 || nth.value === 1 || r.is(unit.next, 'of')))
    return inMonths(r, { freq: 'MONTHLY', byMonthDay: [nth.value] }, unit.next, true);
  if (unit.value !== 'workday') return null;
  return inMonths(r, { freq: 'MONTHLY', byDay: eachOf(WORKDAYS), bySetPos: [nth.value] }, unit.next, true);
}

/** `15th`, `1st and 15th of the month`. */
function onMonthDays(r: Reader, at: number): Read<RuleParts> | null {
  const list = listOf(r, r.is(at, 'unit') && r.find(at, 'unit')?.value === 'day' ? at + 1 : at, (from) =>
    dayOfMonth(r, from, at),
  );
  return list && inMonths(r, { freq: 'MONTHLY', byMonthDay: sorted(list.value) }, list.next, true);
}

/** A number without an ending is a day only after `day`: `day 15`. */
function dayOfMonth(r: Reader, at: number, start: number): Read<number> | null {
  const isNamed = at > start && r.find(start, 'unit')?.value === 'day';
  const day = isNamed ? dayNumber(r, at) : r.digits(at, 2) ? r.ordinal(at) : null;
  return day && day.value >= 1 && day.value <= 31 && !r.is(day.next, 'times') ? day : null;
}

/** `june 6`, `29 february`, `6th of june`. */
function onDate(r: Reader, at: number): Read<RuleParts> | null {
  const month = r.find(at, 'month');
  const behind = month && dayNumber(r, r.has(month.next, '.') ? month.next + 1 : month.next);
  const before = dayNumber(r, at);
  const after = before && r.find(r.skip(before.next, 'of'), 'month');
  const [day, named, next] = behind ? [behind, month, behind.next] : [before, after, after?.next ?? at];
  if (!day || !named || day.value > (DAYS_OF_MONTHS[named.value - 1] ?? 0)) return null;
  return { value: { freq: 'YEARLY', byMonth: [named.value], byMonthDay: [day.value] }, next };
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `of the month`, `of march and june`, `in june`; weekdays stay weekly in their months. */
function inMonths(r: Reader, parts: RuleParts, next: number, isMonthly: boolean): Read<RuleParts> {
  const of = r.find(next, 'of');
  const unit = of && r.find(r.skip(of.next, 'the'), 'unit');
  if (isMonthly && unit?.value === 'month') return { value: parts, next: unit.next };
  const months = of && listOf(r, of.next, (from) => r.find(from, 'month'));
  if (!months) return { value: parts, next };
  const byMonth = sorted(months.value);
  return { value: { ...parts, freq: isMonthly ? 'YEARLY' : parts.freq, byMonth }, next: months.next };
}

function sorted<T extends number>(numbers: readonly T[]): T[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}
