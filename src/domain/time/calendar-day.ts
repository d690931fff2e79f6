/**
 * A calendar day, `YYYY-MM-DD` (years 0001 to 9999, proleptic Gregorian), without a time zone: it means the
 * same day wherever its user travels. Days compare as strings.
 */
export type CalendarDay = string & { readonly __brand: 'CalendarDay' };

const DAY_MS = 86_400_000;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;
/** The days of each month in a leap year. */
const MONTH_DAYS: readonly number[] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The day that `text` names, or null for any other text (wrong shape, 30 February, year 0000). */
export function parseCalendarDay(text: string): CalendarDay | null {
  if (!PATTERN.test(text)) return null;
  // Numbers alone, since every row that comes or is read from the disk is checked.
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (year === 0 || day === 0 || day > (MONTH_DAYS[month - 1] ?? 0)) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && day === 29 && !isLeap ? null : (text as CalendarDay);
}

/** The calendar day at `instant` (ms since 1970 UTC) in `timeZone` (IANA name; default: the device's). */
export function calendarDayAt(instant: number, timeZone?: string): CalendarDay {
  const date = new Date(instant);
  if (timeZone === undefined) return format(date.getFullYear(), date.getMonth() + 1, date.getDate());
  const parts = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(date);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  return format(part('year'), part('month'), part('day'));
}

/** The day `count` days after `day`, or before it when negative; stops at the first and the last day. */
export function addDays(day: CalendarDay, count: number): CalendarDay {
  const ms = toUtcMs(day) + count * DAY_MS;
  return fromUtcDate(new Date(Math.min(Math.max(ms, toUtcMs(FIRST_DAY)), toUtcMs(LAST_DAY))));
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((toUtcMs(to) - toUtcMs(from)) / DAY_MS);
}

/**
 * The first instant of `day` on the device, ms since 1970 UTC. It changes with the time zone of the device.
 */
export function localMidnight(day: CalendarDay): number {
  const { year, month, day: dayOfMonth } = split(day);
  // The year is set first without a time: the clocks of another year may skip midnight on the same date.
  return new Date(2000, 0).setFullYear(year, month - 1, dayOfMonth);
}

/**
 * `day` as a Date at midnight UTC, for `Intl` and calendar libraries. Tell them that it is UTC: a local date,
 * or a formatter for the local zone, gives another day after the device changes its zone.
 */
export function toUtcDate(day: CalendarDay): Date {
  const { year, month, day: dayOfMonth } = split(day);
  return utcDate(year, month, dayOfMonth);
}

/** The calendar day of a Date in UTC. */
export function fromUtcDate(date: Date): CalendarDay {
  return format(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

export const FIRST_DAY = '0001-01-01' as CalendarDay;
export const LAST_DAY = '9999-12-31' as CalendarDay;

function split(day: CalendarDay) {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number];
  return { year, month, day: dayOfMonth };
}

function toUtcMs(day: CalendarDay): number {
  return toUtcDate(day).getTime();
}

/** Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not. */
function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function format(year: number, month: number, day: number): CalendarDay {
  const pad = (n: number, width: number) => String(n).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` as CalendarDay;
}
