const DAY_MS = 86_400_000;

/** The calendar repeats after 400 years. From the year 401 on, `Date.UTC` takes each year for what it is (not 26 for 1926). */
const CYCLE_YEARS = 400;
const DAY_0 = Date.UTC(CYCLE_YEARS + 1, 0) / DAY_MS;

/** The days of 400 years, in whole weeks: what falls on a day does so again after them. */
export const CYCLE_DAYS = 146_097;

/** The month that a day is in. Months are counted from January of the year 1, days as in due.ts. */
export function monthOf(day: number): number {
  const date = new Date((day + DAY_0) * DAY_MS);
  return (date.getUTCFullYear() - CYCLE_YEARS - 1) * 12 + date.getUTCMonth();
}

/** The first day of a month. */
export function monthStart(month: number): number {
  return Date.UTC(CYCLE_YEARS + 1, month) / DAY_MS - DAY_0;
}
