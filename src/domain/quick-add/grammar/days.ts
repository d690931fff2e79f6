import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addUnits, monthAfter, nextDayOfMonth, nthWeekday, startOfWeek, weekdayFrom } from './calendar.ts';
import { sure, type DayRead, type Strength } from './day-read.ts';
import { joinedDay, monthDay } from './month-days.ts';
import { numericDay } from './numeric-days.ts';
import type { Reader } from './reader.ts';
import { counted, nextUnitOf, unitDay } from './unit-days.ts';

const FORMS = [
  relativeDay,
  unitDay,
  fromDay,
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

/** `2 weeks from friday`. */
function fromDay(r: Reader, at: number): DayRead | null {
  const count = r.digits(at) || r.is(at, 'number') ? counted(r, at) : null;
  const from = count && r.find(count.next, 'from');
  const day = from && readDayAt(r, from.next);
  return day && sure(addUnits(day.date, count.value.count, count.value.unit), day.next);
}

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

/** `the 20th`. */
function ordinalDay(r: Reader, at: number): DayRead | null {
  const start = r.skip(at, 'the');
  const day = r.digits(start, 2) ? r.ordinal(start) : null;
  const date = day && day.value <= 31 ? nextDayOfMonth(day.value, r.context.now.date) : null;
  // `20.` may be a number at the end of a sentence.
  return day && date && { date, next: day.next, strength: r.has(day.next - 1, '.') ? 'beside' : 'edge' };
}
