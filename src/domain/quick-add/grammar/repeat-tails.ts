import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { addDays } from '#src/domain/time/calendar-day.ts';
import { RULE_LIMITS, type Rule } from '#src/domain/repeat/rule.ts';
import { addUnits, nextDate } from './calendar.ts';
import { readClock } from './clocks.ts';
import { readDayAt } from './days.ts';
import { halfOf } from './halves.ts';
import { readRange } from './ranges.ts';
import type { Read, Reader } from './reader.ts';
import { readTimeAt } from './times.ts';
import { counted } from './unit-days.ts';

/** The words after a frequency: when the repeat begins and ends. */
export interface Tails {
  readonly limits: Pick<Rule, 'count' | 'until'>;
  readonly start: CalendarDay | null;
  /** The named first time: `starting at 9pm`. */
  readonly minute: number | null;
  readonly length: ((first: CalendarDay) => CalendarDay | null) | null;
  readonly isFromCompletion: boolean;
  readonly next: number;
  /** The tokens after a time, when the repeat continues there. */
  readonly later: { readonly at: number; readonly next: number } | null;
}

interface Tail {
  readonly count?: number;
  readonly until?: CalendarDay;
  readonly start?: CalendarDay;
  readonly minute?: number;
  /** `for 3 weeks`: the end, counted from the first day. */
  readonly length?: (start: CalendarDay) => CalendarDay | null;
  readonly isFromCompletion?: true;
}

/**
 * All tails from a token on, including tails after a time unless `isAlone`. `next` is `at` when none follow.
 */
export function readTails(r: Reader, at: number, isAlone: boolean): Tails {
  const near = tailsAt(r, at);
  const time = isAlone ? null : readTimeAt(r, near.next);
  const far = time && tailsAt(r, r.has(time.next, ',') ? time.next + 1 : time.next);
  const hasMore = far !== null && far.tails.length > 0;
  const all: Tail = Object.assign({}, ...near.tails, ...(hasMore ? far.tails : [])) as Tail;
  const start = all.start ?? null;
  const end = all.until ?? all.length?.(start ?? r.context.now.date) ?? null;
  const limits = { count: end ? null : (all.count ?? null), until: end && { date: end, time: null } };
  const later = hasMore ? { at: time?.next ?? at, next: far.next } : null;
  return {
    limits,
    start,
    minute: all.minute ?? null,
    length: all.until ? null : (all.length ?? null),
    isFromCompletion: all.isFromCompletion ?? false,
    next: near.next,
    later,
  };
}

function tailsAt(r: Reader, at: number): { tails: Tail[]; next: number } {
  const tails: Tail[] = [];
  let next = at;
  for (;;) {
    const begin = r.has(next, ',') ? next + 1 : next;
    const found =
      completion(r, begin) ?? until(r, begin) ?? times(r, begin) ?? length(r, begin) ?? starting(r, begin);
    if (!found) return { tails, next };
    tails.push(found.value);
    next = found.next;
  }
}

function completion(r: Reader, at: number): Read<Tail> | null {
  const found = r.find(at, 'afterCompletion');
  return found && { value: { isFromCompletion: true }, next: found.next };
}

function until(r: Reader, at: number): Read<Tail> | null {
  const found = r.find(at, 'until');
  const day = found && dayOrMonth(r, found.next);
  return day && { value: { until: day.value }, next: day.next };
}

function starting(r: Reader, at: number): Read<Tail> | null {
  const found = r.find(at, 'starting');
  const day = found && dayOrMonth(r, found.next);
  if (day) return { value: { start: day.value }, next: day.next };
  const begin = found && r.skip(found.next, 'at');
  const time = begin ? readClock(r, begin) : null;
  if (!time || (!time.isClear && begin === found?.next) || readRange(r, at)) return null;
  return { value: { minute: halfOf(time, r) }, next: time.next };
}

/** A month alone means its first day. */
function dayOrMonth(r: Reader, at: number): Read<CalendarDay> | null {
  const day = readDayAt(r, at);
  if (day) return { value: day.date, next: day.next };
  const month = r.find(at, 'month');
  const date = month && nextDate(month.value, 1, r.context.now.date);
  return month && date ? { value: date, next: month.next } : null;
}

/** `12 times`, `for 3 times`, `x5`. */
function times(r: Reader, at: number): Read<Tail> | null {
  const number = r.number(r.skip(at, 'for'));
  const found = number && r.find(number.next, 'times');
  if (!found || number.value < 1 || number.value > RULE_LIMITS.count) return null;
  return { value: { count: number.value }, next: found.next };
}

/** `for 3 weeks`. */
function length(r: Reader, at: number): Read<Tail> | null {
  const found = r.find(at, 'for');
  const count = found && counted(r, found.next);
  if (!count || count.value.count < 1) return null;
  return {
    value: {
      length: (start) => {
        const end = addUnits(start, count.value.count, count.value.unit);
        return end && addDays(end, -1);
      },
    },
    next: count.next,
  };
}
