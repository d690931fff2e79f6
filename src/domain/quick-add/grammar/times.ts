import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { DAY } from '#src/domain/repeat/due.ts';
import { instantOf, localTimeAt } from '#src/domain/repeat/local-time.ts';
import { minutesOf, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Strength } from './day-read.ts';
import { readClock } from './clocks.ts';
import { durationAt } from './durations.ts';
import { halfOf, isLength, NOON } from './halves.ts';
import { numericDay } from './numeric-days.ts';
import { NIGHT, partBehind, readPartOfDay, withUsual, type PartOfDay } from './parts-of-day.ts';
import { readRange } from './ranges.ts';
import type { Reader } from './reader.ts';
import { minutesAfter } from './spoken-minutes.ts';

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

const FORMS = [inHours, inPart, clockOfPart, range, clock, word];

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

/** `morning` after a day, `this evening`, `tonight at 8`, `in the afternoon from 2 to 4`. */
function inPart(r: Reader, at: number): TimeRead | null {
  const part = readPartOfDay(r, at);
  if (!part) return null;
  const { ahead, usual, isIntroduced } = part;
  const isDay = ahead !== null;
  const strength = isDay ? 'sure' : 'behind';
  const span = readRange(r, part.next);
  if (span) {
    const minute = withUsual({ ...span, minute: span.minute }, usual);
    return {
      minute,
      duration: span.duration,
      next: span.next,
      strength,
      ...dateOf(part, minute, r),
    };
  }
  const exact = readClock(r, r.skip(part.next, 'at'));
  if (exact && (exact.isClear || r.is(part.next, 'at')) && !r.is(exact.next, 'counted')) {
    const minute = withUsual(exact, usual);
    return {
      minute,
      next: exact.next,
      strength: isIntroduced
        ? 'sure'
        : isDay || !r.is(part.next, 'at') || r.is(at, 'offset')
          ? strength
          : 'edge',
      ...dateOf(part, minute, r),
    };
  }
  if (isDay)
    return {
      minute: usual,
      date: addDays(r.context.now.date, ahead),
      next: part.next,
      strength: part.isWord ? 'plain' : 'sure',
    };
  return { minute: usual, next: part.next, strength: isIntroduced ? 'edge' : 'behind' };
}

/** `9 in the morning`, `8 uur 's avonds`, `at 8 tonight`. */
function clockOfPart(r: Reader, at: number): TimeRead | null {
  const begin = r.skip(at, 'at', 'by');
  const time = readClock(r, begin);
  const part = time && partBehind(r, time.next);
  if (!part || (!part.isBound && !time.isClear && begin === at)) return null;
  if (begin === at && !part.isBound && isLength(r, at, time)) return null;
  const minute = withUsual(time, part.usual);
  return { minute, next: part.next, strength: 'sure', ...dateOf(part, minute, r) };
}

/** `from 9 to 11`, `10-11am`, `14:00 - 15:30`: the time and the length. */
function range(r: Reader, at: number): TimeRead | null {
  return readRange(r, at);
}

/** The day of a time beside a word for today: hours after midnight belong to the next one (`tonight at 12`). */
function dateOf({ ahead, usual }: PartOfDay, minute: number, { context: { now } }: Reader) {
  if (ahead === null) return {};
  const today = usual >= NIGHT && minute < NOON ? dayOfTime(minute, now) : now.date;
  return { date: addDays(today, ahead) };
}

/** `5pm`, `17:00`, `at 5`, `half past 5`, `by 5pm`, `starting at 9pm`. */
function clock(r: Reader, at: number): TimeRead | null {
  const begin = r.skip(at, 'at', 'by', 'starting');
  const time = readClock(r, begin);
  if (!time) return null;
  if (begin === at) {
    if (!time.isClear)
      return time.isRough ? { minute: halfOf(time, r), next: time.next, strength: 'beside' } : null;
    const strength = isLength(r, at, time) ? 'beside' : time.hasHalf ? 'sure' : 'plain';
    return { minute: halfOf(time, r), next: time.next, strength };
  }
  if (r.is(time.next, 'counted') || isMoney(r, time.next)) return null;
  const isAt = r.is(at, 'at');
  if (!isAt && !r.is(at, 'by') && !time.isClear) return null;
  // `contare fino a 10`
  if (isAt && !time.isClear && r.find(at - 1, 'until')?.next === begin) return null;
  // `pages 12 à 15` is no time of day.
  if (isAt && !time.isClear && r.is(at, 'to') && r.digits(at - 1) && !isDay(r, at - 1)) return null;
  return {
    minute: halfOf(time, r),
    next: time.next,
    strength: time.isClear ? 'sure' : isAt ? 'edge' : 'beside',
  };
}

/** Says if a number is a day, or the end of one: `el 27`, `lunes 16`, `20/03`. */
function isDay(r: Reader, at: number): boolean {
  const isNamed = (['dayOfMonth', 'weekday', 'month', 'on', 'of'] as const).some((kind) =>
    r.isAfter(at, kind),
  );
  return isNamed || (at > 1 && numericDay(r, at - 2)?.next === at + 1);
}

function isMoney(r: Reader, at: number): boolean {
  return /^[%€$£°]$/u.test(r.tokens[at]?.text ?? '');
}

/** `noon`, `at midnight`, `midi et demi`. */
function word(r: Reader, at: number): TimeRead | null {
  const begin = r.skip(at, 'at', 'by');
  const found = r.find(begin, 'time');
  if (!found) return null;
  const more = minutesAfter(r, found.next, false);
  const minute = (minutesOf(found.value as TimeOfDay) + (more?.value ?? 0) + DAY) % DAY;
  return { minute, next: more?.next ?? found.next, strength: begin === at && !more ? 'edge' : 'sure' };
}

/** The day of a time without a day: today, or tomorrow when the time is past. */
export function dayOfTime(
  minute: number,
  now: { readonly date: CalendarDay; readonly minute: number },
): CalendarDay {
  return minute < now.minute ? addDays(now.date, 1) : now.date;
}
