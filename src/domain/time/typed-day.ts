import { parseCalendarDay, type CalendarDay } from './calendar-day.ts';
import type { NumericOrder } from './numeric-order.ts';

const YEAR_FIRST = /^(\d{4})(?:(\d{2})(\d{2})|\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{1,2})\.?)$/;
const YEAR_LAST = /^(\d{1,2})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{4})\.?$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]\d{2}(:?\d{2})?)?$/i;

/**
 * Reads a day in numbers: YYYY-MM-DD, also with other separators, single digits or no separator (2026/1/5,
 * 20260105); or with the year last, and day and month in `order` (11/23/2026, 23.11.2026).
 */
export function readWrittenDay(text: string, order: NumericOrder): CalendarDay | null {
  const typed = text.trim();
  const [, first, second, year] = YEAR_LAST.exec(typed) ?? [];
  if (!year) return readYearFirst(typed);
  return order === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second);
}

/**
 * Reads a day of a file, where the order of day and month is unknown: with the year first, or an ISO 8601
 * date and time, where the calendar day counts as written, in any zone.
 */
export function readFileDay(text: string): CalendarDay | null {
  const written = text.trim();
  return readYearFirst(DATE_TIME.exec(written)?.[1] ?? written);
}

function readYearFirst(text: string): CalendarDay | null {
  const match = YEAR_FIRST.exec(text);
  if (!match) return null;
  const [, year, month2, day2, month = month2, day = day2] = match;
  return dayOf(year, month, day);
}

function dayOf(year = '', month = '', day = ''): CalendarDay | null {
  return parseCalendarDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
