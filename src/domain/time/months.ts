/** The month of a day. Months count from January of the year 1, days as in due.ts. */
export function monthOf(day: number): number {
  const year = yearOf(day);
  // Months have at least 28 days, so that the guess is this month or the next one.
  const month = year * 12 + Math.min(11, Math.floor((day - yearStart(year)) / 29));
  return monthStart(month) > day ? month - 1 : month;
}

/** The first day of a month. */
export function monthStart(month: number): number {
  const year = Math.floor(month / 12);
  const nth = month - year * 12;
  if (nth < 2) return yearStart(year) + nth * 31;
  // From March on, the lengths of months repeat every five months, 153 days.
  return yearStart(year + 1) - 306 + Math.floor((153 * (nth - 2) + 2) / 5);
}

/** The year of a day. Years count from the year 1, which is 0. */
export function yearOf(day: number): number {
  const year = Math.floor(day / 365.2425);
  if (yearStart(year) > day) return year - 1;
  return yearStart(year + 1) > day ? year : year + 1;
}

/** The first day of a year. */
export function yearStart(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

/** The number of kinds of years: they begin on one of seven weekdays, and have 365 or 366 days. */
export const YEAR_KINDS = 14;

/** The calendar repeats after 400 years. Adding a cycle makes the year -1 positive. */
const CYCLE_YEARS = 400;

/**
 * The kind of a year, 0 to 13, from the year -1 on. Years of one kind have the same dates on the same
 * weekdays.
 */
export function yearKind(year: number): number {
  const begin = yearStart(year + CYCLE_YEARS);
  const length = yearStart(year + CYCLE_YEARS + 1) - begin;
  return (begin % 7) + (length - 365) * 7;
}
