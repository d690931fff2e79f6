import { addMonths } from '#src/domain/time/add-months.ts';
import { addDays, FIRST_DAY, LAST_DAY, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { readDay } from '#src/domain/quick-add/read.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';

const OFFSET = /^([+-])\s*(\d{1,5})\s*([dwmy])$/i;

/**
 * Reads a day of a query: an offset from today in days, weeks, months or years (`-7d`, `+2w`), or a day of
 * quick add. Null for any other text.
 */
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
      return addMonths(today, unit === 'm' ? count : count * 12) ?? (count < 0 ? FIRST_DAY : LAST_DAY);
  }
}
