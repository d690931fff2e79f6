import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { EVERY, RULE_LIMITS, type Rule, type Weekday } from '#src/domain/repeat/rule.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Unit } from '#src/domain/quick-add/languages/pack.ts';
import type { RepeatFrom } from '#src/domain/quick-add/types.ts';
import type { Strength } from './day-read.ts';
import type { Read, Reader } from './reader.ts';
import { eachOf, listOf, onDays, WEEKEND, weekdays, WORKDAYS, type RuleParts } from './repeat-days.ts';
import { readTails, type Tails } from './repeat-tails.ts';

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
}

interface Body {
  readonly parts: RuleParts;
  readonly minute?: number;
  readonly isFromCompletion?: boolean;
  readonly strength: Strength;
  readonly next: number;
}

const FREQUENCIES: Readonly<Partial<Record<Unit, Pick<Rule, 'freq' | 'interval'>>>> = {
  hour: { freq: 'HOURLY', interval: 1 },
  day: { freq: 'DAILY', interval: 1 },
  week: { freq: 'WEEKLY', interval: 1 },
  month: { freq: 'MONTHLY', interval: 1 },
  quarter: { freq: 'MONTHLY', interval: 3 },
  year: { freq: 'YEARLY', interval: 1 },
};

/**
 * The repeat that begins at a token. In a field for repeats (`isField`), `every` may be left out. `isAlone`
 * leaves out tails that follow a time.
 */
export function readRepeatAt(
  r: Reader,
  at: number,
  { isField = false, isAlone = false } = {},
): RepeatRead | null {
  const body = longest([everyBody, ofEvery, adverb, eachWeekday, ...(isField ? [bare] : [])], r, at);
  if (!body) return null;
  const tails = readTails(r, body.next, isAlone);
  const rule = ruleOf(body.parts, tails, r);
  if (!rule) return null;
  return {
    rule,
    repeatFrom: body.isFromCompletion || tails.isFromCompletion ? 'completion' : 'date',
    start: tails.start,
    minute: body.minute ?? null,
    next: tails.next,
    tail: tails.later,
    strength: body.strength,
  };
}

function longest(
  forms: readonly ((r: Reader, at: number) => Body | null)[],
  r: Reader,
  at: number,
): Body | null {
  let best: Body | null = null;
  for (const form of forms) {
    const found = form(r, at);
    if (found && found.next > (best?.next ?? at)) best = found;
  }
  return best;
}

/** `every 2 weeks on monday`, `every! 3 days`, `every other friday`, `every morning`. */
function everyBody(r: Reader, at: number): Body | null {
  const fromCompletion = r.find(at, 'everyFromCompletion');
  const other = fromCompletion ? null : r.find(at, 'everyOther');
  const every = fromCompletion ?? r.find(at, 'every');
  const second = other && bodyAt(r, r.skip(other.next, 'the'), 2);
  const each = every && bodyAt(r, r.skip(every.next, 'the'), 1);
  // `jeden zweiten Freitag` means every other Friday, `jeden zweiten Freitag im Monat` the second of each
  // month.
  const body = second && second.next >= (each?.next ?? 0) ? second : each;
  return body && { ...body, isFromCompletion: fromCompletion !== null, strength: 'plain' };
}

function bare(r: Reader, at: number): Body | null {
  return bodyAt(r, r.skip(at, 'the'), 1);
}

/** The words after `every`: a unit, a time of day, or days. */
function bodyAt(r: Reader, at: number, interval: number): Body | null {
  return longest(
    [
      (_, from) => units(r, from, interval),
      (_, from) => dayPart(r, from, interval),
      (_, from) => days(r, from, interval),
    ],
    r,
    at,
  );
}

