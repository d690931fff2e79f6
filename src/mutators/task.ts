import { MutationRejected } from '#src/domain/errors.ts';
import { day, fields, id, instant, someFields, taskDescription, taskName, type Parsed } from './args.ts';
import { requireLiveCollection, requireRoomForTasks } from './collection.ts';
import { keptRow, liveTask } from './live-rows.ts';
import type { Mutator } from './tx.ts';

const addArgs = fields({
  id,
  name: taskName,
  description: taskDescription,
  date: day,
  collectionId: id,
  at: instant,
});

/** Adds a task; no change when it is there already. Rejects COLLECTION_GONE, TASK_LIMIT. */
export const taskAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'task', id: args.id },
    { table: 'collection', id: args.collectionId },
  ],
  run(tx, { at, ...fields }) {
    if (keptRow(tx, 'task', fields.id)) return;
    requireLiveCollection(tx, fields.collectionId);
    requireRoomForTasks(tx, 1);
    tx.set('task', { ...fields, createdAt: at, updatedAt: at, completedAt: null, deletedAt: null });
  },
};

const editArgs = fields({
  id,
  changes: someFields({
    name: taskName,
    description: taskDescription,
    date: day,
    collectionId: id,
  }),
  at: instant,
});

/**
 * Changes only the fields named, so that edits of different fields on two devices both hold and the last writer wins
 * per field. Rejects GONE when the task is deleted or unknown, COLLECTION_GONE when it is to move to a deleted one.
 */
export const taskEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes }) => [
    { table: 'task', id },
    { collectionOf: id },
    ...(changes.collectionId === undefined
      ? []
      : [{ table: 'collection', id: changes.collectionId } as const]),
  ],
  run(tx, { id, changes, at }) {
    const task = liveTask(tx, id);
    if (!task) throw new MutationRejected('GONE');
    if (changes.collectionId !== undefined) requireLiveCollection(tx, changes.collectionId);
    tx.set('task', { ...task, ...changes, updatedAt: at });
  },
};

const completeArgs = fields({ id, at: instant });

/**
 * Completes an active task; no change when it is completed or deleted. Rejects GONE when it is unknown: where its addition was
 * refused, the completion is not to be lost with it.
 */
export const taskComplete: Mutator<Parsed<typeof completeArgs>> = {
  args: completeArgs,
  reads: ({ id }) => [{ table: 'task', id }, { collectionOf: id }],
  run(tx, { id, at }) {
    if (!keptRow(tx, 'task', id)) throw new MutationRejected('GONE');
    const task = liveTask(tx, id);
    if (task?.completedAt === null) tx.set('task', { ...task, completedAt: at, updatedAt: at });
  },
};

const reopenArgs = fields({ id, collectionId: id, at: instant });

/**
 * Makes a completed task active again, in a collection that is there: its own, or another one when that was deleted; no
 * change when it is active. Rejects GONE when it is deleted or unknown, COLLECTION_GONE.
 */
export const taskReopen: Mutator<Parsed<typeof reopenArgs>> = {
  args: reopenArgs,
  reads: ({ id, collectionId }) => [
    { table: 'task', id },
    { collectionOf: id },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { id, collectionId, at }) {
    const task = liveTask(tx, id);
    if (!task) throw new MutationRejected('GONE');
    if (task.completedAt === null) return;
    requireLiveCollection(tx, collectionId);
    tx.set('task', { ...task, collectionId, completedAt: null, updatedAt: at });
  },
};

const deleteArgs = fields({ id, at: instant });

/** Deletes a task, active or completed; no change when it is deleted or unknown. */
export const taskDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [{ table: 'task', id }, { collectionOf: id }],
  run(tx, { id, at }) {
    const task = liveTask(tx, id);
    if (task) tx.set('task', { ...task, deletedAt: at });
  },
};

const restoreArgs = fields({ id, collectionId: id, at: instant });

/**
 * Brings a task back that was deleted, on its own or with its collection, into a live collection (a completed one may keep its
 * own, deleted or not); no change when it is there. Rejects GONE when nothing is left of it, COLLECTION_GONE, TASK_LIMIT.
 */
export const taskRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id, collectionId }) => [
    { table: 'task', id },
    { collectionOf: id },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { id, collectionId, at }) {
    const task = keptRow(tx, 'task', id);
    if (!task) throw new MutationRejected('GONE');
    if (liveTask(tx, id)) return;
    if (task.completedAt === null || collectionId !== task.collectionId)
      requireLiveCollection(tx, collectionId);
    requireRoomForTasks(tx, 1);
    tx.set('task', { ...task, collectionId, deletedAt: null, updatedAt: at });
  },
};
