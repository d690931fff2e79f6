import { MutationRejected } from '#src/domain/errors.ts';
import type { DueText } from '#src/domain/repeat/due-text.ts';
import { occurrenceIdOf } from '#src/domain/repeat/occurrence-id.ts';
import { withStep } from '#src/domain/repeat/steps.ts';
import { rowOfTime, timeAbove, timeOver, type TimeAbove } from './time-above.ts';
import { due, id, instant, nullable, reference } from '#src/tables/kit/column.ts';
import { ancestorsOf } from '#src/tables/kit/row.ts';
import { cycleBelow, placedTask, type Task } from './task.ts';
import { fields, type Parsed } from '#src/tables/kit/args.ts';
import { keptRow, liveRow } from '#src/tables/kit/live-rows.ts';
import { requireLive } from '#src/tables/kit/named.ts';
import type { Call, Mutator, Read, Tx } from '#src/tables/kit/tx.ts';

/** The time of a repeating task above, as the user saw it. Missing when no task above repeats (see TimeAbove). */
const timeArgs = { seriesId: nullable(id()), due: nullable(due()), cycleAt: nullable(instant()) };
const completeArgs = fields({ id: id(), ...timeArgs, at: instant() });

/**
 * Completes an active task. No change when it is completed or deleted. When the time of a repeating task above is over,
 * the step is ticked in the row of that time, and the task stays open for the next time (rule R4). Rejects GONE for an
 * unknown task, so that the user hears of the completion when the task's addition was rejected.
 */
export const taskComplete: Mutator<
  Parsed<typeof completeArgs>,
  Call<'task.reopen', Parsed<typeof reopenArgs>>
> = {
  args: completeArgs,
  reads: (args) => [{ table: 'task', id: args.id }, { table: 'task', above: args.id }, ...readsOfTime(args)],
  run(tx, args) {
    const { id, at } = args;
    if (!keptRow(tx, 'task', id)) throw new MutationRejected('GONE');
    const row = liveRow(tx, 'task', id);
    if (!row) return;
    const over = timeOver(args, aboveOf(tx, row), tx);
    if (over) setInPast(tx, row, over, true, at);
    else if (!isDone(tx, row))
      tx.set('task', { ...row, completedAt: at, doneIn: cycleBelow(aboveOf(tx, row)), updatedAt: at });
  },
  inverse(rows, args) {
    const { id, at } = args;
    const task = liveRow(rows, 'task', id);
    if (!task) return null;
    const { collectionId } = task;
    const above = aboveOf(rows, task);
    const over = timeOver(args, above, rows);
    if (over ? changedInPast(rows, task, over, true, at).length === 0 : isDone(rows, task)) return null;
    return { name: 'task.reopen', args: { id, collectionId, ...(over ?? timeAbove(above)), at } };
  },
};

const reopenArgs = fields({ id: id(), collectionId: reference('collection'), ...timeArgs, at: instant() });

/**
 * Makes a completed task active again in a collection that is there: its own, or another one when its own is deleted.
 * No change when it is active. A sub-task stays below its parent. When the time of a task above is over, the step of
 * that time is open again (see taskComplete). Rejects GONE for a deleted or unknown task, and COLLECTION_GONE.
 */
export const taskReopen: Mutator<
  Parsed<typeof reopenArgs>,
  Call<'task.complete', Parsed<typeof completeArgs>>
