import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { DAY } from '#src/domain/repeat/due.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { minutesOf, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Strength } from './day-read.ts';
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

interface Clock {
  readonly minute: number;
  readonly next: number;
  /** True when the half of the day is known, from am, pm, or an hour that only one half has. */
  readonly hasHalf: boolean;
  /** True when the words can only be a time: they have minutes, or a word for a time. */
  readonly isClear: boolean;
}

const NOON = 12 * 60;
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

/** Hours and minutes, spoken or written, without the words before them. */
export function readClock(r: Reader, at: number): Clock | null {
  return r.canBegin(at) ? r.once(clockAt, at) : null;
}

function clockAt(r: Reader, at: number): Clock | null {
  return spoken(r, at) ?? written(r, at);
}

/** The offset in minutes from the named hour. */
const SHIFTS = [
  ['halfPast', 30],
  ['halfTo', -30],
  ['quarterPast', 15],
  ['quarterTo', -15],
] as const;

/** `half past 5`, `quarter to 6`, `halb acht`. */
function spoken(r: Reader, at: number): Clock | null {
  for (const [role, shift] of SHIFTS) {
    const found = r.find(at, role);
    const hour = found && r.number(found.next);
    if (!hour || hour.value < 1 || hour.value > 24 || (r.isGlued(found.next) && r.digits(found.next)))
      continue;
    const half = halfWord(r, hour.next);
    const minute = (((hour.value * 60 + shift) % DAY) + DAY) % DAY;
    if (!half)
      return { minute, next: r.skip(hour.next, 'oclock'), hasHalf: minute >= 13 * 60, isClear: true };
    return {
      minute: half.minuteOf(minute % NOON),
      next: half.next,
      hasHalf: true,
      isClear: true,
    };
  }
  return null;
}

function written(r: Reader, at: number): Clock | null {
  const hours = r.digits(at) ?? spelled();
  if (!hours) return null;
  let hour = Number(hours.value);
  let minute: number | null = null;
  let { next } = hours;
  if (hours.value.length > 2) {
    // `930`, `1730`
    [hour, minute] = [Math.floor(hour / 100), hour % 100];
    const isMarked = r.is(at - 1, 'at') || halfWord(r, next) !== null || r.is(next, 'oclock');
    if (!isMarked) return null;
  } else {
    const minutes = minutesBehind(r, next);
    if (minutes) ({ value: minute, next } = minutes);
  }
  const half = halfWord(r, next);
  const oclock = half ? null : r.find(next, 'oclock');
  if (minute !== null && minute > 59) return null;
  if (half) {
    if (hour < 1 || hour > 12) return null;
    return {
      minute: half.minuteOf((hour % 12) * 60 + (minute ?? 0)),
      next: half.next,
      hasHalf: true,
      isClear: true,
    };
  }
  // `24:00` is no time, and `12 o'clock` means noon.
  if (hour > 23) return null;
  const isWritten = minute !== null || oclock !== null;
  const isLong = hour >= 13 || hours.value.startsWith('0');
  return {
    minute: hour * 60 + (minute ?? 0),
    next: oclock?.next ?? next,
    hasHalf: isLong,
    isClear: isWritten,
  };

  /** `seven o'clock`, `at seven`. */
  function spelled() {
    const word = r.find(at, 'number');
    const isHour = word && (r.is(word.next, 'oclock') || (word.value > 1 && r.is(at - 1, 'at')));
    return isHour ? { value: String(word.value), next: word.next } : null;
  }
}

/** `:30`, `.30` and `h30` after hours. A dot needs another word that marks a time. */
function minutesBehind(r: Reader, at: number) {
  const sign = r.tokens[at];
  if (!sign?.isGlued || !r.isGlued(at + 1)) return null;
  const isHour = r.is(at, 'oclock') && sign.text.length === 1 && sign.kind === 'word';
  if (sign.text !== ':' && sign.text !== '.' && !isHour) return null;
  const minutes = r.digits(at + 1, 2);
  if (minutes?.value.length !== 2) return null;
  const isMarked = halfWord(r, minutes.next) || r.is(minutes.next, 'oclock') || r.is(at - 2, 'at');
  if (sign.text === '.' && !isMarked) return null;
  // `10:30:15`, `1.5.3`
  if (
    r.isGlued(minutes.next) &&
    /^[:.]$/.test(r.tokens[minutes.next]?.text ?? '') &&
    r.isGlued(minutes.next + 1)
  )
    return null;
  return { value: Number(minutes.value), next: minutes.next };
}

/**
 * For each word, the minute of a 12-hour clock where the afternoon begins; earlier minutes are after
 * midnight.
 */
const AFTERNOON_FROM = [
  ['am', NOON],
  ['pm', 0],
  ['night', 6 * 60],
] as const;

/**
 * Reads am, pm, or a word for the night. A single letter counts only directly after its number: `5p`.
 * `minuteOf` turns a minute of the 12-hour clock (0 to 719) into a minute of the day.
 */
function halfWord(r: Reader, at: number): { minuteOf: (minute: number) => number; next: number } | null {
  for (const [role, start] of AFTERNOON_FROM) {
    const found = r.find(at, role);
    if (!found || (r.tokens[at]?.key.length === 1 && !r.isGlued(at))) continue;
    const hasDot = r.tokens[at]?.text.includes('.') && r.has(found.next, '.') && r.isGlued(found.next);
    const minuteOf = (minute: number) => (minute < start ? minute : minute + NOON);
    return { minuteOf, next: hasDot ? found.next + 1 : found.next };
  }
  return null;
}

/**
 * The minute of an hour with no half of the day. Where people count to twelve, 1 to 6 are in the afternoon.
 */
function halfOf({ minute, hasHalf }: Clock, r: Reader): number {
  return hasHalf || !r.pack.isTwelveHours ? minute : afternoon(minute);
}

function afternoon(minute: number): number {
  return minute >= 60 && minute < 7 * 60 ? minute + NOON : minute;
}

function inHalf({ minute, hasHalf }: Clock, isPm: boolean): number {
  if (hasHalf || minute >= NOON + 60) return minute;
  return isPm ? (minute % NOON) + NOON : minute;
}

/** The day of a time without a day: today, or tomorrow when the time is past. */
export function dayOfTime(
  minute: number,
  now: { readonly date: CalendarDay; readonly minute: number },
): CalendarDay {
  return minute < now.minute ? addDays(now.date, 1) : now.date;
}
