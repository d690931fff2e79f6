import { toUtcDate, type CalendarDay } from '#src/domain/time/calendar-day.ts';

/** The words of a locale for the parts of a rule. */
export interface Names {
  readonly number: (n: number) => string;
  /** `Monday`, for 0. */
  readonly weekday: (weekday: number) => string;
  /** `January`, for 1. */
  readonly month: (month: number) => string;
  /** `29 February`; null for a date that no year has. */
  readonly date: (month: number, day: number) => string | null;
  /** `6 June 2027`. */
  readonly day: (day: CalendarDay) => string;
  /** `9:00`, for a minute of the day. */
  readonly time: (minute: number) => string;
  readonly and: (items: readonly string[]) => string;
  readonly or: (items: readonly string[]) => string;
}

/** Formatters are slow to make, and a list needs the same ones again and again. */
const known = new Map<string, Names>();

export function namesOf(locale: string): Names {
  const names = known.get(locale) ?? make(locale);
  known.set(locale, names);
  return names;
}

function make(locale: string): Names {
  const format = (parts: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC', calendar: 'gregory' });
    return (date: number | Date) => formatter.format(date);
  };
  const weekday = format({ weekday: 'long' });
  const month = format({ month: 'long' });
  const date = format({ day: 'numeric', month: 'long' });
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const time = format({ hour: 'numeric', minute: '2-digit' });
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const or = new Intl.ListFormat(locale, { type: 'disjunction' });
  return {
    number: (n) => n.toLocaleString(locale),
    // 1 January 2001 was a Monday, and 2000 had a 29 February.
    weekday: (n) => weekday(Date.UTC(2001, 0, 1 + n)),
    month: (n) => month(Date.UTC(2000, n - 1)),
    date: (n, dayOfMonth) => {
      const one = new Date(Date.UTC(2000, n - 1, dayOfMonth));
      return one.getUTCDate() === dayOfMonth ? date(one) : null;
    },
    day: (one) => day(toUtcDate(one)),
    time: (minute) => time(minute * 60_000),
    and: (items) => and.format(items),
    or: (items) => or.format(items),
  };
}
