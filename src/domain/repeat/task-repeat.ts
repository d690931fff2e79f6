import type { CalendarDay } from '#src/domain/calendar-day.ts';
import { parseDue, printDue, type DueText } from '#src/domain/due-text.ts';
import type { Rows } from '#src/domain/schema/index.ts';
import type { TimeOfDay } from '#src/domain/time-of-day.ts';
import type { Repeat } from './complete.ts';
import type { Due } from './due.ts';
import { setsTimes } from './occurrences.ts';
import { parseRule, printRule } from './rule.ts';

type RepeatColumns = Pick<
  Rows['task'],
  'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue' | 'date' | 'time'
>;

/** When a task that repeats is due this time by its rule, though it may be moved: what tells this time from the others. */
export function dueOf({ repeatDue, date }: Pick<RepeatColumns, 'repeatDue' | 'date'>): DueText | null {
  return repeatDue ?? date;
}

/** How a task repeats; null when it does not, or by a rule that this app cannot reckon with. */
export function repeatOf(task: RepeatColumns): Repeat | null {
  const { repeat, repeatFrom, repeatStart, time } = task;
  const parsed = repeat === null ? null : parseRule(repeat);
  const occurrence = parseDue(dueOf(task) ?? '');
  if (parsed?.kind !== 'rule' || !occurrence) return null;
  const { rule } = parsed;
  // By a rule that sets no times, it comes at the time that the task has.
  const timed = ({ date, time: own }: Due): Due => ({ date, time: (setsTimes(rule) ? own : null) ?? time });
  const start = parseDue(repeatStart ?? '') ?? occurrence;
  return { rule, repeatFrom, start: timed(start), occurrence: timed(occurrence) };
}

/** What a task holds of its repeat, whose next time it is moved to. */
export function columnsOfRepeat({ rule, start, occurrence }: Repeat) {
  const isOwn = setsTimes(rule);
  // One without a time must not get that of the task later on.
  const text = ({ date, time }: Due) => (isOwn ? printDue({ date, time: time ?? '00:00' }) : date);
  return {
    repeat: printRule(rule),
    repeatStart: text(start),
    repeatDue: text(occurrence),
    date: occurrence.date as CalendarDay | null,
    ...(isOwn && { time: occurrence.time as TimeOfDay | null }),
  };
}
