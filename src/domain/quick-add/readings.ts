import { printDue } from '#src/domain/repeat/due-text.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { printRule } from '#src/domain/repeat/rule.ts';
import { timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import { addUnits } from '#src/domain/quick-add/grammar/calendar.ts';
import { readDaySpan } from '#src/domain/quick-add/grammar/day-spans.ts';
import type { DayRead } from '#src/domain/quick-add/grammar/day-read.ts';
import { readDayAt } from '#src/domain/quick-add/grammar/days.ts';
import { halfOf, isLength } from '#src/domain/quick-add/grammar/halves.ts';
import { readPartOfDay, withUsual } from '#src/domain/quick-add/grammar/parts-of-day.ts';
import { numericDay } from '#src/domain/quick-add/grammar/numeric-days.ts';
import { durationAt, readDurationAt } from '#src/domain/quick-add/grammar/durations.ts';
import type { Reader } from '#src/domain/quick-add/grammar/reader.ts';
import { readRepeatAt } from '#src/domain/quick-add/grammar/repeats.ts';
import { readClock } from '#src/domain/quick-add/grammar/clocks.ts';
import { dayOfTime, readTimeAt, type TimeRead } from '#src/domain/quick-add/grammar/times.ts';
import { counted, unitOf } from '#src/domain/quick-add/grammar/unit-days.ts';
import type { Found, Reading } from './reading.ts';
import type { Priority, Style } from './types.ts';

const READERS = [
  (r: Reader, at: number) => repeatAt(r, at),
  deadlineAt,
  dayAt,
  daySpanAt,
  clockBeforeDay,
  timeOfDayAt,
  momentAt,
  timeAt,
  durationReading,
  priorityAt,
  reminderAt,
  scheduleAt,
  noDateAt,
];

/** Every reading of the words of a text, including readings that their place will rule out. */
export function allReadings(r: Reader, style: Style): Reading[] {
  const readings: Reading[] = [];
  for (let at = 0; at < r.tokens.length; at++) {
    if (!r.canBegin(at)) continue;
    for (const read of READERS) {
      const found = read(r, at, style);
      if (!found) continue;
      readings.push(found);
      // The user may dismiss the words after a time by themselves.
      const alone = found.repeat?.tail ? repeatAt(r, at, true) : null;
      if (alone) readings.push(alone);
    }
  }
  return readings;
}

function repeatAt(r: Reader, at: number, isAlone = false): Reading | null {
  const repeat = readRepeatAt(r, r.skip(at, 'due'), { isAlone });
  if (!repeat) return null;
  const { rule, repeatFrom, minute, next, strength } = repeat;
  if (rule.until && rule.until.date < r.context.now.date) return null;
  const found: Found[] = [{ kind: 'repeat', value: printRule(rule), repeatFrom }];
  if (minute !== null) found.push({ kind: 'time', value: timeOfMinutes(minute) });
  return { at, next, found, strength, repeat, isIntroduced: r.skip(at, 'on') !== at };
}

/** `by friday`, `deadline: friday`, `{friday}`; `!friday` in the style of Super Productivity. */
function deadlineAt(r: Reader, at: number, style: Style): Reading | null {
  if (r.has(at, '{')) {
    const day = readDayAt(r, at + 1);
    const time = day && readTimeAt(r, r.has(day.next, ',') ? day.next + 1 : day.next);
    const end = time?.next ?? day?.next ?? at;
    if (!day || !r.has(end, '}')) return null;
    const found: Found[] = [{ kind: 'deadline', value: day.date }, ...(time ? foundOf(time) : [])];
    return { ...deadline(day.date, at, end + 1), found, isSign: true };
  }
  if (r.has(at, '!') && style === 'super-productivity') {
    const day = isSign(r, at) ? readDayAt(r, at + 1) : null;
    return day && { ...deadline(day.date, at, day.next), isSign: true };
  }
  const begin = r.skip(at, 'deadline', 'by');
  const latest = within(r, at);
  if (latest) return latest;
  if (begin === at) return latestDay(r, at);
  // `na początku kwietnia`: these words are a part of the day.
  if (r.is(at, 'startOf') || r.is(at, 'middleOf')) return null;
  // `the week before christmas`
  if (r.is(at, 'dayBefore') && r.isAfter(at, 'unit')) return null;
  const start = r.has(begin, ':') ? begin + 1 : begin;
  const day = readDayAt(r, start);
  const timed = timeBeforeDay(r, start);
  // `12 bis 15:30 am Montag` is a range.
  if (
    timed &&
    (!r.is(at, 'topic') || r.is(at, 'dayBefore')) &&
    !(r.is(at, 'to') && r.tokens[at - 1]?.kind === 'number')
  )
    return {
      ...deadline(timed.date, at, timed.next),
      found: [...deadline(timed.date, at, timed.next).found, ...foundOf(timed.time)],
    };
  // `el plan para la semana que viene con Luis`
  if (day && r.is(at, 'topic') && unitOf(r, begin) && r.tokens[day.next]?.kind === 'word') return null;
  return (
    day && {
      ...deadline(day.date, at, day.next),
      strength: day.strength === 'edge' && r.ordinal(r.skip(begin, 'the')) ? 'edge' : 'sure',
    }
  );
}

/** `within 3 days`, `entro 5 giorni`. */
function within(r: Reader, at: number): Reading | null {
  const found = r.find(at, 'within');
  const count = found && counted(r, found.next);
  const day = count && addUnits(r.context.now.date, count.value.count, count.value.unit);
  return count && day && count.value.count > 0 ? deadline(day, at, count.next) : null;
}

/** `no date`, at an edge of the text or beside another part: `there is no date on the ticket` has none. */
function noDateAt(r: Reader, at: number): Reading | null {
  const none = r.find(at, 'noDate');
  return none && { at, next: none.next, found: [{ kind: 'date', value: null }], strength: 'edge' };
}

/** `6pm today`, `6 today`, behind a word for a deadline. */
function timeBeforeDay(r: Reader, at: number) {
  const time = readTimeAt(r, at) ?? readTimeAt(r, r.skip(at, 'the')) ?? hourAt(r, at);
  if (!time || time.date !== undefined || time.duration !== undefined) return null;
  const day = readDayAt(r, time.next) ?? readDayAt(r, r.skip(time.next, 'of'));
  return day && { time, date: day.date, next: day.next };
}

function hourAt(r: Reader, at: number): TimeRead | null {
  const time = readClock(r, at);
  return time && { minute: halfOf(time, r), next: time.next, strength: 'plain' };
}

/** `friday at the latest`, `vendredi au plus tard`. */
function latestDay(r: Reader, at: number): Reading | null {
  const day = readDayAt(r, at);
  const latest = day && r.find(day.next, 'atLatest');
  return latest && deadline(day.date, at, latest.next);
}

function deadline(value: Extract<Found, { kind: 'deadline' }>['value'], at: number, next: number): Reading {
  return { at, next, found: [{ kind: 'deadline', value }], strength: 'sure', isIntroduced: true };
}

function dayAt(r: Reader, at: number): Reading | null {
  const day = readDayAt(r, at) ?? firstDay(r, at);
  if (!day) return null;
  const isIntroduced = r.skip(at, 'due', 'on', 'in', 'next', 'this') !== at;
  return {
    at,
    next: day.next,
    found: [{ kind: 'date', value: day.date }],
    strength: day.strength,
    isIntroduced,
  };
}

/** `from monday every day`: the first day of a repeat, before it. */
function firstDay(r: Reader, at: number): DayRead | null {
  const from = r.find(at, 'starting');
  const day = from && readDayAt(r, from.next);
  return day && r.is(r.has(day.next, ',') ? day.next + 1 : day.next, 'every') ? day : null;
}

/** `march 20 to 27`, `friday to sunday`: the day and the deadline. */
function daySpanAt(r: Reader, at: number): Reading | null {
  const span = readDaySpan(r, at);
  if (!span) return null;
  const found: Found[] = [
    { kind: 'date', value: span.first },
    { kind: 'deadline', value: span.last },
  ];
  return { at, next: span.next, found, strength: span.strength };
}

/** `at 8 tomorrow evening`: the part of the day decides on the half of the clock before it. */
function clockBeforeDay(r: Reader, at: number): Reading | null {
  const begin = r.skip(at, 'at');
  const time = readClock(r, begin);
  const day = time && (time.isClear || begin > at) ? readDayAt(r, time.next) : null;
  const part = day && readPartOfDay(r, day.next);
  if (!time || !part || part.ahead !== null || (begin === at && isLength(r, at, time))) return null;
  const found: Found[] = [
    { kind: 'date', value: day.date },
    { kind: 'time', value: timeOfMinutes(withUsual(time, part.usual)) },
  ];
  return { at, next: part.next, found, strength: 'sure', isIntroduced: begin > at };
}

/** `alle 9 di sabato`, `a las 9 del 5 de mayo`, `tra le 14 e le 16 di venerdì`. */
function timeOfDayAt(r: Reader, at: number): Reading | null {
  const time = readTimeAt(r, at);
  const of = time && !r.is(time.next, 'on') ? r.find(time.next, 'of') : null;
  const day = of && readDayAt(r, of.next);
  if (!time || !day || time.date !== undefined) return null;
  const found: Found[] = [{ kind: 'date', value: day.date }, ...foundOf(time)];
  return { at, next: day.next, found, strength: time.strength, isIntroduced: r.is(at, 'at') };
}

/** `2026-03-20T14:00`. */
function momentAt(r: Reader, at: number): Reading | null {
  const day = numericDay(r, at);
  const time = day && r.has(day.next, 't') && r.isGlued(day.next) ? readClock(r, day.next + 1) : null;
  if (!day || !time?.isClear || !r.isGlued(day.next + 1)) return null;
  const found: Found[] = [
    { kind: 'date', value: day.date },
    { kind: 'time', value: timeOfMinutes(time.minute) },
  ];
  return { at, next: time.next, found, strength: 'sure' };
}

function timeAt(r: Reader, at: number): Reading | null {
  const time = readTimeAt(r, at);
  if (!time) return null;
  const isIntroduced = r.skip(at, 'at', 'in', 'by', 'from', 'this') !== at;
  return { at, next: time.next, found: foundOf(time), strength: time.strength, isIntroduced };
}

function foundOf({ minute, date, duration }: TimeRead): Found[] {
  return [
    ...(date === undefined ? [] : [{ kind: 'date', value: date } as const]),
    { kind: 'time', value: timeOfMinutes(minute) },
    ...(duration === undefined ? [] : [{ kind: 'duration', value: duration } as const]),
  ];
}

function durationReading(r: Reader, at: number, style: Style): Reading | null {
  const length = readDurationAt(r, at);
  if (!length) return null;
  const { minutes, next, strength } = length;
  // `24 hours before` counts to a moment that the line does not say.
  if (r.is(next, 'beforeTime')) return null;
  const isUsual = style === 'super-productivity' && strength === 'beside';
  return {
    at,
    next,
    found: [{ kind: 'duration', value: minutes }],
    strength: isUsual ? 'edge' : strength,
    isIntroduced: r.is(at, 'for'),
  };
}

const TICKTICK = { high: 1, medium: 2, low: 3, none: 4 } as const;

/** `p1` to `p4`, `!1` to `!4`. Vikunja counts `!1` to `!5` from the lowest, and TickTick writes `!high`. */
function priorityAt(r: Reader, at: number, style: Style): Reading | null {
  const sign = r.tokens[at];
  const level = r.digits(at + 1, 1);
  if (sign?.key === 'p' && r.isGlued(at + 1) && level && /[1-4]/.test(level.value))
    return priority(Number(level.value) as Priority, sign.text === 'p' ? 'sure' : 'edge');
  if (!r.has(at, '!') || !isSign(r, at)) return null;
  const word = style === 'ticktick' ? TICKTICK[r.tokens[at + 1]?.key as keyof typeof TICKTICK] : undefined;
  if (word) return { ...priority(word, 'sure'), isSign: true };
  if (!level || !/[1-5]/.test(level.value)) return null;
  if (style === 'vikunja')
    return {
      ...priority(Math.min(4, Math.max(1, 5 - Number(level.value))) as Priority, 'sure'),
      isSign: true,
    };
  return level.value === '5' ? null : { ...priority(Number(level.value) as Priority, 'sure'), isSign: true };

  function priority(value: Priority, strength: Reading['strength']): Reading {
    return { at, next: at + 2, found: [{ kind: 'priority', value }], strength };
  }
}

/** `!30m`, `!1 hour before`, `!9am`, `!tomorrow 9am`. */
function reminderAt(r: Reader, at: number, style: Style): Reading | null {
  if (!r.has(at, '!') || !isSign(r, at)) return null;
  const length = durationAt(r, at + 1);
  if (length)
    return Number.isInteger(length.minutes) && length.minutes <= LIMITS.minutesBefore
      ? reminder(length.minutes, r.skip(length.next, 'beforeTime'))
      : null;
  if (style === 'super-productivity') return null;
  const day = readDayAt(r, at + 1);
  const time = readTimeAt(r, day?.next ?? at + 1);
  if (!time || (time.strength === 'behind' && !day)) return null;
  const date = time.date ?? day?.date ?? dayOfTime(time.minute, r.context.now);
  // A reminder in the past would never come.
  const { now } = r.context;
  if (date < now.date || (date === now.date && time.minute < now.minute)) return null;
  return reminder(printDue({ date, time: timeOfMinutes(time.minute) }), time.next);

  function reminder(value: number | string, next: number): Reading {
    return { at, next, found: [{ kind: 'reminder', value }], strength: 'sure', isSign: true };
  }
}

/** `@tomorrow`, `@14:30`, `@24/4 14:30` in the style of Super Productivity. */
function scheduleAt(r: Reader, at: number, style: Style): Reading | null {
  if (style !== 'super-productivity' || !r.has(at, '@') || !isSign(r, at)) return null;
  const repeat = repeatAt(r, at + 1);
  if (repeat) return { ...repeat, at, isSign: true };
  const day = readDayAt(r, at + 1);
  const time = readTimeAt(r, day?.next ?? at + 1);
  if (!day && !time) return null;
  const found: Found[] = [
    ...(day && time?.date === undefined ? [{ kind: 'date', value: day.date } as const] : []),
    ...(time ? foundOf(time) : []),
  ];
  return { at, next: time?.next ?? day?.next ?? at, found, strength: 'sure', isSign: true };
}

/** Says if a token is directly joined to the next word, and not to the word before it. */
function isSign(r: Reader, at: number): boolean {
  return !r.isGlued(at) && r.isGlued(at + 1);
}
