const DAY_MS = 86_400_000;

/** The calendar repeats after 400 years. From the year 401 on, `Date.UTC` takes each year for what it is (not 26 for 1926). */
const CYCLE_YEARS = 400;
const DAY_0 = Date.UTC(CYCLE_YEARS + 1, 0) / DAY_MS;

/** The month that a day is in. Months are counted from January of the year 1, days as in due.ts. */
export function monthOf(day: number): number {
  const date = new Date((day + DAY_0) * DAY_MS);
  return (date.getUTCFullYear() - CYCLE_YEARS - 1) * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function monthStart(month: number): number {
  return Date.UTC(CYCLE_YEARS + 1, month) / DAY_MS - DAY_0;
}

/** The year that a day is in. Years are counted from the year 1, which is 0. */
export function yearOf(day: number): number {
  return Math.floor(monthOf(day) / 12);
}

/** The first day of a year. */
export function yearStart(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

/** How many kinds of years there are: they begin on one of seven weekdays, and have 365 or 366 days. */
export const YEAR_KINDS = 14;

/** The kind of a year, 0 to 13; the year may be -1. Years of one kind have the same dates on the same weekdays. */
export function yearKind(year: number): number {
  const begin = yearStart(year + CYCLE_YEARS);
  const length = yearStart(year + CYCLE_YEARS + 1) - begin;
  return (begin % 7) + (length - 365) * 7;
}
