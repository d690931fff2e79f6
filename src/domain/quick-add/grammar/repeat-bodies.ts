import type { Rule } from '#src/domain/repeat/rule.ts';
import type { Unit } from '#src/domain/quick-add/languages/pack.ts';
import { readClock } from './clocks.ts';
import type { Strength } from './day-read.ts';
import { halfOf } from './halves.ts';
import { readPartOfDay, withUsual } from './parts-of-day.ts';
import { readRange } from './ranges.ts';
import type { Read, Reader } from './reader.ts';
import { eachOf, onDays, WEEKEND, weekdays, WORKDAYS, type RuleParts } from './repeat-days.ts';
import { spanOf } from './spans.ts';

/** A repeat without the words for its beginning and end. */
export interface Body {
  readonly parts: RuleParts;
  readonly minute?: number;
  /** The minutes between two times: `every 30 minutes`. */
  readonly step?: number;
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

export function longest(
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

/** `every 2 weeks on monday`, `every! 3 days`, `every other friday`, `every morning`, `every 5pm`. */
export function everyBody(r: Reader, at: number): Body | null {
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

export function bare(r: Reader, at: number): Body | null {
  return bodyAt(r, r.skip(at, 'the'), 1);
}

/** The words after `every`: a unit, a time of day, or days. */
function bodyAt(r: Reader, at: number, interval: number): Body | null {
  return longest(
    [
      (_, from) => units(r, from, interval),
      (_, from) => dayPart(r, from, interval),
      (_, from) => days(r, from, interval),
      (_, from) => clock(r, from, interval),
    ],
    r,
    at,
  );
}

/** `day`, `2 weeks on monday`, `2nd week`, `3 months on the 15th`, `30 minutes`. */
function units(r: Reader, at: number, interval: number): Body | null {
  const span = r.find(at, 'span');
  if (span) {
    const [count, unit] = spanOf(span.value);
    return ofUnit(r, count * interval, unit, span.next);
  }
  const half = r.find(at, 'half');
  const hour = half && r.find(half.next, 'unit');
  if (hour?.value === 'hour') return ofUnit(r, 30, 'minute', hour.next);
  const number = ordinalInterval(r, at) ?? r.number(at);
  const unit = r.find(number?.next ?? at, 'unit');
  if (!unit) return null;
  if (r.tokens[unit.next - 1]?.text.length === 1 && !(number && r.isGlued(number.next))) return null;
  // `om de 3 dagen` is every third day, `om de dag` every other one.
  return ofUnit(r, number && number.value !== 1 ? number.value : interval, unit.value, unit.next);
}

export function ofUnit(r: Reader, interval: number, unit: Unit, next: number): Body | null {
  if (unit === 'minute' && interval % 60 === 0) return ofUnit(r, interval / 60, 'hour', next);
  if (unit === 'minute') return { ...plain({ freq: 'HOURLY' }, next), step: interval };
  if (unit === 'workday' || unit === 'weekend') {
    const byDay = eachOf(unit === 'workday' ? WORKDAYS : WEEKEND);
    // No rule can express every second workday.
    return interval === 1 ? plain({ freq: 'WEEKLY', byDay }, next) : null;
  }
  const frequency = FREQUENCIES[unit];
  if (!frequency) return null;
  const every = { freq: frequency.freq, interval: frequency.interval * interval };
  const on = frequency.freq === 'HOURLY' ? null : onDays(r, next, every.freq);
  return on ? plain({ ...on.value, ...every }, on.next) : plain(every, next);
}

/** `2nd` and `third` before a unit. `first` and `last` are days of the month instead. */
function ordinalInterval(r: Reader, at: number): Read<number> | null {
  const nth = r.ordinal(at);
  const unit = nth && r.find(nth.next, 'unit')?.value;
  return nth && nth.value > 1 && unit !== 'workday' && unit !== 'weekend' ? nth : null;
}

/** `every morning`, `every monday evening at 8`. */
function dayPart(r: Reader, at: number, interval: number): Body | null {
  const set = r.find(at, 'unit');
  const list =
    set?.value === 'workday' || set?.value === 'weekend'
      ? { value: set.value === 'workday' ? WORKDAYS : WEEKEND, next: set.next }
      : weekdays(r, at);
  const part = readPartOfDay(r, list?.next ?? at);
  if (!part || part.ahead !== null) return null;
  const exact = readClock(r, r.skip(part.next, 'at'));
  const isExact = exact !== null && (exact.isClear || r.is(part.next, 'at')) && !readRange(r, part.next);
  const parts: RuleParts = list
    ? { freq: 'WEEKLY', interval, byDay: eachOf(list.value) }
    : { freq: 'DAILY', interval };
  return isExact
    ? { ...plain(parts, exact.next), minute: withUsual(exact, part.usual) }
    : { ...plain(parts, part.next), minute: part.usual };
}

/** `monday and thursday`, `first sunday`, `15th`, `june 6`, `two fridays`. */
function days(r: Reader, at: number, times: number): Body | null {
  const count = r.number(at);
  const list = count && count.value > 1 ? weekdays(r, count.next) : null;
  const found = onDays(r, at, null);
  // `co trzeci piątek` is every third one, `co trzeci piątek miesiąca` the third one of each month.
  if (list && list.next >= (found?.next ?? at))
    return plain({ freq: 'WEEKLY', interval: count?.value ?? times, byDay: eachOf(list.value) }, list.next);
  return found && plain({ ...found.value, interval: times }, found.next);
}

/** `every 5pm`. */
function clock(r: Reader, at: number, interval: number): Body | null {
  const time = readClock(r, r.skip(at, 'at'));
  return time?.isClear && !readRange(r, at)
    ? { ...plain({ freq: 'DAILY', interval }, time.next), minute: halfOf(time, r) }
    : null;
}

export function plain(parts: RuleParts, next: number): Body {
  return { parts, next, strength: 'plain' };
}
