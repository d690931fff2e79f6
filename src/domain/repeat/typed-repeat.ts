import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { EVERY, RULE_LIMITS, type Frequency, type NthWeekday, type Rule, type Weekday } from './rule.ts';

export interface TypedRepeat {
  readonly rule: Rule;
  /** From when the next time counts: `every!` and `after completion` say from the completion. */
  readonly repeatFrom: 'date' | 'completion';
}

const UNITS: Readonly<Record<string, Frequency>> = {
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
};

/** What says how often in one word. */
const ADVERBS: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: '3 months',
  yearly: 'year',
  annually: 'year',
  weekdays: 'weekday',
  workdays: 'weekday',
  weekends: 'weekend',
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WORKDAYS: readonly Weekday[] = [0, 1, 2, 3, 4];
const WEEKEND: readonly Weekday[] = [5, 6];
const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
};
const NUMBERS: Readonly<Record<string, number>> = { other: 2, two: 2, three: 3, four: 4, five: 5, six: 6 };

/**
 * Reads how often, as people type it in English: `every first sunday`, `every 2 weeks on mon and thu`, `every! 3 days`, `31st`, `every last
 * weekday`, `every year on 29 february`, `weekdays, 12 times`, `daily until 2027-06-06`. `weekStart` is 0 for Monday; `readDay` reads a typed
 * day. Null when it is nothing of the kind.
 */
export function readTypedRepeat(
  text: string,
  weekStart: Weekday,
  readDay: (text: string) => CalendarDay | null,
): TypedRepeat | null {
  let rest = text.toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, RULE_LIMITS.text);
  const until = cut(/,? ?\b(?:until|till) (.+)$/);
  const count = cut(/,? ?\b(?:for )?(\d+) times$/);
  const isAfter = cut(/ (after (?:it is )?(?:completion|completed|done))$/) !== null;
  const isFromCompletion = /^every ?!/.test(rest) || isAfter;
  rest = rest.replace(/^(?:every|each) ?!? ?/, '');
  rest = ADVERBS[rest] ?? rest;
  const said = readBody(rest);
  const untilDay = until === null ? null : readDay(until);
  const times = count === null ? null : Number(count);
  if (!said || (until !== null && !untilDay)) return null;
  if (times !== null && (times < 1 || times > RULE_LIMITS.count)) return null;
  const { byMonthDay = [] } = said;
  const rule: Rule = {
    ...EVERY,
    ...said,
    count: times,
    until: untilDay && { date: untilDay, time: null },
    weekStart,
    clamp: byMonthDay.some((day) => day > 28),
  };
  return { rule, repeatFrom: isFromCompletion ? 'completion' : 'date' };

  /** Takes the end off that says so much, and gives what it says. */
  function cut(end: RegExp): string | null {
    const found = end.exec(rest);
    if (!found) return null;
    rest = rest.slice(0, found.index).trim();
    return found[1] ?? null;
  }
}

type Said = Pick<Rule, 'freq'> & Partial<Rule>;

function readBody(body: string): Said | null {
  const [, number = '', unit = '', on = ''] =
    /^(?:(\d+|[a-z]+) )?(hour|day|week|month|year)s?(?: (?:on|in|of) (?:the )?(.+))?$/.exec(body) ?? [];
  const freq = UNITS[unit];
  if (!freq) return readDays(body.replace(/^the /, ''));
  const interval = number === '' ? 1 : (NUMBERS[number] ?? Number(number));
  // The last day is no number of days.
  if (Number.isNaN(interval)) return readDays(body);
  if (interval < 1 || interval > RULE_LIMITS.interval) return null;
  if (on === '') return { freq, interval };
  const days = readDays(on);
  const isOf = days && (days.freq === freq || (freq === 'YEARLY' && days.freq === 'MONTHLY' && days.byMonth));
  return isOf ? { ...days, freq, interval } : null;
}

