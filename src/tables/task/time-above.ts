import type { DueText } from '#src/domain/repeat/due-text.ts';
import { cycleBelow, type Task } from './task.ts';
import { dueOf } from './task-repeat.ts';

/** The time of a repeating task to which the completion of a task below it belongs (rule R4). */
export interface TimeAbove {
  /** The nearest task above that repeats. */
  readonly seriesId: string;
  /** When that is due (see dueOf). */
  readonly due: DueText;
  /** When the time before was completed, or skipped (see cycleBelow). */
  readonly cycleAt?: number | null;
}

/** The time to which a completion below these tasks belongs now; null where none of them repeats. */
export function timeAbove(above: readonly Task[]): TimeAbove | null {
  const series = above.find(({ repeat }) => repeat !== null);
  const due = series ? dueOf(series) : null;
  if (!series || due === null) return null;
  const cycleAt = cycleBelow(above);
  return { seriesId: series.id, due, ...(cycleAt !== null && { cycleAt }) };
}

/**
 * The time that a device saw, if it is over: the task moved on by an advance. An edit of its rule alone leaves `cycleAt`, and of two devices
 * that complete it at once, each has another `cycleAt` and the same due.
 */
export function timeOver(
  seen: { readonly [Key in keyof TimeAbove]?: TimeAbove[Key] | null },
  above: readonly Task[],
): TimeAbove | null {
  const { seriesId = null, due = null, cycleAt = null } = seen;
  const series = above.find(({ id }) => id === seriesId);
  if (seriesId === null || due === null || !series || series.repeat === null) return null;
  return dueOf(series) === due || cycleBelow(above) === cycleAt ? null : { seriesId, due, cycleAt };
}
