import { dayOf, nextDate } from './calendar.ts';
import { sure, type DayRead } from './day-read.ts';
import type { Read, Reader } from './reader.ts';

/** `march 20`, `20th of march 2027`, `20. März`. */
export function monthDay(r: Reader, at: number): DayRead | null {
  const start = r.skip(at, 'the');
  const leading = r.find(start, 'month');
  const day = leading && dayNumber(r, r.has(leading.next, '.') ? leading.next + 1 : leading.next);
  if (leading && day) return withYear(r, leading.value, day.value, day.next);
  const first = dayNumber(r, start) ?? spelledDay(r, start);
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

/** `first of may`, `cinco de mayo`, `fünfter Dezember`, only before a month. */
function spelledDay(r: Reader, at: number): Read<number> | null {
  const day = r.find(at, 'ordinal') ?? r.find(at, 'number');
  return day && day.value >= 1 && day.value <= 31 && r.is(r.skip(day.next, 'of'), 'month') ? day : null;
}

/** `13-Jan-2027`. */
export function joinedDay(r: Reader, at: number): DayRead | null {
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
    ordinal !== null || !r.isGlued(found.next) || /^[-–.,;:!?)\]}]$/.test(r.tokens[found.next]?.text ?? '');
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
