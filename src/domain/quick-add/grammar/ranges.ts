import { DAY } from '#src/domain/repeat/due.ts';
import { readClock } from './clocks.ts';
import type { Strength } from './day-read.ts';
import { afternoon, halfOf, NOON, type Clock } from './halves.ts';
import { partBehind, withUsual } from './parts-of-day.ts';
import type { Reader } from './reader.ts';

export interface RangeRead {
  readonly minute: number;
  readonly duration: number;
  readonly next: number;
  readonly strength: Strength;
  /** True when the half of the day is known. */
  readonly hasHalf: boolean;
}

/** `from 9 to 11`, `10-11am`, `14:00 - 15:30`, `between 2 and 4pm`. */
export function readRange(r: Reader, at: number): RangeRead | null {
  return r.canBegin(at) ? r.once(rangeAt, at) : null;
}

function rangeAt(r: Reader, at: number): RangeRead | null {
  const begin = r.skip(at, 'from', 'at');
  const isFrom = r.is(at, 'from');
  const start = clockAt(r, begin, false);
  if (!start) return null;
  const to = r.find(start.next, 'to') ?? (isFrom ? r.find(start.next, 'and') : null);
  const end = to && clockAt(r, r.skip(to.next, 'at'), isFrom);
  if (!end) return null;
  // `9h et 11h` is no range, `entre 9h et 11h` is one.
  if (!isFrom && r.is(start.next, 'and')) return null;
  const [early, late] = minutesOf(start, end, r);
  const duration = late > early ? late - early : late + DAY - early;
  if (duration <= 0 || duration >= DAY) return null;
  const isClear = start.isClear || end.isClear;
  if (!isClear && r.is(end.next, 'counted')) return null;
  const strength = isClear ? 'sure' : begin === at ? 'behind' : 'edge';
  return { minute: early, duration, next: end.next, strength, hasHalf: start.hasHalf || end.hasHalf };
}

/** A clock with the part of the day that follows it: `6h30 du matin`, `from 2 to 4 nachmittags`. */
function clockAt(r: Reader, at: number, isFrom: boolean): Clock | null {
  const time = readClock(r, at);
  const part = time && partBehind(r, time.next);
  if (!part || part.ahead !== null || (!part.isBound && !time.isClear && !isFrom)) return time;
  return { minute: withUsual(time, part.usual), next: part.next, hasHalf: true, isSaid: true, isClear: true };
}

/**
 * Both ends as minutes of the day. A word for the half of one decides on the other (`10-11am`, `11-1pm`,
 * `8pm - 11`). An end as of 24 hours means the same of its start: `9:30-22:00`.
 */
function minutesOf(start: Clock, end: Clock, r: Reader): [early: number, late: number] {
  if (start.isSaid) return [start.minute, end.hasHalf ? end.minute : after(start.minute, end.minute)];
  if (end.isSaid) return [start.hasHalf ? start.minute : before(start.minute, end.minute), end.minute];
  if (start.hasHalf || end.hasHalf) return [start.minute, end.minute];
  if (!r.pack.isTwelveHours)
    return [start.minute, end.minute <= start.minute ? end.minute + NOON : end.minute];
  const late = halfOf(end, r);
  const early = late >= NOON ? before(start.minute, late) : afternoon(start.minute);
  return [early, after(early, end.minute)];
}

/** The first such minute of a 12-hour clock after another minute. */
function after(minute: number, end: number): number {
  const late = end % NOON;
  return late > minute ? late : late + NOON > minute ? late + NOON : late;
}

/** The last such minute of a 12-hour clock before another minute. */
function before(start: number, end: number): number {
  const late = start < NOON ? start + NOON : start;
  return end >= NOON && late < end ? late : start;
}
