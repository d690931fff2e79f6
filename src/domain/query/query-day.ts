import { addDays, daysBetween, FIRST_DAY, type CalendarDay } from '#src/domain/calendar-day.ts';
import { monthOf, monthStart } from '#src/domain/repeat/months.ts';
import { readTypedDay } from '#src/domain/typed-day.ts';

const OFFSET = /^([+-])\s*(\d{1,5})\s*([dwmy])$/i;
const NEAR = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

/**
 * Reads a day of a query: `today`, so many days, weeks, months or years from then (`-7d`, `+2w`), or a date as the locale writes it. Null
 * where it is none.
 */
export function readQueryDay(text: string, today: CalendarDay, locale: string): CalendarDay | null {
  const written = text.trim().toLowerCase();
  const near = NEAR.get(written);
  if (near !== undefined) return addDays(today, near);
  const [, sign, digits, unit = ''] = OFFSET.exec(written) ?? [];
  if (sign === undefined) return readTypedDay(text, locale);
  const count = Number(sign + digits);
  switch (unit) {
    case 'd':
      return addDays(today, count);
    case 'w':
      return addDays(today, count * 7);
    default:
      return addMonths(today, unit === 'm' ? count : count * 12);
  }
}

/** A day that the month lacks becomes its last one. Stops at the first and last day there are. */
function addMonths(day: CalendarDay, count: number): CalendarDay {
  const number = daysBetween(FIRST_DAY, day);
  const month = monthOf(number);
  const start = monthStart(month + count);
  const inMonth = Math.min(number - monthStart(month), monthStart(month + count + 1) - start - 1);
  return addDays(FIRST_DAY, start + inMonth);
}
