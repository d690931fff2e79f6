import { beginningOf } from '#src/domain/repeat/beginning.ts';
import { localDueAt } from '#src/domain/repeat/local-due.ts';
import { minutesOf, type TimeOfDay } from '#src/domain/time/time-of-day.ts';
import { columnsOfRepeat, repeatOf } from '#src/tables/task/task-repeat.ts';
import type { Task } from '#src/tables/task/task.ts';

type Repeating = Pick<Task, 'date' | 'time' | 'zone' | 'repeat' | 'repeatFrom' | 'repeatStart' | 'repeatDue'>;

/**
 * The columns that a newly chosen rule sets: its series begins on the date of the task (rule R1). None for a task without
 * a date, or with a rule that this server cannot compute. `at`: now, ms since 1970 UTC.
 */
export function seriesOf(task: Repeating, at: number): Partial<Repeating> {
  if (task.date === null || task.repeat === null) return {};
  const begun = repeatOf({ ...task, repeatStart: null, repeatDue: null });
  if (!begun) return {};
  const now = minutesOf(localDueAt(at, task.zone).slice(11) as TimeOfDay);
  const { time } = beginningOf(begun.rule, { date: task.date, time: task.time }, now);
  const series = repeatOf({ ...task, repeatStart: null, repeatDue: null, time: time as TimeOfDay | null });
  return series ? columnsOfRepeat(series) : {};
}