/** On which days, without how often. */
function readDays(text: string): Said | null {
  const [days, months] = splitMonths(text);
  const byMonth = months === undefined ? [] : readList(months, monthOf);
  if (!byMonth) return null;
  const inMonths = byMonth.length > 0 ? { freq: 'YEARLY' as const, byMonth } : { freq: 'MONTHLY' as const };
  const byMonthDay = readList(days, dayOfMonth);
  if (byMonthDay) return { ...inMonths, byMonthDay };
  const nth = readList(days, nthWeekday);
  if (nth) return { ...inMonths, byDay: nth };
  const position = /^(\w+) (weekday|workday|weekend day)$/.exec(days);
  const place = position && ordinalOf(position[1] ?? '');
  if (place !== null && place !== undefined)
    return {
      ...inMonths,
      byDay: eachOf(position?.[2] === 'weekend day' ? WEEKEND : WORKDAYS),
      bySetPos: [place],
    };
  if (byMonth.length > 0) return null;
  if (/^(?:weekday|workday)s?$/.test(days)) return { freq: 'WEEKLY', byDay: eachOf(WORKDAYS) };
  if (/^weekends?$/.test(days)) return { freq: 'WEEKLY', byDay: eachOf(WEEKEND) };
  const weekdays = readList(days, weekdayOf);
  return weekdays && { freq: 'WEEKLY', byDay: eachOf(weekdays.toSorted((a, b) => a - b)) };
}

/** `29 february` and `february 29` too: the day, and the month that stands with it. */
function splitMonths(text: string): [days: string, months?: string] {
  const [of, days, months] = /^(.+?) (?:of|in) (?:the month|each month|every month|(.+))$/.exec(text) ?? [];
  if (of) return months === undefined ? [days ?? ''] : [days ?? '', months];
  const after =
    /^(\d+)(?:st|nd|rd|th)? ([a-z]+)$/.exec(text) ?? /^([a-z]+) (\d+)(?:st|nd|rd|th)?$/.exec(text);
  const [first = '', second = ''] = after?.slice(1) ?? [];
  if (monthOf(second) !== null) return [first, second];
  if (monthOf(first) !== null && /^\d/.test(second)) return [second, first];
  return [text];
}

function readList<T>(text: string, read: (item: string) => T | null): T[] | null {
  const items = text.split(/\s*(?:,|\band\b|&)\s*(?:the )?/).filter((item) => item !== '');
  const values = items.map(read);
  return items.length > 0 && values.every((value) => value !== null) ? [...new Set(values as T[])] : null;
}

function eachOf(weekdays: readonly Weekday[]): NthWeekday[] {
  return weekdays.map((weekday) => ({ weekday, nth: 0 }));
}

function nthWeekday(text: string): NthWeekday | null {
  const [ordinal = '', day = '', ...more] = text.split(' ');
  const [nth, weekday] = [ordinalOf(ordinal), weekdayOf(day)];
  return nth === null || weekday === null || more.length > 0 ? null : { weekday, nth };
}

function ordinalOf(word: string): number | null {
  const number = Number(/^(\d)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? Number.NaN);
  return ORDINALS[word] ?? (number >= 1 && number <= 5 ? number : null);
}

/** `31st`, `15`, `last day`. */
function dayOfMonth(text: string): number | null {
  if (text === 'last day' || text === 'last') return -1;
  const day = Number(/^(?:day )?(\d{1,2})(?:st|nd|rd|th)?$/.exec(text)?.[1] ?? Number.NaN);
  return day >= 1 && day <= 31 ? day : null;
}

function weekdayOf(word: string): Weekday | null {
  return find(WEEKDAYS, word.replace(/s$/, ''), 3) as Weekday | null;
}

function monthOf(word: string): number | null {
  const place = find(MONTHS, word, 3);
  return place === null ? null : place + 1;
}

/** Which word it is, or the beginning of, by so many letters at least: `mon`, `thurs`, `sept`. */
function find(words: readonly string[], word: string, least: number): number | null {
  const place = word.length < least ? -1 : words.findIndex((each) => each.startsWith(word));
  return place === -1 ? null : place;
}
