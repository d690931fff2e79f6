import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { EVERY, RULE_LIMITS, type Rule, type Weekday } from '#src/domain/repeat/rule.ts';
import type { Unit } from '#src/domain/quick-add/languages/pack.ts';
import type { RepeatFrom } from '#src/domain/quick-add/types.ts';
import type { Strength } from './day-read.ts';
import type { Read, Reader } from './reader.ts';
import { bare, everyBody, longest, ofUnit, plain, type Body } from './repeat-bodies.ts';
import { eachOf, isInRow, listOf, onDays, weekdays, WORKDAYS, type RuleParts } from './repeat-days.ts';
import { readTails, type Tails } from './repeat-tails.ts';
import { spanOf } from './spans.ts';

export interface RepeatRead {
  readonly rule: Rule;
  readonly repeatFrom: RepeatFrom;
  /** The named first day. */
  readonly start: CalendarDay | null;
  /** The named time of day: `every morning`. */
  readonly minute: number | null;
  readonly next: number;
  /** The place of an end or a beginning that follows a time: `every day at 9 until friday`. */
  readonly tail: { readonly at: number; readonly next: number } | null;
  readonly strength: Strength;
  /** The minutes between two times, which count from the first time: `every 30 minutes`. */
  readonly step: number | null;
  /** The end of `for 5 days`, counted from the first day. */
  readonly length: ((first: CalendarDay) => CalendarDay | null) | null;
}

/** The minutes that divide an hour, so that a rule by the hour can express them. */
const STEPS = new Set([5, 6, 10, 12, 15, 20, 30]);

/**
 * The repeat that begins at a token. In a field for repeats (`isField`), `every` may be left out. `isAlone`
 * leaves out tails that follow a time.
 */
export function readRepeatAt(
  r: Reader,
  at: number,
  { isField = false, isAlone = false } = {},
): RepeatRead | null {
  const body = longest(
    [everyOnce, ofEvery, alternating, adverb, eachWeekday, severalWeekdays, ...(isField ? [bare] : [])],
    r,
    at,
  );
  if (!body || isSeveralTimes(r, at)) return null;
  const tails = readTails(r, body.next, isAlone);
  if (body.step !== undefined && !STEPS.has(body.step)) return null;
  const rule = ruleOf(body.parts, tails, r);
  if (!rule) return null;
  return {
    rule,
    repeatFrom: body.isFromCompletion || tails.isFromCompletion ? 'completion' : 'date',
    start: tails.start,
    minute: body.minute ?? tails.minute,
    step: body.step ?? null,
    length: tails.length,
    next: tails.next,
    tail: tails.later,
    strength: body.strength,
  };
}

/** Several parts of the grammar ask for the words after `every`. */
function everyOnce(r: Reader, at: number): Body | null {
  return r.once(everyBody, at);
}

/** `twice a week`, `3x daily`: no rule can say how often within a day or a week. */
function isSeveralTimes(r: Reader, at: number): boolean {
  if (r.isAfter(at, 'severalTimes')) return true;
  for (let from = at - 1; from >= Math.max(0, at - 3); from--) {
    const times = r.find(from, 'times');
    if (times?.next === at && [1, 2].some((length) => r.number(from - length)?.next === from)) return true;
  }
  return false;
}

/** `last friday of every month`, `15th of each month`, `end of every month`. */
function ofEvery(r: Reader, at: number): Body | null {
  const start = r.skip(r.skip(at, 'on', 'dayOfMonth'), 'the');
  const end = r.find(start, 'endOf');
  const found = end
    ? { value: { freq: 'MONTHLY', byMonthDay: [-1] } as RuleParts, next: end.next }
    : onDays(r, start, 'MONTHLY', true);
  if (!found) return null;
  const every = r.find(end ? end.next : r.skip(found.next, 'of'), 'every');
  const number = every && r.number(every.next);
  const unit = every && r.find(number?.next ?? every.next, 'unit');
  if (unit?.value !== 'month') return null;
  return { ...plain({ ...found.value, interval: number?.value ?? 1 }, unit.next), strength: 'sure' };
}

/** `un vendredi sur deux`, `un día sí y otro no`, `dia sim, dia não`, `de 2 em 2 dias`. */
function alternating(r: Reader, at: number): Body | null {
  const each = r.find(at, 'of');
  const first = each && r.number(each.next);
  const again = first && r.find(first.next, 'in');
  const second = again && r.number(again.next);
  const every = second?.value === first?.value ? second && r.find(second.next, 'unit') : null;
  if (every && second) return ofUnit(r, second.value, every.value, every.next);
  const one = r.find(at, 'number');
  const start = one?.value === 1 ? one.next : at;
  const weekday = r.find(start, 'weekday');
  const unit = weekday ?? r.find(start, 'unit');
  if (!unit) return null;
  const of = one && r.find(unit.next, 'outOf');
  const count = of && r.number(of.next);
  const interval = count ?? otherNo(r, unit.next);
  if (!interval || interval.value < 2) return null;
  return weekday
    ? plain(
        { freq: 'WEEKLY', interval: interval.value, byDay: eachOf([weekday.value as Weekday]) },
        interval.next,
      )
    : ofUnit(r, interval.value, unit.value as Unit, interval.next);
}

