import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import {
  addUnits,
  dayOf,
  endOfMonth,
  monthAfter,
  nextDate,
  nextDayOfMonth,
  nthWeekday,
  startOfWeek,
  weekdayFrom,
} from './calendar.ts';
import type { DayRead, Strength } from './day-read.ts';
import { numericDay } from './numeric-days.ts';
import type { Read, Reader } from './reader.ts';

const FORMS = [
  relativeDay,
  unitDay,
  weekdayAndDay,
  nthWeekdayOfMonth,
  monthDay,
  joinedDay,
  numericDay,
  nextWeekday,
  weekday,
  ordinalDay,
];

/** The longest day that begins at a token, with `on` before it or without. */
export function readDayAt(r: Reader, at: number): DayRead | null {
  return r.canBegin(at) ? r.once(dayAt, at) : null;
}

function dayAt(r: Reader, at: number): DayRead | null {
  const on = r.skip(at, 'due', 'on');
  const alone = longest(r, at);
  const found = on === at ? null : (longest(r, on) ?? onWeekend(r, on));
  if (!found || found.next <= (alone?.next ?? at)) return alone;
  // `on the 20th floor` is still no day, and neither are words after an article: `el mar`.
  const isOrdinal = ordinalDay(r, on)?.next === found.next;
  return { ...found, strength: isOrdinal ? 'edge' : r.is(on, 'weaker') ? found.strength : 'sure' };
}

/** `at the weekend`, `am Wochenende`. */
function onWeekend(r: Reader, at: number): DayRead | null {
  const unit = r.find(at, 'unit');
  return unit?.value === 'weekend' ? sure(weekdayFrom(r.context.now.date, 5), unit.next) : null;
}

function longest(r: Reader, at: number): DayRead | null {
  let best: DayRead | null = null;
  for (const form of FORMS) {
    const found = form(r, at);
    if (found && found.next > (best?.next ?? at)) best = found;
  }
  return best;
}

/** `today`, `tomorrow`, `day after tomorrow`. */
function relativeDay(r: Reader, at: number): DayRead | null {
  const offset = r.find(at, 'offset');
  if (!offset || offset.value < 0) return null;
  const strength = r.is(at, 'weaker') && offset.next === at + 1 ? 'beside' : 'plain';
  return { date: addDays(r.context.now.date, offset.value), next: offset.next, strength };
}

const UNIT_STARTS = ['in', 'number', 'next', 'this', 'the', 'unit', 'endOf', 'startOf'] as const;

/** `in 3 days`, `2 weeks from now`, `next month`, `this weekend`, `end of the month`. */
function unitDay(r: Reader, at: number): DayRead | null {
  const today = r.context.now.date;
  const isPossible = UNIT_STARTS.some((kind) => r.is(at, kind)) || r.digits(at) !== null;
  if (!isPossible) return null;
  return inUnits() ?? fromDay() ?? nextUnit() ?? edgeOf();

  function inUnits(): DayRead | null {
    const start = r.find(at, 'in');
    const count = start && counted(r, start.next);
    if (!count || count.value.count < 1) return null;
    return sure(addUnits(today, count.value.count, count.value.unit), count.next);
  }

  function fromDay(): DayRead | null {
    const count = counted(r, at);
    if (!count) return null;
    const now = r.find(count.next, 'fromNow');
    if (now) return sure(addUnits(today, count.value.count, count.value.unit), now.next);
    const from = r.find(count.next, 'from');
    const day = from && readDayAt(r, from.next);
    return day ? sure(addUnits(day.date, count.value.count, count.value.unit), day.next) : null;
  }

  function nextUnit(): DayRead | null {
    const found = nextUnitOf(r, at) ?? thisUnitOf(r, at);
    if (!found) return null;
    const start = startOf(found.value.unit, found.value.isNext ? 1 : 0);
    if (found.value.unit === 'week') {
      // `next week friday`, `next week on friday`
      const named = r.find(r.skip(found.next, 'on'), 'weekday');
      if (named && start) return sure(weekdayFrom(start, named.value), named.next);
    }
    if (!found.value.isNext && found.value.unit !== 'weekend') return null;
    return found.value.unit === 'day' || found.value.unit === 'workday' ? null : sure(start, found.next);
  }

  function startOf(unit: string, ahead: number): CalendarDay | null {
    const week = addDays(startOfWeek(today, r.context), ahead * 7);
    if (unit === 'week') return week;
    if (unit === 'weekend') return weekdayFrom(ahead === 0 ? today : week, 5);
    if (unit === 'month') return dayOf(...monthAfter(today, ahead), 1);
    if (unit === 'year') return dayOf(Number(today.slice(0, 4)) + ahead, 1, 1);
    return null;
  }

  function edgeOf(): DayRead | null {
    const isEnd = r.is(at, 'endOf');
    const edge = r.find(at, isEnd ? 'endOf' : 'startOf');
    if (!edge) return null;
    const month = r.find(edge.next, 'month');
    if (month) {
      const edgeIn = (year: number) => (isEnd ? endOfMonth(year, month.value) : dayOf(year, month.value, 1));
      const year = Number(today.slice(0, 4));
      const date = edgeIn(year);
      return sure(date && date < today ? edgeIn(year + 1) : date, month.next);
    }
    const next = nextUnitOf(r, edge.next) ?? thisUnitOf(r, edge.next);
    const unit = next?.value.unit ?? r.find(edge.next, 'unit')?.value;
    const after = next?.next ?? r.find(edge.next, 'unit')?.next ?? at;
    const start = unit && startOf(unit, next?.value.isNext ? 1 : 0);
    if (unit === 'day') return isEnd ? sure(today, after) : null;
    if (!start || unit === 'weekend') return null;
    if (!isEnd) return start < today ? null : sure(start, after);
    if (unit === 'week') return sure(weekdayFrom(start < today ? today : start, 4), after);
    return sure(
      unit === 'month' ? endOfMonth(...monthAfter(start, 0)) : dayOf(Number(start.slice(0, 4)), 12, 31),
      after,
    );
  }
}

