import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayOf, nextDate, weekdayFrom } from './calendar.ts';
import type { Strength } from './day-read.ts';
import { readDayAt } from './days.ts';
import { dayNumber } from './month-days.ts';
import type { Read, Reader } from './reader.ts';

/** The first and the last day of some days in a row. */
export interface DaySpan {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
  readonly next: number;
  readonly strength: Strength;
}

/** `from march 20 to march 27`, `10. bis 22. Oktober`, `march 20-27`, `friday to sunday`, `sat and sun`. */
export function readDaySpan(r: Reader, at: number): DaySpan | null {
  const isFrom = r.is(at, 'from') || r.is(at, 'of');
  const begin = r.skip(r.skip(at, 'from', 'of', 'on'), 'the');
  // `move the meeting from friday to monday`
  if (r.once(isMoving, 0)) return null;
  const first = readDayAt(r, begin);
  const weekday = first && weekdayAt(r, begin, first.next);
  const number = dayNumber(r, begin);
  const isNumber = number !== null && number.next >= (first?.next ?? begin);
  return (
    (number && isNumber ? fromNumber(number) : null) ??
    (first && (isDated(r, begin, first.next) || weekday) ? fromDay(first.date, first.next) : null)
  );

  /** `march 20 to april 2`, `march 20-27`, `friday to sunday` */
  function fromDay(day: CalendarDay, next: number): DaySpan | null {
    const to = toAt(next);
    if (!to) return null;
    const last = readDayAt(r, to.next);
    const end = weekdayAt(r, to.next, last?.next ?? to.next);
    if (weekday && last && end) {
      const date = weekdayFrom(addDays(day, 1), end.value);
      // From Monday to Friday is every workday (see `severalWeekdays`).
      if (weekday.value === 0 && end.value === 4) return null;
      const isPair = r.is(next, 'and') && !isFrom;
      return isPair && date !== addDays(day, 1) ? null : spanOf(day, date, last.next);
    }
    if (weekday || !isDated(r, begin, next)) return null;
    if (last && isDated(r, to.next, last.next)) {
      const isLater = last.date > day;
      const date = isLater
        ? last.date
        : nextDate(Number(last.date.slice(5, 7)), Number(last.date.slice(8)), day);
      return date && !r.is(next, 'and') ? spanOf(day, date, last.next) : null;
    }
    // `2 de abril a las 9` has a time.
    const number = r.is(next, 'at') ? null : dayNumber(r, to.next);
    const date = number && r.isLoose(number.next) ? inMonthOf(day, number.value) : null;
    return date && number ? spanOf(day, date, number.next) : null;
  }

  /** `10 to 22 august` */
  function fromNumber(number: Read<number>): DaySpan | null {
    const to = toAt(number.next);
    const last = to && readDayAt(r, to.next);
    if (!last || !isDated(r, to.next, last.next)) return null;
    const date = inMonthOf(last.date, number.value);
    return date && spanOf(date, last.date, last.next);
  }

  function toAt(next: number): { readonly next: number } | null {
    const to = r.find(next, 'to') ?? r.find(next, 'and');
    return to && { next: r.skip(r.skip(to.next, 'on'), 'the') };
  }

  function spanOf(day: CalendarDay, date: CalendarDay, next: number): DaySpan | null {
    return day < date ? { first: day, last: date, next, strength: 'plain' } : null;
  }
}

function isMoving(r: Reader): boolean {
  return r.tokens.some((_, i) => r.is(i, 'moving'));
}

function inMonthOf(day: CalendarDay, number: number): CalendarDay | null {
  return dayOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)), number);
}

/** A weekday with nothing more: not `friday, march 20`. */
function weekdayAt(r: Reader, at: number, next: number): Read<number> | null {
  const found = r.find(at, 'weekday') ?? r.find(r.skip(at, 'next', 'this', 'coming', 'on'), 'weekday');
  return found?.next === next ? found : null;
}

/** Says if the words of a day have a number in them, so that it is a date and no weekday. */
function isDated(r: Reader, at: number, next: number): boolean {
  for (let i = at; i < next; i++) if (r.tokens[i]?.kind === 'number') return true;
  return false;
}
