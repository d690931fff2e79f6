import type { DueText } from '#src/domain/repeat/due-text.ts';
import { cycleBelow, type Task } from './task.ts';
import { dueOf } from './task-repeat.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { keptRow } from '#src/tables/kit/live-rows.ts';
import type { Tx } from '#src/tables/kit/tx.ts';

/** The time of a repeating task to which the completion of a task below it belongs (rule R4). */
export interface TimeAbove {
  /** The nearest task above that repeats. */
  readonly seriesId: string;
  /** When that is due (see dueOf). */
  readonly due: DueText;
  /** When the time before was completed, or skipped (see cycleBelow). */
  readonly cycleAt?: number | null;
}

/** The columns of the tasks above that tell their time. */
type Timed = Pick<Task, 'id' | 'repeat' | 'repeatDue' | 'date' | 'cycleAt'>;

/** The time to which a completion below these tasks belongs now; null where none of them repeats. */
export function timeAbove(above: readonly Timed[]): TimeAbove | null {
  const series = above.find(({ repeat }) => repeat !== null);
  const due = series ? dueOf(series) : null;
  if (!series || due === null) return null;
  const cycleAt = cycleBelow(above);
  return { seriesId: series.id, due, ...(cycleAt !== null && { cycleAt }) };
}

/**
 * The time that a device saw, if it is over: the task moved on by an advance, so that time has a row, or is before the present one. Null where
 * a completion belongs to the present time: an edit of the rule alone leaves `cycleAt`, of two devices that complete one time at once each has
 * another `cycleAt` and the same due, and a time that never came, or was taken back, has no row.
 */
export function timeOver(
  seen: { readonly [Key in keyof TimeAbove]?: TimeAbove[Key] | null },
  above: readonly Timed[],
  rows: Pick<Tx, 'get'>,
): TimeAbove | null {
  const { seriesId = null, due = null, cycleAt = null } = seen;
  const series = above.find(({ id, repeat }) => id === seriesId && repeat !== null);
  const present = series ? dueOf(series) : null;
  if (seriesId === null || due === null || present === null) return null;
  if (present === due || cycleBelow(above) === cycleAt) return null;
  return due < present || rowOfTime(rows, seriesId, due) ? { seriesId, due, cycleAt } : null;
}

/** The row of a completed time of a series; undefined for one that was skipped, taken back or purged. */
export function rowOfTime(rows: Pick<Tx, 'get'>, seriesId: string, due: DueText): Task | undefined {
  const row = keptRow(rows, 'task', occurrenceIdOf(seriesId, due));
  return row?.seriesId === seriesId && row.deletedAt === null ? row : undefined;
}
