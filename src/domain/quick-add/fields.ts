import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { beginningOf } from '#src/domain/repeat/beginning.ts';
import { occurrencesFrom } from '#src/domain/repeat/occurrences.ts';
import { minutesOf, timeOfMinutes, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { RepeatRead } from '#src/domain/quick-add/grammar/repeats.ts';
import { dayOfTime } from '#src/domain/quick-add/grammar/times.ts';
import type { DayContext, Part, QuickAddFields } from './types.ts';

type Values = { [One in Part as One['kind']]: One['value'] };

/** The fields of a task from the parts of its line. */
export function fieldsOf(
  name: string,
  parts: readonly Part[],
  repeat: RepeatRead | null,
  context: DayContext,
): QuickAddFields {
  const valueOf = <Kind extends Part['kind']>(kind: Kind) =>
    (parts.find((part) => part.kind === kind)?.value ?? null) as Values[Kind] | null;
  const time = valueOf('time');
  const deadline = valueOf('deadline');
  const named = valueOf('date');
  const timed = time === null ? null : (deadline ?? dayOfTime(minutesOf(time), context.now));
  const date = repeat ? firstOf(repeat, named, time, context) : (named ?? timed);
  const begins =
    repeat &&
    date &&
    (repeat.step !== null && time === null
      ? { date, time: timeOfMinutes(context.now.minute) }
      : beginningOf(repeat.rule, { date, time }, context.now.minute));
  return {
    name,
    date,
    time: begins ? (begins.time as TimeOfDay | null) : time,
    duration: valueOf('duration'),
    deadline,
    priority: valueOf('priority'),
    collection: valueOf('collection'),
    section: valueOf('section'),
    labels: [...new Set(parts.flatMap((part) => (part.kind === 'label' ? [part.value] : [])))],
    repeat: valueOf('repeat'),
    repeatFrom: repeat?.repeatFrom ?? null,
    reminders: [...new Set(parts.flatMap((part) => (part.kind === 'reminder' ? [part.value] : [])))],
  };
}

/**
 * The first day of a repeat, counted from the named day, or from now. `every 2 weeks on sunday` begins on the
 * next Sunday, in any week.
 */
export function firstOf(
  { rule, start }: Pick<RepeatRead, 'rule' | 'start'>,
  named: CalendarDay | null,
  time: string | null,
  { now }: DayContext,
): CalendarDay | null {
  const day = start ?? named ?? now.date;
  // A named time that is over comes tomorrow.
  if (rule.freq === 'HOURLY')
    return (start ?? named) === null && time !== null ? dayOfTime(minutesOf(time as TimeOfDay), now) : day;
  const isPresent = day === now.date && time !== null;
  const from = { date: day, time: isPresent ? timeOfMinutes(now.minute) : null };
  const [first] = occurrencesFrom({ ...rule, interval: 1, count: null }, { date: day, time }, from, 1);
  return first?.date ?? null;
}
