import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { DAY } from '#src/domain/repeat/due.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { minutesOf, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Strength } from './day-read.ts';
import { afternoon, halfOf, inHalf, NOON, readClock, type Clock } from './clocks.ts';
import { durationAt } from './durations.ts';
import type { Reader } from './reader.ts';

export interface TimeRead {
  /** Minutes since midnight. */
  readonly minute: number;
  readonly next: number;
  readonly strength: Strength;
  /** The length of a range in minutes. */
  readonly duration?: number;
  /** The day of a time that names it too: `tonight`, `in 2 hours`. */
  readonly date?: CalendarDay;
}

/** From this minute on, a word for a part of the day means the night. */
const NIGHT = 20 * 60;

/** The longest time that begins at a token: `5pm`, `at 5`, `from 9 to 11`, `tonight at 8`, `in 2 hours`. */
export function readTimeAt(r: Reader, at: number): TimeRead | null {
  return r.canBegin(at) ? r.once(timeAt, at) : null;
}

function timeAt(r: Reader, at: number): TimeRead | null {
  let best: TimeRead | null = null;
  for (const form of FORMS) {
    const found = form(r, at);
    if (found && found.next > (best?.next ?? at)) best = found;
  }
  return best;
}

const FORMS = [inHours, tonight, range, clockOfDayPart, clock, word, dayPart];

/** `in 20 minutes`, `in 2 hours`: counted from now. */
function inHours(r: Reader, at: number): TimeRead | null {
  const start = r.find(at, 'in');
  const length = start && durationAt(r, start.next);
  if (!length) return null;
  const { now, zone } = r.context;
  const instant = instantOf({ date: now.date, time: timeOfMinutes(now.minute) }, zone);
  const then = instant === null ? null : localTimeAt(instant + length.minutes * 60_000, zone);
  if (!then) return null;
  return { minute: minutesOf(then.time as TimeOfDay), date: then.date, next: length.next, strength: 'sure' };
}

/** `tonight`, `tonight at 8`, `at 8 tonight`. */
function tonight(r: Reader, at: number): TimeRead | null {
  const word = r.find(at, 'todayAt');
  if (word) {
    const exact = readClock(r, r.skip(word.next, 'at'));
    const isTime = exact !== null && (exact.isClear || r.is(word.next, 'at'));
    if (isTime)
      return { ...onToday(exact, minutesOf(word.value as TimeOfDay), r), next: exact.next, strength: 'sure' };
    const minute = minutesOf(word.value as TimeOfDay);
    return { minute, date: r.context.now.date, next: word.next, strength: 'plain' };
  }
  const exact = readClock(r, r.skip(at, 'at'));
  const behind = exact && r.find(exact.next, 'todayAt');
  return (
    behind && {
      ...onToday(exact, minutesOf(behind.value as TimeOfDay), r),
      next: behind.next,
      strength: 'sure',
    }
  );
}

/**
 * The minute and day of a clock beside a word for a part of today. Hours after midnight belong to the next
 * day: `tonight at 12`.
 */
function onToday(clock: Clock, usual: number, { context: { now } }: Reader) {
  const minute = inPart(clock, usual);
  return { minute, date: usual >= NIGHT && minute < NOON ? dayOfTime(minute, now) : now.date };
}

/**
 * The minute of a clock beside a word for a part of the day. A night begins at most four hours before its
 * usual time: `3 Uhr nachts` is after midnight.
 */
function inPart(clock: Clock, usual: number): number {
  const late = inHalf(clock, usual >= NOON);
  return usual >= NIGHT && !clock.hasHalf && late < usual - 4 * 60 ? late % NOON : late;
}

/** `from 9 to 11`, `10-11am`, `14:00 - 15:30`: the time and the length. */
function range(r: Reader, at: number): TimeRead | null {
  const begin = r.skip(at, 'from', 'at');
  const start = readClock(r, begin);
  const to = start && r.find(start.next, 'to');
  const end = to && readClock(r, to.next);
  if (!end || (begin === at && !start.isClear && !end.isClear)) return null;
  // `9h et 11h` is no range, `entre 9h et 11h` is one.
  if (!r.is(at, 'from') && r.is(start.next, 'and')) return null;
  const late = halfOf(end, r);
  const early = start.hasHalf ? start.minute : earlierThan(start.minute, late, end.hasHalf, r);
  const length = late > early ? late - early : late + DAY - early;
  if (length <= 0 || length >= DAY) return null;
  const isClear = start.isClear || end.isClear;
  return { minute: early, duration: length, next: end.next, strength: isClear ? 'sure' : 'edge' };
}

/**
 * The start of a range as a minute of the day. Without am or pm, its half of the day follows from the end:
 * `10-11am`, `11-1pm`, `9 to 5`.
 */
function earlierThan(start: number, end: number, hasHalf: boolean, r: Reader): number {
  if (!hasHalf) return r.pack.isTwelveHours ? afternoon(start) : start;
  const late = start < NOON ? start + NOON : start;
  return end >= NOON && late < end ? late : start % DAY;
}

/** `9 in the morning`, `8 in the evening`. */
function clockOfDayPart(r: Reader, at: number): TimeRead | null {
  const time = readClock(r, r.skip(at, 'at'));
  const part = time && r.find(r.skip(time.next, 'inThe'), 'dayPart');
  if (!part || (!r.is(time.next, 'inThe') && !time.isClear && !r.is(at, 'at'))) return null;
  return {
    minute: inPart(time, minutesOf(part.value as TimeOfDay)),
    next: part.next,
    strength: 'sure',
  };
}

/** `5pm`, `17:00`, `at 5`, `half past 5`, `by 5pm`. */
function clock(r: Reader, at: number): TimeRead | null {
  const begin = r.skip(at, 'at', 'by');
  const time = readClock(r, begin);
  if (!time) return null;
  if (begin === at) {
    if (!time.isClear) return null;
    // `2h` and `1h30` are lengths, but `15h` and `14h30` are times in languages that write hours so.
    const isLength =
      r.digits(at) !== null && r.find(at + 1, 'unit')?.value === 'hour' && time.minute < 7 * 60;
    const strength = isLength ? 'beside' : time.hasHalf ? 'sure' : 'plain';
    return { minute: halfOf(time, r), next: time.next, strength };
  }
  if (r.is(time.next, 'counted')) return null;
  return {
    minute: halfOf(time, r),
    next: time.next,
    strength: time.isClear ? 'sure' : r.is(at, 'at') ? 'edge' : 'beside',
  };
}

/** `noon`, `at midnight`. */
function word(r: Reader, at: number): TimeRead | null {
  const begin = r.skip(at, 'at', 'by');
  const found = r.find(begin, 'time');
  return (
    found && {
      minute: minutesOf(found.value as TimeOfDay),
      next: found.next,
      strength: begin === at ? 'edge' : 'sure',
    }
  );
}

/** `morning` after a day; `this evening` is today's. */
function dayPart(r: Reader, at: number): TimeRead | null {
  const today = r.find(at, 'this');
  const begin = today?.next ?? r.skip(at, 'inThe');
  const part = r.find(begin, 'dayPart');
  if (!part) return null;
  const minute = minutesOf(part.value as TimeOfDay);
  if (today) return { minute, date: r.context.now.date, next: part.next, strength: 'sure' };
  return { minute, next: part.next, strength: 'behind' };
}

/** The day of a time without a day: today, or tomorrow when the time is past. */
export function dayOfTime(
  minute: number,
  now: { readonly date: CalendarDay; readonly minute: number },
): CalendarDay {
  return minute < now.minute ? addDays(now.date, 1) : now.date;
}