/** `day`, `2 weeks on monday`, `2nd week`, `3 months on the 15th`. */
function units(r: Reader, at: number, times: number): Body | null {
  const number = ordinalInterval(r, at) ?? r.number(at);
  const unit = r.find(number?.next ?? at, 'unit');
  if (!unit) return null;
  if (r.tokens[unit.next - 1]?.text.length === 1 && !(number && r.isGlued(number.next))) return null;
  const interval = (number?.value ?? 1) * times;
  if (unit.value === 'workday' || unit.value === 'weekend') {
    const byDay = eachOf(unit.value === 'workday' ? WORKDAYS : WEEKEND);
    // No rule can express every second workday.
    return interval === 1 ? plain({ freq: 'WEEKLY', byDay }, unit.next) : null;
  }
  const frequency = FREQUENCIES[unit.value];
  if (!frequency) return null;
  const every = { freq: frequency.freq, interval: frequency.interval * interval };
  const on = frequency.freq === 'HOURLY' ? null : onDays(r, unit.next, every.freq);
  return on ? plain({ ...on.value, ...every }, on.next) : plain(every, unit.next);
}

/** `2nd` and `third` before a unit. `first` and `last` are days of the month instead. */
function ordinalInterval(r: Reader, at: number): Read<number> | null {
  const nth = r.ordinal(at);
  const unit = nth && r.find(nth.next, 'unit')?.value;
  return nth && nth.value > 1 && unit !== 'workday' && unit !== 'weekend' ? nth : null;
}

/** `every morning`, `every monday evening`. */
function dayPart(r: Reader, at: number, interval: number): Body | null {
  const list = weekdays(r, at);
  const part = r.find(list?.next ?? at, 'dayPart');
  if (!part) return null;
  const parts: RuleParts = list
    ? { freq: 'WEEKLY', interval, byDay: eachOf(list.value) }
    : { freq: 'DAILY', interval };
  return { ...plain(parts, part.next), minute: minutesOf(part.value as TimeOfDay) };
}

/** `monday and thursday`, `first sunday`, `15th`, `june 6`. */
function days(r: Reader, at: number, interval: number): Body | null {
  const found = onDays(r, at, null);
  if (!found) return null;
  return plain({ ...found.value, interval }, found.next);
}

/** `last friday of every month`, `15th of each month`, `end of every month`. */
function ofEvery(r: Reader, at: number): Body | null {
  const start = r.skip(r.skip(at, 'on'), 'the');
  const end = r.find(start, 'endOf');
  const found = end
    ? { value: { freq: 'MONTHLY', byMonthDay: [-1] } as RuleParts, next: end.next }
    : onDays(r, start, 'MONTHLY');
  if (!found) return null;
  const every = r.find(end ? end.next : r.skip(found.next, 'of'), 'every');
  const number = every && r.number(every.next);
  const unit = every && r.find(number?.next ?? every.next, 'unit');
  if (unit?.value !== 'month') return null;
  return { ...plain({ ...found.value, interval: number?.value ?? 1 }, unit.next), strength: 'sure' };
}

/** `daily`, `weekly on monday`. */
function adverb(r: Reader, at: number): Body | null {
  const found = r.find(at, 'adverb');
  if (!found) return null;
  const [last = '', first = '1'] = found.value.split(' ').toReversed();
  if (last === 'workday' || last === 'weekend')
    return {
      ...plain({ freq: 'WEEKLY', byDay: eachOf(last === 'workday' ? WORKDAYS : WEEKEND) }, found.next),
      strength: 'edge',
    };
  const frequency = FREQUENCIES[last as Unit];
  if (!frequency) return null;
  const every = { freq: frequency.freq, interval: Number(first) };
  const on = every.freq === 'HOURLY' ? null : onDays(r, found.next, every.freq);
  return { ...plain({ ...on?.value, ...every }, on?.next ?? found.next), strength: 'edge' };
}

/** `on mondays`, `mondays and thursdays`. */
function eachWeekday(r: Reader, at: number): Body | null {
  const on = r.skip(at, 'on');
  const list = listOf(r, on, (from) => r.find(from, 'everyWeekday'));
  if (!list) return null;
  const byDay = eachOf(list.value as Weekday[]);
  return { ...plain({ freq: 'WEEKLY', byDay }, list.next), strength: on === at ? 'edge' : 'sure' };
}

function plain(parts: RuleParts, next: number): Body {
  return { parts, next, strength: 'plain' };
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
