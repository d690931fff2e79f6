import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addUnits, dayOf, endOfMonth, monthAfter, startOfWeek, weekdayFrom } from './calendar.ts';
import { sure, type DayRead } from './day-read.ts';
import type { Read, Reader } from './reader.ts';

const UNIT_STARTS = ['in', 'number', 'next', 'this', 'the', 'unit', 'endOf', 'startOf'] as const;

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
    return sure(addUnits(today, count.value.count, count.value.unit), count.next);
  }

  function fromNow(): DayRead | null {
    const count = counted(r, at);
    if (!count) return null;
    const now = r.find(count.next, 'fromNow');
    return now && sure(addUnits(today, count.value.count, count.value.unit), now.next);
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
