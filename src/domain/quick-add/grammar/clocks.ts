import { DAY } from '#src/domain/repeat/due.ts';
import type { Reader } from './reader.ts';

export interface Clock {
  readonly minute: number;
  readonly next: number;
  /** True when the half of the day is known, from am, pm, or an hour that only one half has. */
  readonly hasHalf: boolean;
  /** True when the words can only be a time: they have minutes, or a word for a time. */
  readonly isClear: boolean;
}

export const NOON = 12 * 60;

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
export function halfOf({ minute, hasHalf }: Clock, r: Reader): number {
  return hasHalf || !r.pack.isTwelveHours ? minute : afternoon(minute);
}

export function afternoon(minute: number): number {
  return minute >= 60 && minute < 7 * 60 ? minute + NOON : minute;
}

export function inHalf({ minute, hasHalf }: Clock, isPm: boolean): number {
  if (hasHalf || minute >= NOON + 60) return minute;
  return isPm ? (minute % NOON) + NOON : minute;
}