type NextUnit = Read<{ readonly unit: string; readonly isNext: boolean }>;

/** `next week`, `semaine prochaine`. */
export function nextUnitOf(r: Reader, at: number): NextUnit | null {
  const start = r.skip(at, 'the');
  const next = r.find(start, 'next');
  const unit = r.find(next?.next ?? start, 'unit');
  if (!unit) return null;
  if (next) return { value: { unit: unit.value, isNext: true }, next: unit.next };
  const after = r.find(unit.next, 'nextAfter');
  return after && { value: { unit: unit.value, isNext: true }, next: after.next };
}

function thisUnitOf(r: Reader, at: number): NextUnit | null {
  const start = r.find(at, 'this');
  const unit = start && r.find(start.next, 'unit');
  return unit && { value: { unit: unit.value, isNext: false }, next: unit.next };
}

/** `3 days`, `two weeks`, `2w`; not minutes and hours. */
export function counted(
  r: Reader,
  at: number,
): Read<{ readonly count: number; readonly unit: UnitOfDays }> | null {
  const number = r.number(at);
  const unit = number && r.find(number.next, 'unit');
  if (!unit || unit.value === 'minute' || unit.value === 'hour') return null;
  // A single letter is a unit only directly after its number: `2w`.
  if ((r.tokens[number.next]?.text.length ?? 0) === 1 && !r.isGlued(number.next)) return null;
  return { value: { count: number.value, unit: unit.value }, next: unit.next };
}
type UnitOfDays = 'day' | 'workday' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';

/** `next friday` is the Friday of next week, `this friday` the first one to come. */
function nextWeekday(r: Reader, at: number): DayRead | null {
  const { now } = r.context;
  const coming = r.find(at, 'this');
  const named = coming && r.find(coming.next, 'weekday');
  if (named) return sure(weekdayFrom(now.date, named.value), named.next);
  const ofNextWeek = (weekday: number) => weekdayFrom(addDays(startOfWeek(now.date, r.context), 7), weekday);
  const next = r.find(at, 'next');
  const behind = next && r.find(next.next, 'weekday');
  if (behind) return sure(ofNextWeek(behind.value), behind.next);
  const first = r.find(r.skip(at, 'the'), 'weekday');
  if (!first) return null;
  const after = r.find(first.next, 'nextAfter');
  if (after) return sure(ofNextWeek(first.value), after.next);
  const unit = nextUnitOf(r, first.next);
  return unit?.value.unit === 'week' ? sure(ofNextWeek(first.value), unit.next) : null;
}

/** A weekday alone is the next one. Today's weekday means today in a week. */
function weekday(r: Reader, at: number): DayRead | null {
  const named = r.find(at, 'weekday');
  if (!named) return null;
  const date = weekdayFrom(addDays(r.context.now.date, 1), named.value);
  return { date, next: named.next, strength: strengthOf(r, at, named.next) };
}

function strengthOf(r: Reader, at: number, next: number): Strength {
  if (next > at + 1) return 'plain';
  return r.is(at, 'weaker') ? 'beside' : r.is(at, 'weak') ? 'edge' : 'plain';
}

/** `friday, 20 march`: the date decides. */
function weekdayAndDay(r: Reader, at: number): DayRead | null {
  const named = r.find(at, 'weekday');
  if (!named) return null;
  const start = r.skip(r.has(named.next, ',') || r.has(named.next, '.') ? named.next + 1 : named.next, 'the');
  const day = monthDay(r, start) ?? numericDay(r, start) ?? ordinalDay(r, start);
  return day && sure(day.date, day.next);
}

