import type { NumericOrder } from '#src/domain/time/numeric-order.ts';

/** A date such as 12/31/2026, 31.12.26 or 12/31. `26-12-31` may have the year first. */
const NUMERIC = /^(\d{1,2})(?:[/.-](\d{1,2})[/.-]\d{4}|[/.](\d{1,2})[/.]\d\d|\/(\d{1,2}))(?!\d|[/.-]\d)/;

/** The order that a date with a number above 12 decides for all dates of a file; null when none does. */
export function orderAmong(dates: readonly string[]): NumericOrder | null {
  for (const date of dates) {
    const [, first, ...seconds] = NUMERIC.exec(date) ?? [];
    const second = seconds.find((each) => each !== undefined);
    if (Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return null;
}