/** The most words between a yes and its no: `sí, un día`. */
const MOST_BETWEEN = 4;

/** `sí y otro no`: every second one. */
function otherNo(r: Reader, at: number): Read<number> | null {
  const yes = r.find(at, 'yes');
  if (!yes) return null;
  for (let no = yes.next; no <= yes.next + MOST_BETWEEN; no++) {
    const found = r.find(no, 'no');
    if (found) return { value: 2, next: found.next };
  }
  return null;
}

/** `daily`, `weekly on monday`. */
function adverb(r: Reader, at: number): Body | null {
  const found = r.find(at, 'adverb');
  // `every 3 workdays` is more than any rule can say.
  if (!found || (r.tokens[at - 1]?.kind === 'number' && r.is(at, 'unit'))) return null;
  const [count, unit] = spanOf(found.value);
  const body = ofUnit(r, count, unit, found.next);
  // `daily` may also describe a thing, `täglich` and `Once a week` at the beginning never do.
  const isEdge = r.is(at, 'weak') || (found.next > at + 1 && at > 0);
  return body && { ...body, strength: isEdge ? 'edge' : 'plain' };
}

/** `on mondays`, `mondays and thursdays`, `los martes`. */
function eachWeekday(r: Reader, at: number): Body | null {
  const each = r.find(at, 'onEach');
  const named = each && listOf(r, each.next, (from) => r.find(r.skip(from, 'onEach'), 'weekday'));
  if (named)
    return {
      ...plain({ freq: 'WEEKLY', byDay: eachOf(named.value as Weekday[]) }, named.next),
      strength: 'plain',
    };
  const set = each && r.find(each.next, 'unit');
  if (set?.value === 'workday' || set?.value === 'weekend') return ofUnit(r, 1, set.value, set.next);
  const on = each?.next ?? r.skip(at, 'on');
  if (!r.is(on, 'everyWeekday')) return null;
  const list = listOf(r, on, (from) => {
    const start = r.skip(from, 'on', 'onEach');
    return r.find(start, 'everyWeekday') ?? r.find(start, 'weekday');
  });
  if (!list) return null;
  const byDay = eachOf(list.value as Weekday[]);
  return {
    ...plain({ freq: 'WEEKLY', byDay }, list.next),
    strength: on > at ? 'sure' : r.pack.hasDayAdverbs ? 'plain' : 'edge',
  };
}

/**
 * Several weekdays without `every`: `mon, wed and fri`, `lunes a viernes`. A weekend and other days in a row
 * may be meant once (see `daySpan`).
 */
function severalWeekdays(r: Reader, at: number): Body | null {
  const start = r.skip(r.skip(at, 'on', 'from', 'of'), 'the');
  // A list from its middle on says less than all of it.
  if (r.is(start - 1, 'weekday')) return null;
  const list = weekdays(r, start);
  const set = list && eachOf([...new Set(list.value)]);
  if (!set || set.length < 2) return null;
  const isSpan = isInRow(set.map(({ weekday }) => weekday));
  const isWorkweek = set.length === WORKDAYS.length && set.every(({ weekday }) => WORKDAYS.includes(weekday));
  if (isSpan && !isWorkweek) return null;
  const isWeak = r.is(start, 'weak') || r.is(start, 'weaker');
  return { ...plain({ freq: 'WEEKLY', byDay: set }, list.next), strength: isWeak ? 'edge' : 'plain' };
}

function ruleOf(parts: RuleParts, tails: Tails, r: Reader): Rule | null {
  const rule: Rule = { ...EVERY, ...parts, ...tails.limits };
  if (!Number.isInteger(rule.interval) || rule.interval < 1 || rule.interval > RULE_LIMITS.interval)
    return null;
  const { freq, interval, byDay } = rule;
  const hasWeeks = freq === 'WEEKLY' && interval > 1 && byDay.length !== 1;
  return {
    ...rule,
    weekStart: hasWeeks ? r.context.weekStart : 0,
    clamp: isClamped(rule, tails.start ?? r.context.now.date),
  };
}

const SHORTEST = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Says if some months of the rule may lack its day. A rule without a day takes the day of its start. */
function isClamped({ freq, byMonth, byMonthDay, byDay }: Rule, start: CalendarDay): boolean {
  if (freq !== 'MONTHLY' && freq !== 'YEARLY') return false;
  if (byDay.length > 0) return false;
  const dates = byMonthDay.length > 0 ? byMonthDay : [Number(start.slice(8))];
  const months =
    byMonth.length > 0
      ? byMonth
      : freq === 'YEARLY'
        ? [Number(start.slice(5, 7))]
        : SHORTEST.map((_, i) => i + 1);
  return dates.some((date) => months.some((month) => date > (SHORTEST[month - 1] ?? 31)));
}