> = {
  args: reopenArgs,
  reads: (args) => [
    { table: 'task', id: args.id },
    { table: 'task', above: args.id },
    { table: 'collection', id: args.collectionId },
    ...readsOfTime(args),
  ],
  run(tx, args) {
    const { id, collectionId, at } = args;
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    const over = timeOver(args, aboveOf(tx, row), tx);
    if (over) return setInPast(tx, row, over, false, at);
    if (!isDone(tx, row)) return;
    const reopened = { ...row, completedAt: null, doneIn: null, updatedAt: at };
    if (row.parentId !== null) return tx.set('task', reopened);
    requireLive(tx, 'collection', collectionId);
    tx.set('task', { ...reopened, collectionId });
  },
  inverse(rows, args) {
    const { id, at } = args;
    const task = liveRow(rows, 'task', id);
    if (!task) return null;
    const above = aboveOf(rows, task);
    const over = timeOver(args, above, rows);
    if (over) {
      if (changedInPast(rows, task, over, false, at).length === 0) return null;
      const wasAt = openInPast(task, over) && task.completedAt;
      return { name: 'task.complete', args: { id, ...over, at: wasAt ?? at } };
    }
    if (task.completedAt === null || !isDone(rows, task)) return null;
    // The task's own time, and not that of the reopening: the task keeps its place among the completed ones.
    return { name: 'task.complete', args: { id, ...timeAbove(above), at: task.completedAt } };
  },
};

function readsOfTime({
  seriesId = null,
  due = null,
}: {
  seriesId?: string | null;
  due?: DueText | null;
}): Read[] {
  return seriesId === null || due === null ? [] : [{ table: 'task', id: occurrenceIdOf(seriesId, due) }];
}

function setInPast(tx: Tx, row: Task, over: TimeAbove, done: boolean, at: number): void {
  for (const each of changedInPast(tx, row, over, done, at)) tx.set('task', { ...each, updatedAt: at });
}

/**
 * The rows that change when a sub-task is completed or reopened for a time that is over. The row of that time has the step
 * in its notes; a skipped time has no row. The sub-task itself keeps the tick with that time, so that it is there again
 * when the advance is taken back.
 */
function changedInPast(rows: Pick<Tx, 'get'>, row: Task, over: TimeAbove, done: boolean, at: number): Task[] {
  const time = withStepOf(rows, row, over, done);
  const own = done ? tickedInPast(rows, row, over, at) : openInPast(row, over);
  return [time, own].filter((each) => each !== null);
}

/** The sub-task with the tick of a past time. Null when it has that tick, or that of a later time. */
function tickedInPast(
  rows: Pick<Tx, 'get'>,
  row: Task,
  { cycleAt = null }: TimeAbove,
  at: number,
): Task | null {
  const isLater = row.completedAt !== null && (row.doneIn ?? 0) >= (cycleAt ?? 0);
  return isLater || isDone(rows, row) ? null : { ...row, completedAt: at, doneIn: cycleAt };
}

/** The sub-task without the tick of a past time. Null when it has none. */
function openInPast(row: Task, { cycleAt = null }: TimeAbove): Task | null {
  const isTicked = row.completedAt !== null && row.doneIn === cycleAt;
  return isTicked ? { ...row, completedAt: null, doneIn: null } : null;
}

/** The row of a past time, with the step of a sub-task ticked or open again. Null when nothing changes. */
function withStepOf(
  rows: Pick<Tx, 'get'>,
  row: Task,
  { seriesId, due }: TimeAbove,
  done: boolean,
): Task | null {
  const time = rowOfTime(rows, seriesId, due);
  if (row.parentId !== seriesId || !time) return null;
  const description = withStep(time.description, row.name, done);
  return description === null ? null : { ...time, description };
}

/** True when the task is completed, and not only for a past time of a task above it. */
export function isDone(rows: Pick<Tx, 'get'>, row: Task): boolean {
  return placedTask(row, (table, id) => rows.get(table, id)).completedAt !== null;
}

/** The columns that keep the task completed or open below another parent. */
export function doneBelow(tx: Tx, row: Task, parentId: string | null): Pick<Task, 'completedAt' | 'doneIn'> {
  if (!isDone(tx, row)) return { completedAt: null, doneIn: null };
  const parent = parentId === null ? undefined : tx.get('task', parentId);
  return {
    completedAt: row.completedAt,
    doneIn: parent ? cycleBelow([parent, ...aboveOf(tx, parent)]) : null,
  };
}

export function aboveOf(tx: Pick<Tx, 'get'>, row: Task): Task[] {
  return ancestorsOf('task', row, (table, id) => tx.get(table, id));
}
