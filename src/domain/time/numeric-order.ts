/** The order of month, day and year in a numeric date. */
export type NumericOrder = 'mdy' | 'dmy' | 'ymd';

/** The order of the locale. */
export function numericOrder(locale: string): NumericOrder {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', calendar: 'gregory' } as const;
  const parts = new Intl.DateTimeFormat(locale, numeric).formatToParts(0).map(({ type }) => type);
  const place = (type: Intl.DateTimeFormatPartTypes) => parts.indexOf(type);
  if (place('year') < place('month')) return place('month') < place('day') ? 'ymd' : 'dmy';
  return place('month') < place('day') ? 'mdy' : 'dmy';
}
