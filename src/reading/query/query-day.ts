import { addMonths } from '#src/domain/time/add-months.ts';
import { addDays, FIRST_DAY, LAST_DAY, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { startOfWeek } from '#src/domain/quick-add/grammar/calendar.ts';
import { readDay } from '#src/domain/quick-add/read.ts';
import type { DayContext } from '#src/domain/quick-add/types.ts';
import type { Days } from './context.ts';
import { SPAN } from './field-values.ts';

const OFFSET = /^([+-]?)\s*(\d{1,5})\s*(d|w|m|y|days?|weeks?|months?|years?)$/i;
const PERIOD = /^(this|next|last)\s+(week|month|year)$/i;
const STEPS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };

/**
 * Reads the days of a query: an offset from today in days, weeks, months or years (`-7d`, `+2w`, `30 days`), a period (`this week`,
 * `next 7 days`), or a day of quick add. Null for any other text.
 */
export function readQueryDays(text: string, context: DayContext): Days | null {
  const words = text.trim().toLowerCase();
  const today = context.now.date;
  const [, sign = '', digits, unit = ''] = OFFSET.exec(words) ?? [];
  if (digits !== undefined) return single(moved(today, Number(sign + digits), unit));
  const [, count, of = ''] = SPAN.exec(words) ?? [];
  if (count !== undefined)
    return { first: today, last: addDays(moved(today, Math.max(1, Number(count)), of), -1) };
  const [, which = '', period] = PERIOD.exec(words) ?? [];
  if (period !== undefined) return periodOf(period, STEPS[which] ?? 0, context);
  const day = readDay(text, context);
  if (day === null) return null;
  return words.endsWith('weekend') ? { first: day, last: addDays(day, 1) } : single(day);
}

function single(day: CalendarDay): Days {
  return { first: day, last: day };
}

/** `unit`: by its first letter. */
function moved(day: CalendarDay, count: number, unit: string): CalendarDay {
  if (unit.startsWith('d')) return addDays(day, count);
  if (unit.startsWith('w')) return addDays(day, count * 7);
  return addMonths(day, unit.startsWith('m') ? count : count * 12) ?? (count < 0 ? FIRST_DAY : LAST_DAY);
}

/** The week, month or year that is `step` after the one of today. */
function periodOf(unit: string, step: number, context: DayContext): Days {
  const { date } = context.now;
  const begins: Readonly<Record<string, CalendarDay>> = {
    week: startOfWeek(date, context),
    month: `${date.slice(0, 7)}-01` as CalendarDay,
    year: `${date.slice(0, 4)}-01-01` as CalendarDay,
  };
  const first = moved(begins[unit] ?? date, step, unit);
  return { first, last: addDays(moved(first, 1, unit), -1) };
}
