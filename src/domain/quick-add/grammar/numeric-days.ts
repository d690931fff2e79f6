import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { dayOf, nextDate } from './calendar.ts';
import type { Read, Reader } from './reader.ts';
import type { DayRead } from './day-read.ts';

/** Combinations of numbers that are shares, shops or phrases more often than days. */
const NO_DAYS = new Set([
  '24/7',
  '7/24',
  '9/11',
  '7/11',
  '50/50',
  '1/2',
  '1/3',
  '2/3',
  '1/4',
  '3/4',
  '9/10',
  '10/10',
  '20/20',
]);

/**
 * A day in numbers: `2026-03-24`, `20260324`, `3/24`, `24.3.`, `24/03/26`. It follows the user's order unless
 * the year leads.
 */
export function numericDay(r: Reader, at: number): DayRead | null {
  const first = r.digits(at, 8);
  if (!first) return null;
  if (first.value.length === 8) {
    const date = dayOf(
      Number(first.value.slice(0, 4)),
      Number(first.value.slice(4, 6)),
      Number(first.value.slice(6)),
    );
    return date && date > '1900' && date < '2200' ? { date, next: first.next, strength: 'edge' } : null;
  }
  const separator = r.tokens[first.next]?.text ?? '';
  if (!/^[-/.]$/.test(separator) || !r.isGlued(first.next)) return null;
  const second = followed(first.next, 2);
  if (!second) return null;
  const last = r.has(second.next, separator) && r.isGlued(second.next) ? followed(second.next, 4) : null;
  // `19.3. 15 Uhr`
  const third = last && (r.isGlued(last.next - 1) || last.value.length === 4) ? last : null;
  return third ? whole(first.value, second.value, third) : short(first.value, second);

  function followed(sign: number, most: number): Read<string> | null {
    const isJoined = r.isGlued(sign + 1) || (separator === '.' && r.context.order === 'dmy');
    return isJoined ? r.digits(sign + 1, most) : null;
  }

  function whole(a: string, b: string, c: Read<string>): DayRead | null {
    if (a.length === 4) return sure(dayOf(Number(a), Number(b), Number(c.value)), c.next);
    if (a.length > 2 || (c.value.length !== 4 && c.value.length !== 2)) return null;
    const year = c.value.length === 2 ? 2000 + Number(c.value) : Number(c.value);
    const { month, day } = inOrder(r, separator, Number(a), Number(b));
    return sure(dayOf(year, month, day), c.next);
  }

  function short(a: string, b: Read<string>): DayRead | null {
    if (a.length > 2 || NO_DAYS.has(`${a}${separator}${b.value}`)) return null;
    const hasEnd = separator === '.' && r.has(b.next, '.') && r.isGlued(b.next);
    // `on 24-12` and `am 10.10` are days, `24-12` and `10.10` are numbers.
    const isNamed = r.context.order === 'dmy' && r.isAfter(at, 'on');
    if (separator === '-' && !isNamed) return null;
    if (separator === '.' && ((!hasEnd && !isNamed) || r.context.order !== 'dmy')) return null;
    const { month, day } = inOrder(r, separator, Number(a), Number(b.value));
    const date = nextDate(month, day, r.context.now.date);
    return date && { date, next: hasEnd ? b.next + 1 : b.next, strength: hasEnd ? 'plain' : 'edge' };
  }

  function sure(date: CalendarDay | null, next: number): DayRead | null {
    return date && { date, next, strength: 'sure' };
  }
}

/** `15/4` without a year, for days that come every year. */
export function shortDate(
  r: Reader,
  at: number,
): Read<{ readonly month: number; readonly day: number }> | null {
  const first = r.digits(at, 2);
  if (!first || !r.has(first.next, '/') || !r.isGlued(first.next) || !r.isGlued(first.next + 1)) return null;
  const second = r.digits(first.next + 1, 2);
  if (!second || (r.has(second.next, '/') && r.isGlued(second.next))) return null;
  const value = inOrder(r, '/', Number(first.value), Number(second.value));
  return value.month >= 1 && value.month <= 12 && value.day >= 1 ? { value, next: second.next } : null;
}

/** People who write dots put the day first. A number above twelve is a day in any order. */
function inOrder(r: Reader, separator: string, a: number, b: number) {
  const isMonthFirst = separator !== '.' && r.context.order !== 'dmy';
  const isMonth = isMonthFirst ? a <= 12 || b > 12 : separator !== '.' && a <= 12 && b > 12;
  return isMonth ? { month: a, day: b } : { month: b, day: a };
}
