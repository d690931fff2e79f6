import { MutationRejected } from '#src/domain/errors.ts';
import { id, instant, reference } from '#src/domain/schema/column.ts';
import { ancestorsOf } from '#src/domain/schema/row.ts';
import { cycleBelow, placedTask, type Task } from '#src/domain/task.ts';
import { fields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { requireLive } from './named.ts';
import type { Call, Mutator, Tx } from './tx.ts';

const completeArgs = fields({ id: id(), at: instant() });

/**
 * Completes an active task; no change when it is completed or deleted. Rejects GONE when it is unknown: where its addition was
 * rejected, the completion is not to be lost with it.
 */
export const taskComplete: Mutator<
  Parsed<typeof completeArgs>,
  Call<'task.reopen', Parsed<typeof reopenArgs>>
> = {
  args: completeArgs,
  reads: ({ id }) => [
    { table: 'task', id },
    { table: 'task', above: id },
  ],
  run(tx, { id, at }) {
    if (!keptRow(tx, 'task', id)) throw new MutationRejected('GONE');
    const row = liveRow(tx, 'task', id);
    if (row && !isDone(tx, row))
      tx.set('task', { ...row, completedAt: at, doneIn: cycleBelow(aboveOf(tx, row)), updatedAt: at });
  },
  inverse(rows, { id, at }) {
    const task = liveRow(rows, 'task', id);
    if (!task || isDone(rows, task)) return null;
    return { name: 'task.reopen', args: { id, collectionId: task.collectionId, at } };
  },
};

const reopenArgs = fields({ id: id(), collectionId: reference('collection'), at: instant() });

/**
 * Makes a completed task active again, in a collection that is there: its own, or another one when that was deleted; no
 * change when it is active. A sub-task stays below its parent. Rejects GONE when it is deleted or unknown, COLLECTION_GONE.
 */
export const taskReopen: Mutator<
  Parsed<typeof reopenArgs>,
  Call<'task.complete', Parsed<typeof completeArgs>>
> = {
  args: reopenArgs,
  reads: ({ id, collectionId }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { id, collectionId, at }) {
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    if (!isDone(tx, row)) return;
    const reopened = { ...row, completedAt: null, doneIn: null, updatedAt: at };
    if (row.parentId !== null) return tx.set('task', reopened);
    requireLive(tx, 'collection', collectionId);
    tx.set('task', { ...reopened, collectionId });
  },
  inverse(rows, { id }) {
    const task = liveRow(rows, 'task', id);
    if (!task || task.completedAt === null || !isDone(rows, task)) return null;
    // Its own time, not that of the reopening: it stands where it stood among the completed ones.
    return { name: 'task.complete', args: { id, at: task.completedAt } };
  },
};

/** Whether it is completed, and not for a time of a task above it that is over. */
export function isDone(rows: Pick<Tx, 'get'>, row: Task): boolean {
  return placedTask(row, (table, id) => rows.get(table, id)).completedAt !== null;
}

/** What keeps it completed, or not, below another task. */
export function doneBelow(tx: Tx, row: Task, parentId: string | null): Pick<Task, 'completedAt' | 'doneIn'> {
  if (!isDone(tx, row)) return { completedAt: null, doneIn: null };
  const parent = parentId === null ? undefined : tx.get('task', parentId);
  return {
    completedAt: row.completedAt,
    doneIn: parent ? cycleBelow([parent, ...aboveOf(tx, parent)]) : null,
  };
}

export function aboveOf(tx: Tx, row: Task): Task[] {
  return ancestorsOf('task', row, (table, id) => tx.get(table, id));
}
