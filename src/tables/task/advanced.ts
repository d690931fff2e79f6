import { addDays, daysBetween, type CalendarDay } from '#src/domain/time/calendar-day.ts';
import { parseDue } from '#src/domain/repeat/due-text.ts';
import { openBoxes } from '#src/domain/repeat/boxes.ts';
import { afterCompletion, afterSkip, type Repeat } from '#src/domain/repeat/complete.ts';
import type { Due } from '#src/domain/repeat/due.ts';
import { columnsOfRepeat, repeatOf } from './task-repeat.ts';
import type { Task } from './task.ts';
import type { Tx } from '#src/tables/kit/tx.ts';

/** The columns of the tasks below another one that move with its time. */
export const MOVING = ['date', 'deadline', 'cycleAt'] as const;

/**
 * The columns with the time of a task and its repeat. An advance writes some of them, and an edit that clears one
 * clears others with it (see dependentColumns). Only an advance and its undo write `cycleAt`.
 */
export const SERIES = [
  'date',
  'time',
  'zone',
  'repeat',
  'repeatFrom',
  'repeatStart',
  'repeatDue',
  'cycleAt',
] as const;

/**
 * The most tasks below that go on by rules of their own. A rule may take a server a millisecond, and nothing comes
 * between the rules of one advance.
 */
const MOST_OWN_RULES = 50;

interface Advance {
  readonly now: string;
  readonly occurrenceId?: string | null;
  readonly renews?: 0 | 1;
  readonly at: number;
}

/**
 * The repeating task at its next time, followed by the changed tasks below it. Null when it has no next time. With
 * `renews`, its deadline and the days below it move by as many days as its time by the rule, and its boxes are open
 * again.
 */
export function advanced(
  rows: Pick<Tx, 'below'>,
  row: Task,
  { now, occurrenceId = null, renews = 0, at }: Advance,
): [Task, ...Task[]] | null {
  const today = parseDue(now);
  const repeat = repeatOf(row);
  const next =
    repeat && today && (occurrenceId === null ? afterSkip(repeat, today) : afterCompletion(repeat, today));
  if (!next) return null;
  if (renews === 0) return [{ ...row, ...columnsOfRepeat(next), cycleAt: at, updatedAt: at }];
  const after = { ...atNext(row, repeat, next, at), description: openBoxes(row.description) };
  return [after, ...movedBelow(rows, row, repeat, next, today, at)];
}

/**
 * The tasks below that move with a repeating task. A task below with a rule of its own goes on by that rule, as if it
 * was completed too. It stays, with all tasks below it, in three cases: it is due later than this time, for example
 * because it was completed before, its rule gives no further time, or MOST_OWN_RULES nearer ones have gone on. A task
 * that no longer repeats by itself gets the new time of this one: its old `cycleAt` would keep the tasks below it
 * completed.
 */
function movedBelow(
  rows: Pick<Tx, 'below'>,
  { id }: Task,
  repeat: Repeat,
  next: Repeat,
  today: Due,
  at: number,
): Task[] {
  const shifts = new Map([[id, daysFrom(repeat, next)]]);
  const until = repeat.occurrence.date > today.date ? repeat.occurrence.date : today.date;
  let ownRules = 0;
  return rows.below('task', id, MOVING).flatMap(({ row, above }) => {
    const by = shifts.get(above);
    if (by === undefined) return [];
    const own = row.completedAt === null ? repeatOf(row) : null;
    if (own && own.occurrence.date > until) return [];
    if (own && ++ownRules > MOST_OWN_RULES) return [];
    const ownNext = own && afterCompletion(own, today);
    if (own && !ownNext) return [];
    shifts.set(row.id, ownNext ? daysFrom(own, ownNext) : by);
    if (ownNext) return [atNext(row, own, ownNext, at)];
    if (by === 0 && row.cycleAt === null) return [];
    const days = { date: later(row.date, by), deadline: later(row.deadline, by) };
    return [{ ...row, ...days, cycleAt: row.cycleAt === null ? null : at, updatedAt: at }];
  });
}

function atNext(row: Task, repeat: Repeat, next: Repeat, at: number): Task {
  const deadline = later(row.deadline, daysFrom(repeat, next));
  return { ...row, ...columnsOfRepeat(next), deadline, cycleAt: at, updatedAt: at };
}

function daysFrom(repeat: Repeat, next: Repeat): number {
  return daysBetween(repeat.occurrence.date, next.occurrence.date);
}

function later(day: CalendarDay | null, by: number): CalendarDay | null {
  return day && addDays(day, by);
}
