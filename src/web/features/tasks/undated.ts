import { changedColumns } from '#src/domain/schema/row.ts';
import type { Task } from '#src/domain/task.ts';

export const NO_SERIES = { repeat: null, repeatFrom: 'date', repeatStart: null, repeatDue: null } as const;

const NO_DAY: Partial<Task> = { date: null, time: null, zone: null, ...NO_SERIES };

/** What takes the date of a task, and with it the time and the series, which count from it. */
export function undated(task: Task): Partial<Pick<Task, 'date' | 'time' | 'zone' | keyof typeof NO_SERIES>> {
  return changedColumns<Partial<Task>>(task, NO_DAY);
}
