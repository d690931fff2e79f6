import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseDue, printDue, type DueText } from '#src/domain/repeat/due-text.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { TimeOfDay } from '#src/domain/time/time-of-day.ts';
import type { Repeat } from '#src/domain/repeat/complete.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import { setsTimes } from '#src/domain/repeat/occurrences.ts';
import { parseRule, printRule } from '#src/domain/repeat/rule.ts';

type RepeatColumns = Pick<
  Rows['task'],
  'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue' | 'date' | 'time'
>;

/** The due time of this occurrence by the rule, even if the task was moved. It identifies the occurrence. */
export function dueOf({ repeatDue, date }: Pick<RepeatColumns, 'repeatDue' | 'date'>): DueText | null {
  return repeatDue ?? date;
}

/**
 * The repeat of a task; null for a task that does not repeat, or with a rule that this app cannot compute.
 */
export function repeatOf(task: RepeatColumns): Repeat | null {
  const { repeat, repeatFrom, repeatStart, time } = task;
  const parsed = repeat === null ? null : parseRule(repeat);
  const occurrence = parseDue(dueOf(task) ?? '');
  if (parsed?.kind !== 'rule' || !occurrence) return null;
  const { rule } = parsed;
  // With a rule that sets no times, the task's own time applies.
  const timed = ({ date, time: own }: Due): Due => ({ date, time: (setsTimes(rule) ? own : null) ?? time });
  const start = parseDue(repeatStart ?? '') ?? occurrence;
  return { rule, repeatFrom, start: timed(start), occurrence: timed(occurrence) };
}

/** The columns of a task that a repeat sets; the task moves to the next occurrence. */
export function columnsOfRepeat({ rule, start, occurrence }: Repeat) {
  const isOwn = setsTimes(rule);
  // Midnight is written out here, so that the task's time cannot replace it later.
  const text = ({ date, time }: Due) => (isOwn ? printDue({ date, time: time ?? '00:00' }) : date);
  return {
    repeat: printRule(rule),
    repeatStart: text(start),
    repeatDue: text(occurrence),
    date: occurrence.date as CalendarDay | null,
    ...(isOwn && { time: occurrence.time as TimeOfDay | null }),
  };
}
