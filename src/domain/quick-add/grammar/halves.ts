import type { Reader } from './reader.ts';

/** A time of day, with or without its half. */
export interface Clock {
  readonly minute: number;
  readonly next: number;
  /** True when the half of the day is known, from am, pm, or an hour that only one half has. */
  readonly hasHalf: boolean;
  /** True when a word says the half: `5pm`. */
  readonly isSaid: boolean;
  /** True when the words can only be a time: they have minutes, or a word for a time. */
  readonly isClear: boolean;
  /** True when a word makes a bare hour a time about then: `8ish`. */
  readonly isRough?: boolean;
}

export const NOON = 12 * 60;

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
export function halfWord(
  r: Reader,
  at: number,
): { minuteOf: (minute: number) => number; next: number } | null {
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

export function inHalf({ minute, hasHalf }: Pick<Clock, 'minute' | 'hasHalf'>, isPm: boolean): number {
  if (hasHalf || minute >= NOON + 60) return minute;
  return isPm ? (minute % NOON) + NOON : minute;
}

/** `2h` and `1h30` are lengths, but `15h` and `14h30` are times in languages that write hours so. */
export function isLength(r: Reader, at: number, time: Clock): boolean {
  return r.digits(at) !== null && r.find(at + 1, 'unit')?.value === 'hour' && time.minute < 7 * 60;
}
