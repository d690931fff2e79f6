import { addDays, daysBetween, FIRST_DAY, type CalendarDay } from '#src/domain/calendar-day.ts';
import { readDay } from '#src/domain/quick-add/read.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import { monthOf, monthStart } from '#src/domain/repeat/months.ts';

const OFFSET = /^([+-])\s*(\d{1,5})\s*([dwmy])$/i;

/** Reads a day of a query: so many days, weeks, months or years from today (`-7d`, `+2w`), or as quick add reads it. Null where it is none. */
export function readQueryDay(text: string, context: DayContext): CalendarDay | null {
  const [, sign, digits, unit = ''] = OFFSET.exec(text.trim().toLowerCase()) ?? [];
  if (sign === undefined) return readDay(text, context);
  const today = context.now.date;
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