/** `second monday of may`, `last friday of the month`. */
function nthWeekdayOfMonth(r: Reader, at: number): DayRead | null {
  const { now } = r.context;
  const nth = r.ordinal(r.skip(at, 'the'));
  const named = nth && nth.value <= 5 ? r.find(nth.next, 'weekday') : null;
  const of = named && r.find(named.next, 'of');
  if (!nth || !named || !of) return null;
  const { value: place } = nth;
  const { value: weekday } = named;
  const month = r.find(of.next, 'month');
  const unit = month ? null : nextUnitOf(r, of.next);
  const plain = month ? null : r.find(of.next, 'unit');
  if (unit?.value.unit === 'month')
    return sure(nthWeekday(...monthAfter(now.date, 1), weekday, place), unit.next);
  if (plain?.value === 'month') return sure(firstNot(0, 1), plain.next);
  if (!month) return null;
  const ahead = (month.value - Number(now.date.slice(5, 7)) + 12) % 12;
  return sure(firstNot(ahead, 12), month.next);

  function firstNot(ahead: number, step: number): CalendarDay | null {
    for (let months = ahead; months < ahead + 5 * step; months += step) {
      const date = nthWeekday(...monthAfter(now.date, months), weekday, place);
      if (date !== null && date >= now.date) return date;
    }
    return null;
  }
}

/** `march 20`, `20th of march 2027`, `20. März`. */
function monthDay(r: Reader, at: number): DayRead | null {
  const start = r.skip(at, 'the');
  const leading = r.find(start, 'month');
  const day = leading && dayNumber(r, r.has(leading.next, '.') ? leading.next + 1 : leading.next);
  if (leading && day) return withYear(r, leading.value, day.value, day.next);
  const first = dayNumber(r, start);
  if (!first) return null;
  const month = r.find(r.skip(first.next, 'of'), 'month');
  if (!month) return null;
  const isShort =
    r.has(month.next, '.') && r.isGlued(month.next) && (r.tokens[month.next - 1]?.text.length ?? 9) < 5;
  return withYear(
    r,
    month.value,
    first.value,
    isShort && r.digits(month.next + 1) ? month.next + 1 : month.next,
  );
}

/** `13-Jan-2027`. */
function joinedDay(r: Reader, at: number): DayRead | null {
  const day = r.digits(at, 2);
  const month = day && isJoined(day.next) ? r.find(day.next + 1, 'month') : null;
  const year = month && isJoined(month.next) ? r.digits(month.next + 1, 4) : null;
  return year?.value.length === 4
    ? sure(dayOf(Number(year.value), month?.value ?? 0, Number(day?.value)), year.next)
    : null;

  function isJoined(sign: number): boolean {
    return r.has(sign, '-') && r.isGlued(sign) && r.isGlued(sign + 1);
  }
}

/** `20` and `20th`, but not `twentieth`. */
export function dayNumber(r: Reader, at: number): Read<number> | null {
  const ordinal = r.digits(at, 2) ? r.ordinal(at) : null;
  const found = ordinal ?? r.digits(at, 2);
  if (!found) return null;
  const value = Number(found.value);
  // Followed by another number or a unit, it is no day: `march 20:15`, `may 5%`.
  const isAlone =
    ordinal !== null || !r.isGlued(found.next) || /^[.,;:!?)\]}]$/.test(r.tokens[found.next]?.text ?? '');
  const isTime = r.has(found.next, ':') && r.isGlued(found.next + 1) && r.digits(found.next + 1) !== null;
  return value >= 1 && value <= 31 && isAlone && !isTime ? { value, next: found.next } : null;
}

function withYear(r: Reader, month: number, day: number, next: number): DayRead | null {
  const comma = r.has(next, ',') ? next + 1 : r.skip(next, 'of');
  const year = r.digits(comma, 4);
  const isYear =
    year?.value.length === 4 && Number(year.value) >= 1 && !r.isGlued(comma) && !r.has(year.next, ':');
  if (isYear) return sure(dayOf(Number(year.value), month, day), year.next);
  const date = nextDate(month, day, r.context.now.date);
  return r.is(next, 'counted') ? null : date && { date, next, strength: 'plain' };
}

/** `the 20th`. */
function ordinalDay(r: Reader, at: number): DayRead | null {
  const start = r.skip(at, 'the');
  const day = r.digits(start, 2) ? r.ordinal(start) : null;
  const date = day && day.value <= 31 ? nextDayOfMonth(day.value, r.context.now.date) : null;
  // `20.` may be a number at the end of a sentence.
  return day && date && { date, next: day.next, strength: r.has(day.next - 1, '.') ? 'beside' : 'edge' };
}

function sure(date: CalendarDay | null, next: number): DayRead | null {
  return date && { date, next, strength: 'sure' };
}
