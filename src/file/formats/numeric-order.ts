import type { NumericOrder } from '#src/domain/time/numeric-order.ts';

/** The order that a date with a number above 12 decides for all dates of a file; null when none does. */
export function orderAmong(dates: readonly string[]): NumericOrder | null {
  for (const date of dates) {
    const [, first, second] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/.exec(date) ?? [];
    if (Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return null;
}
