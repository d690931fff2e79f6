import { addDays, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import {
  addUnits,
  dayOf,
  nextDate,
  startOfWeek,
  weekdayFrom,
} from '#src/domain/quick-add/grammar/calendar.ts';
import { readDayAt } from '#src/domain/quick-add/grammar/days.ts';
import { Reader, type Read } from '#src/domain/quick-add/grammar/reader.ts';
import { readRepeatAt, type RepeatRead } from '#src/domain/quick-add/grammar/repeats.ts';
import { dayOfTime, readTimeAt } from '#src/domain/quick-add/grammar/times.ts';
import { counted } from '#src/domain/quick-add/grammar/unit-days.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import { timeOfMinutes } from '#src/domain/time/time-of-day.ts';
import { readWrittenDay } from '#src/domain/time/typed-day.ts';
import type { DayContext } from './types.ts';

/**
 * Reads a text of nothing but a day and maybe a time: `tom 5pm`, `friday`, `at 9`. In such a field, weak
 * words count: `sat`, `yesterday`, `april`. Null for any other text.
 */
export function readDue(text: string, context: DayContext): Due | null {
  return inEither(context, (each) => dueIn(text, each));
}

function dueIn(text: string, context: DayContext): Due | null {
  const written = readWrittenDay(text, context.order);
  if (written) return { date: written, time: null };
  const r = new Reader(text, context);
  for (const day of daysAt(r, 0)) {
    if (isEnd(r, day.next)) return { date: day.value, time: null };
    const time = readTimeAt(r, r.has(day.next, ',') ? day.next + 1 : day.next);
    if (time && isEnd(r, time.next)) return { date: day.value, time: timeOfMinutes(time.minute) };
  }
  const time = readTimeAt(r, 0);
  if (!time) return null;
  const at = timeOfMinutes(time.minute);
  if (isEnd(r, time.next)) return { date: time.date ?? dayOfTime(time.minute, context.now), time: at };
  const day = daysAt(r, time.next).find(({ next }) => isEnd(r, next));
  return day ? { date: day.value, time: at } : null;
}

/** Says if a text is nothing but words for no date: `no date`, `kein Datum`. */
export function isNoDate(text: string, context: DayContext): boolean {
  const noneIn = (each: DayContext) => {
    const r = new Reader(text, each);
    const none = r.find(0, 'noDate');
    return none && isEnd(r, none.next) ? none : null;
  };
  return inEither(context, noneIn) !== null;
}

/** Reads a text of nothing but a day: `next friday`, `3/24`, `in 2 weeks`. */
export function readDay(text: string, context: DayContext): CalendarDay | null {
  const due = readDue(text, context);
  return due?.time === null ? due.date : null;
}

/** A rule, with its named first day. */
export type TypedRepeat = Pick<RepeatRead, 'rule' | 'repeatFrom' | 'start'>;

/**
 * Reads a text of nothing but a repeat: `every 3rd fri`, `weekdays`, `every 2 weeks on monday, 12 times`.
 * Null for any other text.
 */
export function readRepeat(text: string, context: DayContext): TypedRepeat | null {
  return inEither(context, (each) => repeatIn(text, each));
}

/** Reads English in every language too, since Sunglow's own words and queries are English. */
function inEither<T>(context: DayContext, read: (context: DayContext) => T | null): T | null {
  return read(context) ?? (context.language === 'en' ? null : read({ ...context, language: 'en' }));
}

function repeatIn(text: string, context: DayContext): TypedRepeat | null {
  const r = new Reader(text, context);
  const found = readRepeatAt(r, 0, { isField: true });
  return found && found.minute === null && isEnd(r, found.next) ? found : null;
}

/** All readings of a day at a token: days of a task's line, and forms that only a field for a day allows. */
function daysAt(r: Reader, at: number): Read<CalendarDay>[] {
  const day = readDayAt(r, at);
  return [day && { value: day.date, next: day.next }, pastDay(r, at), monthAlone(r, at)].filter(
    (one) => one !== null,
  );
}

/** `yesterday`, `3 days ago`, `last friday`. */
function pastDay(r: Reader, at: number): Read<CalendarDay> | null {
  const { now } = r.context;
  const offset = r.find(at, 'offset');
  if (offset) return { value: addDays(now.date, offset.value), next: offset.next };
  const count = counted(r, at);
  const ago = count && r.find(count.next, 'ago');
  const past = ago && addUnits(now.date, -count.value.count, count.value.unit);
  if (past) return { value: past, next: ago.next };
  const last = r.find(at, 'last');
  const weekday = last && r.find(last.next, 'weekday');
  if (weekday) return { value: addDays(weekdayFrom(now.date, weekday.value), -7), next: weekday.next };
  const unit = last && r.find(last.next, 'unit');
  if (unit?.value === 'week')
    return { value: addDays(startOfWeek(now.date, r.context), -7), next: unit.next };
  return null;
}

/** `april`, `april 2027`: the first day of the month. */
function monthAlone(r: Reader, at: number): Read<CalendarDay> | null {
  const month = r.find(at, 'month');
  if (!month) return null;
  const year = r.digits(month.next);
  const isYear = year?.value.length === 4;
  const date = isYear
    ? dayOf(Number(year.value), month.value, 1)
    : nextDate(month.value, 1, r.context.now.date);
  return date && { value: date, next: isYear ? year.next : month.next };
}

function isEnd(r: Reader, at: number): boolean {
  return r.tokens.length > 0 && at === r.tokens.length;
}
