import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addUnits, dayOf, endOfMonth, monthAfter, startOfWeek, weekdayFrom } from './calendar.ts';
import { sure, type DayRead } from './day-read.ts';
import { dayNumber } from './month-days.ts';
import { spanOf } from './spans.ts';
import type { Read, Reader } from './reader.ts';

const UNIT_STARTS = [
  'in',
  'number',
  'span',
  'next',
  'nextButOne',
  'coming',
  'this',
  'the',
  'unit',
  'endOf',
  'startOf',
  'middleOf',
] as const;

/** `in 3 days`, `2 weeks from now`, `next month`, `this weekend`, `end of the month`. */
export function unitDay(r: Reader, at: number): DayRead | null {
  const today = r.context.now.date;
  const isPossible = UNIT_STARTS.some((kind) => r.is(at, kind)) || r.digits(at) !== null;
  if (!isPossible) return null;
  return inUnits() ?? fromNow() ?? nextUnit() ?? edgeOf();

  function inUnits(): DayRead | null {
    const start = r.find(at, 'in');
    const count = start && counted(r, start.next);
    if (!count || count.value.count < 1) return null;
    return sure(addUnits(today, count.value.count, count.value.unit), r.skip(count.next, 'spanEnd'));
  }

  function fromNow(): DayRead | null {
    const count = counted(r, at);
    if (!count) return null;
    const now = r.find(count.next, 'fromNow');
    return now && sure(addUnits(today, count.value.count, count.value.unit), now.next);
  }

  function nextUnit(): DayRead | null {
    const found = unitOf(r, at);
    if (!found) return null;
    const { unit, ahead } = found.value;
    const start = startOf(unit, ahead);
    if (unit === 'week') {
      // `next week friday`, `next week on friday`
      const named = r.find(r.skip(found.next, 'on'), 'weekday');
      if (named && start) return sure(weekdayFrom(start, named.value), named.next);
    }
    if (unit === 'month') {
      // `next month on the 5th`
      const on = r.skip(r.skip(found.next, 'dayOfMonth', 'on'), 'the');
      const day = on > found.next ? dayNumber(r, on) : null;
      if (day) return sure(dayOf(...monthAfter(today, ahead), day.value), day.next);
    }
    if (ahead === 0 && unit !== 'weekend') return null;
    return unit === 'day' || unit === 'workday' ? null : sure(start, found.next);
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
    const first = r.skip(at, 'the');
    const role = EDGES.find((each) => r.is(at, each) || r.is(first, each));
    const edge = role && (r.find(at, role) ?? r.find(first, role));
    if (!edge) return joinedEdge();
    const start = r.skip(edge.next, 'of');
    const month = r.find(edge.next, 'month') ?? r.find(start, 'month');
    if (month) {
      const edgeIn = (year: number) => dayOfEdge(role, year, month.value);
      const year = Number(today.slice(0, 4));
      const date = edgeIn(year);
      return sure(date && date < today ? edgeIn(year + 1) : date, month.next);
    }
    const named = unitOf(r, edge.next) ?? unitOf(r, start);
    const plain = r.find(r.skip(edge.next, 'the'), 'unit') ?? r.find(r.skip(start, 'the'), 'unit');
    const unit = named?.value.unit ?? plain?.value;
    const after = named?.next ?? plain?.next ?? at;
    const begin = unit && startOf(unit, named?.value.ahead ?? 0);
    if (unit === 'day') return role === 'endOf' ? sure(today, after) : null;
    if (!begin || unit === 'weekend') return null;
    const date = dateIn(role, unit, begin);
    if (role === 'endOf') return sure(date, after);
    return date && date < today ? null : sure(date, after);
  }

  /** `Monatsende`: the words for a unit and its edge are one. */
  function joinedEdge(): DayRead | null {
    const unit = r.find(r.skip(at, 'the'), 'unit');
    const role = unit && EDGES.find((each) => r.is(unit.next, each));
    if (!role || r.tokens[unit.next - 1]?.to !== r.tokens[unit.next]?.from) return null;
    const begin = startOf(unit.value, 0);
    const date = begin && dateIn(role, unit.value, begin);
    return date && date >= today ? sure(date, unit.next + 1) : null;
  }

  function dateIn(role: Edge, unit: string, begin: CalendarDay): CalendarDay | null {
    const day = role === 'endOf' ? 4 : role === 'middleOf' ? 2 : 0;
    if (unit === 'week')
      return role === 'startOf' ? begin : weekdayFrom(begin < today && role === 'endOf' ? today : begin, day);
    const year = Number(begin.slice(0, 4));
    if (unit === 'month') return dayOfEdge(role, ...monthAfter(begin, 0));
    return role === 'endOf' ? dayOf(year, 12, 31) : role === 'middleOf' ? dayOf(year, 7, 1) : begin;
  }
}

const EDGES = ['endOf', 'startOf', 'middleOf'] as const;
type Edge = (typeof EDGES)[number];

function dayOfEdge(role: Edge, year: number, month: number): CalendarDay | null {
  return role === 'endOf' ? endOfMonth(year, month) : dayOf(year, month, role === 'middleOf' ? 15 : 1);
}

/** A unit from the present one (`ahead` 0) on: `this week`, `next week`, `übernächste Woche`. */
export type UnitAhead = Read<{ readonly unit: string; readonly ahead: number }>;

export function unitOf(r: Reader, at: number): UnitAhead | null {
  const start = r.skip(at, 'the');
  for (const [role, ahead] of BEFORE_UNITS) {
    const found = r.find(start, role);
    const unit = found && r.find(found.next, 'unit');
    // The coming weekend is the weekend of this week.
    const weeks = role === 'coming' && unit?.value === 'weekend' ? 0 : ahead;
    if (unit) return { value: { unit: unit.value, ahead: weeks }, next: unit.next };
  }
  const unit = r.find(start, 'unit');
  if (!unit) return null;
  const second = r.find(unit.next, 'afterNext');
  if (second) return { value: { unit: unit.value, ahead: 2 }, next: second.next };
  const after = r.find(unit.next, 'nextAfter');
  return after && { value: { unit: unit.value, ahead: 1 }, next: after.next };
}

const BEFORE_UNITS = [
  ['nextButOne', 2],
  ['next', 1],
  ['coming', 1],
  ['this', 0],
] as const;

/** `3 days`, `two weeks`, `2w`; not minutes and hours. */
export function counted(
  r: Reader,
  at: number,
): Read<{ readonly count: number; readonly unit: UnitOfDays }> | null {
  const span = r.find(at, 'span');
  if (span) {
    const [count, named] = spanOf(span.value);
    return named === 'minute' || named === 'hour' ? null : { value: { count, unit: named }, next: span.next };
  }
  const number = r.number(at);
  const unit = number && r.find(number.next, 'unit');
  if (!unit || unit.value === 'minute' || unit.value === 'hour') return null;
  // A single letter is a unit only directly after its number: `2w`.
  if ((r.tokens[number.next]?.text.length ?? 0) === 1 && !r.isGlued(number.next)) return null;
  return { value: { count: number.value, unit: unit.value }, next: unit.next };
}
type UnitOfDays = 'day' | 'workday' | 'week' | 'weekend' | 'month' | 'quarter' | 'year';
