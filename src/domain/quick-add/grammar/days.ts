import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import {
  addUnits,
  dayOf,
  easterOf,
  endOfMonth,
  monthAfter,
  nextDate,
  nextDayOfMonth,
  nthWeekday,
  startOfWeek,
  weekdayFrom,
  weekdayOf,
} from './calendar.ts';
import { sure, type DayRead, type Strength } from './day-read.ts';
import { dayNumber, joinedDay, monthDay } from './month-days.ts';
import { numericDay } from './numeric-days.ts';
import type { Reader } from './reader.ts';
import { counted, unitDay, unitOf } from './unit-days.ts';

const FORMS = [
  relativeDay,
  unitDay,
  fromDay,
  weekdayAndDay,
  nthDayOfMonth,
  monthDay,
  joinedDay,
  numericDay,
  nextWeekday,
  weekday,
  weekdayAndNumber,
  dayOfUnit,
  namedDay,
  ordinalDay,
  feast,
];

/** The longest day that begins at a token, with `on` before it or without. */
export function readDayAt(r: Reader, at: number): DayRead | null {
  return r.canBegin(at) ? r.once(dayAt, at) : null;
}

function dayAt(r: Reader, at: number): DayRead | null {
  const on = r.skip(at, 'due', 'on');
  const alone = longest(r, at);
  const during = r.skip(at, 'duringThe');
  const weekend = during === at ? null : onWeekend(r, during);
  const found = (on === at ? null : longest(r, on)) ?? weekend;
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
  // `20 marca 2027 r.`
  const isYear = best !== null && r.digits(best.next - 1)?.value.length === 4;
  return best && isYear ? { ...best, next: r.skip(best.next, 'yearWord') } : best;
}

/** `today`, `tomorrow`, `day after tomorrow`. */
function relativeDay(r: Reader, at: number): DayRead | null {
  const offset = r.find(at, 'offset');
  if (!offset || offset.value < 0) return null;
  // `today in two weeks`
  const into = r.find(offset.next, 'in');
  const count = into && counted(r, into.next);
  if (count)
    return sure(
      addUnits(addDays(r.context.now.date, offset.value), count.value.count, count.value.unit),
      count.next,
    );
  return { date: addDays(r.context.now.date, offset.value), next: offset.next, strength: strengthAt() };

  /** `Call Anna tom` ends with a day, `Call Tom` with a name. */
  function strengthAt(): Strength {
    if (!r.is(at, 'weaker') || offset?.next !== at + 1) return 'plain';
    return offset.next === r.tokens.length && r.tokens[at]?.text === r.tokens[at]?.key ? 'edge' : 'beside';
  }
}

/** `2 weeks from friday`, `3 days before christmas`. */
function fromDay(r: Reader, at: number): DayRead | null {
  const count = r.digits(at) || r.is(at, 'number') || r.is(at, 'span') ? counted(r, at) : null;
  if (!count) return null;
  const before = r.find(count.next, 'dayBefore');
  const from = before ?? r.find(count.next, 'from');
  const day = from && readDayAt(r, from.next);
  return (
    day &&
    sure(addUnits(day.date, before ? -count.value.count : count.value.count, count.value.unit), day.next)
  );
}

/**
 * `next friday` is the Friday of next week, `this friday` and `coming friday` the first one to come; `friday of
 * next week`, `friday in 2 weeks`, `vendredi en huit`.
 */
function nextWeekday(r: Reader, at: number): DayRead | null {
  const { now } = r.context;
  const ofWeek = (weekday: number, ahead: number) =>
    weekdayFrom(addDays(startOfWeek(now.date, r.context), ahead * 7), weekday);
  const start = r.skip(at, 'the');
  for (const [role, ahead] of BEFORE_WEEKDAYS) {
    const found = r.find(start, role);
    const named = found && r.find(found.next, 'weekday');
    if (named)
      return sure(
        ahead > 0
          ? ofWeek(named.value, ahead)
          : weekdayFrom(role === 'this' ? now.date : addDays(now.date, 1), named.value),
        named.next,
      );
  }
  const first = r.find(start, 'weekday');
  if (!first) return null;
  const after = r.find(first.next, 'nextAfter');
  if (after) return sure(ofWeek(first.value, 1), after.next);
  const unit = unitOf(r, first.next) ?? unitOf(r, r.skip(first.next, 'of'));
  if (unit?.value.unit === 'week') {
    const date = ofWeek(first.value, unit.value.ahead);
    return date < now.date ? null : sure(date, unit.next);
  }
  const comingIn = (weeks: number) => addDays(weekdayFrom(addDays(now.date, 1), first.value), weeks * 7);
  for (const [role, weeks] of WEEKS_AFTER) {
    const later = r.find(first.next, role);
    if (later) return sure(comingIn(weeks), later.next);
  }
  const into = r.find(first.next, 'in');
  const count = into && counted(r, into.next);
  return count?.value.unit === 'week' ? sure(comingIn(count.value.count), count.next) : null;
}

const BEFORE_WEEKDAYS = [
  ['nextButOne', 2],
  ['next', 1],
  ['coming', 0],
  ['this', 0],
] as const;

const WEEKS_AFTER = [
  ['inAWeek', 1],
  ['inTwoWeeks', 2],
] as const;

