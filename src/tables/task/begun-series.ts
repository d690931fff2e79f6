import { beginningOf } from '#src/domain/repeat/beginning.ts';
import { localDueAt } from '#src/domain/repeat/local-due.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { columnsOfRepeat, repeatOf } from './task-repeat.ts';
import type { Task } from './task.ts';

type Repeating = Pick<Task, 'date' | 'time' | 'zone' | 'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue'>;

/**
 * The columns that a newly chosen rule sets: its series begins on the date of the task, so that its anchor stays from then
 * on (rule R1). None for a task without a date, or with a rule that this app cannot compute. `at`: now, ms since 1970 UTC.
 */
export function begunSeries(task: Repeating, at: number): Partial<Repeating> {
  const begun = repeatOf(task);
  if (task.date === null || !begun) return {};
  const now = minutesOf(localDueAt(at, task.zone).slice(11) as TimeOfDay);
  const { time } = beginningOf(begun.rule, { date: task.date, time: task.time }, now);
  const series = repeatOf({ ...task, time: time as TimeOfDay | null });
  return series ? columnsOfRepeat(series) : {};
}
