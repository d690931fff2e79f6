import { MutationRejected } from '#src/domain/errors.ts';
import { id, instant, reference } from '#src/domain/schema/column.ts';
import { newRow } from '#src/domain/schema/row.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { task } from '#src/domain/schema/task.ts';
import { fields, someFields, type Parsed } from './args.ts';
import { requireLiveCollection } from './collection.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { requireRoom } from './room.ts';
import type { Mutator } from './tx.ts';

const addArgs = fields({ id: id(), ...settableOf(task), at: instant() });

/** Adds a task; no change when it is there already. Rejects COLLECTION_GONE, TASK_LIMIT. */
export const taskAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'task', id: args.id },
    { table: 'collection', id: args.collectionId },
  ],
  run(tx, { at, ...settable }) {
    if (keptRow(tx, 'task', settable.id)) return;
    requireLiveCollection(tx, settable.collectionId);
    requireRoom(tx, 'task', 1);
    tx.set('task', newRow('task', { ...settable, createdAt: at, updatedAt: at }));
  },
};

const editArgs = fields({ id: id(), changes: someFields(settableOf(task)), at: instant() });

/**
 * Changes only the fields named, so that edits of different fields on two devices both hold and the last writer wins
 * per field. Rejects GONE when the task is deleted or unknown, COLLECTION_GONE when it is to move to a deleted one.
 */
export const taskEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes }) => [
    { table: 'task', id },
    { table: 'task', ownerOf: id },
    ...(changes.collectionId === undefined
      ? []
      : [{ table: 'collection', id: changes.collectionId } as const]),
  ],
  run(tx, { id, changes, at }) {
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    if (changes.collectionId !== undefined) requireLiveCollection(tx, changes.collectionId);
    tx.set('task', { ...row, ...changes, updatedAt: at });
  },
};

const completeArgs = fields({ id: id(), at: instant() });

/**
 * Completes an active task; no change when it is completed or deleted. Rejects GONE when it is unknown: where its addition was
 * refused, the completion is not to be lost with it.
 */
export const taskComplete: Mutator<Parsed<typeof completeArgs>> = {
  args: completeArgs,
  reads: ({ id }) => [
    { table: 'task', id },
    { table: 'task', ownerOf: id },
  ],
  run(tx, { id, at }) {
    if (!keptRow(tx, 'task', id)) throw new MutationRejected('GONE');
    const row = liveRow(tx, 'task', id);
    if (row?.completedAt === null) tx.set('task', { ...row, completedAt: at, updatedAt: at });
  },
};

const reopenArgs = fields({ id: id(), collectionId: reference('collection'), at: instant() });

/**
 * Makes a completed task active again, in a collection that is there: its own, or another one when that was deleted; no
 * change when it is active. Rejects GONE when it is deleted or unknown, COLLECTION_GONE.
 */
export const taskReopen: Mutator<Parsed<typeof reopenArgs>> = {
  args: reopenArgs,
  reads: ({ id, collectionId }) => [
    { table: 'task', id },
    { table: 'task', ownerOf: id },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { id, collectionId, at }) {
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    if (row.completedAt === null) return;
    requireLiveCollection(tx, collectionId);
    tx.set('task', { ...row, collectionId, completedAt: null, updatedAt: at });
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/** Deletes a task, active or completed; no change when it is deleted or unknown. */
export const taskDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [
    { table: 'task', id },
    { table: 'task', ownerOf: id },
  ],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'task', id);
    if (row) tx.set('task', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), collectionId: reference('collection'), at: instant() });

/**
 * Brings a task back that was deleted, on its own or with its collection, into a live collection (a completed one may keep its
 * own, deleted or not); no change when it is there. Rejects GONE when nothing is left of it, COLLECTION_GONE, TASK_LIMIT.
 */
export const taskRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id, collectionId }) => [
    { table: 'task', id },
    { table: 'task', ownerOf: id },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { id, collectionId, at }) {
    const row = keptRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    if (liveRow(tx, 'task', id)) return;
    if (row.completedAt === null || collectionId !== row.collectionId)
      requireLiveCollection(tx, collectionId);
    requireRoom(tx, 'task', 1);
    tx.set('task', { ...row, collectionId, deletedAt: null, updatedAt: at });
  },
};