/** `the 20th of next month`, `le 15 du mois`, `el 20 del mes que viene`. */
function dayOfUnit(r: Reader, at: number): DayRead | null {
  const start = r.skip(at, 'dayOfMonth', 'the');
  const day = dayNumber(r, start) ?? firstDay();
  if (!day) return null;
  const of = r.skip(day.next, 'of');
  const named = unitOf(r, day.next) ?? unitOf(r, of);
  const { date: today } = r.context.now;
  if (named)
    return named.value.unit === 'month' && day
      ? sure(dayOf(...monthAfter(today, named.value.ahead), day.value), named.next)
      : null;
  const plain = of === day.next ? null : r.find(r.skip(of, 'the'), 'unit');
  return plain?.value === 'month' ? sure(nextDayOfMonth(day.value, today), plain.next) : null;

  /** `the first of next month` */
  function firstDay() {
    const nth = r.find(start, 'ordinal');
    return nth?.value === 1 ? nth : null;
  }
}

/** `le 5`, `el 15`, `dia 15`. */
function namedDay(r: Reader, at: number): DayRead | null {
  const start = r.find(at, 'dayOfMonth');
  const day = start && dayNumber(r, start.next);
  if (!day || !r.isLoose(day.next)) return null;
  const date = nextDayOfMonth(day.value, r.context.now.date);
  return date && { date, next: day.next, strength: 'edge' };
}

/** `monday 24`: the first Monday that is a 24th. */
function weekdayAndNumber(r: Reader, at: number): DayRead | null {
  const named = r.find(at, 'weekday');
  const day = named && dayNumber(r, named.next);
  if (!day || !r.isLoose(day.next)) return null;
  const { date: today } = r.context.now;
  // A small number may count something else.
  const most = day.value > 12 ? 12 : 2;
  for (let later = 0; later <= most; later++) {
    const date = dayOf(...monthAfter(today, later), day.value);
    if (date !== null && date > today && weekdayOf(date) === named.value)
      return { date, next: day.next, strength: r.is(at, 'weaker') ? 'edge' : 'plain' };
  }
  return null;
}

/** `christmas eve`, `at christmas`. */
function feast(r: Reader, at: number): DayRead | null {
  const named = r.find(r.skip(at, 'atFeast'), 'feast') ?? r.find(at, 'feast');
  if (!named) return null;
  const { date: today } = r.context.now;
  const date =
    named.value === 'easter'
      ? [0, 1].map((later) => easterOf(Number(today.slice(0, 4)) + later)).find((day) => day && day >= today)
      : nextDate(Number(named.value.slice(0, 2)), Number(named.value.slice(3)), today);
  return date ? { date, next: named.next, strength: 'edge' } : null;
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

/** `second monday of may`, `last friday of the month`, `first day of next month`, `last workday of april`. */
function nthDayOfMonth(r: Reader, at: number): DayRead | null {
  const { now } = r.context;
  const nth = r.ordinal(r.skip(at, 'the'));
  const weekday = nth && r.find(nth.next, 'weekday');
  const unit = nth && !weekday ? r.find(nth.next, 'unit') : null;
  const kind = weekday
    ? weekday.value
    : unit?.value === 'day' || unit?.value === 'workday'
      ? unit.value
      : null;
  if (!nth || kind === null || Math.abs(nth.value) > (kind === 'day' ? 31 : kind === 'workday' ? 23 : 5))
    return null;
  const after = weekday?.next ?? unit?.next ?? at;
  const of = r.of(after);
  const named = unitOf(r, of ?? after);
  if (named?.value.unit === 'month')
    return sure(nthOf(monthAfter(now.date, named.value.ahead), kind, nth.value), named.next);
  if (of === null) return null;
  const month = r.find(of, 'month');
  const plain = month ? null : r.find(r.skip(of, 'the'), 'unit');
  if (plain?.value === 'month') return sure(firstNot(kind, nth.value, 0, 1), plain.next);
  if (!month) return null;
  const ahead = (month.value - Number(now.date.slice(5, 7)) + 12) % 12;
  return sure(firstNot(kind, nth.value, ahead, 12), month.next);

  function firstNot(
    of: number | 'day' | 'workday',
    place: number,
    ahead: number,
    step: number,
  ): CalendarDay | null {
    for (let months = ahead; months < ahead + 5 * step; months += step) {
      const date = nthOf(monthAfter(now.date, months), of, place);
      if (date !== null && date >= now.date) return date;
    }
    return null;
  }
}

function nthOf(
  [year, month]: [year: number, month: number],
  kind: number | 'day' | 'workday',
  nth: number,
): CalendarDay | null {
  if (typeof kind === 'number') return nthWeekday(year, month, kind, nth);
  const edge = nth > 0 ? dayOf(year, month, 1) : endOfMonth(year, month);
  if (edge === null) return null;
  const step = Math.sign(nth);
  let date = edge;
  for (let left = Math.abs(nth); ; date = addDays(date, step)) {
    if (kind === 'day' || weekdayOf(date) < 5) left -= 1;
    if (left === 0) return date.slice(0, 7) === edge.slice(0, 7) ? date : null;
  }
}

/** `the 20th`. */
function ordinalDay(r: Reader, at: number): DayRead | null {
  const start = r.skip(at, 'the');
  const day = r.digits(start, 2) ? r.ordinal(start) : null;
  const date = day && day.value <= 31 ? nextDayOfMonth(day.value, r.context.now.date) : null;
  // `20.` may be a number at the end of a sentence.
  return day && date && { date, next: day.next, strength: r.has(day.next - 1, '.') ? 'beside' : 'edge' };
}
