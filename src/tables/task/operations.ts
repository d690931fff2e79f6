import { MutationRejected } from '#src/domain/errors.ts';
import { hasId, hasRoomFor, idsIn, idSetOf, withId, withoutId } from '#src/domain/id-set.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { mergeNotes } from '#src/domain/text/notes/merge-notes.ts';
import { id, ids, instant, reference, text } from '#src/tables/kit/column.ts';
import { declarationOf } from '#src/tables/tables.ts';
import { isErasedWithOwner, newRow } from '#src/tables/kit/row.ts';
import { settableOf } from '#src/tables/kit/table.ts';
import { task } from './table.ts';
import { dependentColumns, type Task } from './task.ts';
import { fields, someFields, type Parsed } from '#src/tables/kit/args.ts';
import { keptRow, liveRow } from '#src/tables/kit/live-rows.ts';
import { requireLive } from '#src/tables/kit/named.ts';
import { oldValues } from '#src/tables/kit/old-values.ts';
import { requireRoom } from '#src/tables/kit/room.ts';
import { aboveOf, doneBelow } from './complete.ts';
import { isTooDeep, readsToPlace, requirePlaceBelow } from '#src/tables/kit/tree.ts';
import type { Call, Mutator, Read, Tx } from '#src/tables/kit/tx.ts';

const addArgs = fields({
  id: id(),
  ...settableOf(task),
  labels: ids(),
  seriesId: task.columns.seriesId,
  at: instant(),
});

/**
 * Adds a task. No change when the task is there already. A task without a date has no time and no repeat, whatever the
 * arguments are (rule T2). Rejects COLLECTION_GONE and TASK_LIMIT, and for a sub-task PARENT_GONE, TOO_DEEP and
 * SUBTASK_LIMIT.
 */
export const taskAdd: Mutator<Parsed<typeof addArgs>, Call<'task.delete', Parsed<typeof deleteArgs>>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'task', id: args.id },
    { table: 'collection', id: args.collectionId },
    ...readsOfParent(args.id, args.parentId),
  ],
  run(tx, { at, ...settable }) {
    if (keptRow(tx, 'task', settable.id)) return;
    let { collectionId } = settable;
    if (typeof settable.parentId === 'string')
      collectionId = requireParent(tx, settable.id, settable.parentId).collectionId;
    else requireLive(tx, 'collection', collectionId);
    requireRoom(tx, 'task', 1);
    const row = newRow('task', { ...settable, collectionId, createdAt: at, updatedAt: at });
    tx.set('task', { ...row, ...dependentColumns(row) });
  },
  inverse: (rows, { id, at }) =>
    keptRow(rows, 'task', id) ? null : { name: 'task.delete', args: { id, at } },
};

const editArgs = fields({
  id: id(),
  changes: someFields(settableOf(task)),
  /**
   * The notes that the user edited into `changes.description`. Older apps leave it out: the description then replaces
   * the notes.
   */
  base: text(LIMITS.taskDescription),
  at: instant(),
});

/**
 * Changes only the fields that it names: edits of different fields on two devices both hold, and the last writer wins
 * per field. Notes keep the lines of both sides (mergeNotes). A task without a date loses its time and its repeat, in
 * any order of the edits (rule T2). A sub-task leaves its parent when it gets another collection, and stays in the
 * collection when it leaves its parent.
 *
 * Rejects GONE for a deleted or unknown task, NOTES_CONFLICT, COLLECTION_GONE for a move to a deleted collection, and
 * for a new parent PARENT_GONE, CIRCLE, TOO_DEEP and SUBTASK_LIMIT.
 */
export const taskEdit: Mutator<Parsed<typeof editArgs>, Call<'task.edit', Parsed<typeof editArgs>>> = {
  args: editArgs,
  reads: ({ id, changes }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    ...(changes.collectionId === undefined
      ? []
      : [{ table: 'collection', id: changes.collectionId } as const]),
    ...readsOfParent(id, changes.parentId),
  ],
  run(tx, { id, changes, base, at }) {
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    const description = notesAfter(row, changes.description, base);
    if (description === null) throw new MutationRejected('NOTES_CONFLICT');
    const home = topOf(tx, row).collectionId;
    let { collectionId = home, parentId } = changes;
    if (parentId === undefined) parentId = collectionId === home ? row.parentId : null;
    if (parentId === null) {
      if (changes.collectionId !== undefined || row.parentId !== null)
        requireLive(tx, 'collection', collectionId);
    } else if (parentId === row.parentId) {
      collectionId = row.collectionId;
    } else {
      collectionId = requireParent(tx, id, parentId).collectionId;
    }
    const typed = { ...row, ...changes, description, collectionId, parentId, updatedAt: at };
    const edited = { ...typed, ...dependentColumns(typed) };
    tx.set('task', parentId === row.parentId ? edited : { ...edited, ...doneBelow(tx, row, parentId) });
  },
  inverse(rows, { id, changes: given, base, at }) {
    const task = liveRow(rows, 'task', id);
    if (!task) return null;
    // A sub-task leaves its parent when it gets another collection.
    const changed = given.collectionId === undefined ? {} : { parentId: null };
    const description = notesAfter(task, given.description, base) ?? task.description;
    const cleared = dependentColumns({ ...task, ...given });
    const { collectionId, ...withoutMove } = { ...changed, ...given, ...cleared, description };
    const canMoveBack = liveRow(rows, 'collection', task.collectionId) !== undefined;
    const changes = oldValues(
      task,
      canMoveBack && collectionId !== undefined ? { ...withoutMove, collectionId } : withoutMove,
    );
    // Below its new parent, the task got the parent's collection.
    const home = changes?.parentId === null && canMoveBack ? { collectionId: task.collectionId } : {};
    // Lines that others change meanwhile stay.
    const from = changes?.description === undefined ? {} : { base: description };
    return changes && { name: 'task.edit', args: { id, changes: { ...changes, ...home }, ...from, at } };
  },
};

/** The notes of a task after an edit; null when the edit is rejected for a conflict of notes. */
export function notesAfter(
  { description }: Pick<Task, 'description'>,
  given: string | undefined,
  base: string | undefined,
): string | null {
  if (given === undefined) return description;
  return base === undefined ? given : mergeNotes(base, description, given);
}

const labelArgs = fields({ id: id(), add: ids(), remove: ids(), at: instant() });

/** Adds labels to a task and removes others, so that the changes of two devices both hold. Rejects GONE, LABELS_LIMIT. */
export const taskLabel: Mutator<Parsed<typeof labelArgs>, Call<'task.label', Parsed<typeof labelArgs>>> = {
  args: labelArgs,
  reads: ({ id }) => [
    { table: 'task', id },
    { table: 'task', above: id },
  ],
  run(tx, { id, add = '', remove = '', at }) {
    const row = liveRow(tx, 'task', id);
    if (!row) throw new MutationRejected('GONE');
    let { labels } = row;
    for (const label of idsIn(remove)) labels = withoutId(labels, label);
    for (const label of idsIn(add)) {
      if (!hasRoomFor(labels, label)) throw new MutationRejected('LABELS_LIMIT');
      labels = withId(labels, label);
    }
    tx.set('task', { ...row, labels, updatedAt: at });
  },
  inverse(rows, { id, add = '', remove = '', at }) {
    const task = liveRow(rows, 'task', id);
    if (!task) return null;
    const added = idsIn(add).filter((label) => !hasId(task.labels, label));
    const removed = idsIn(remove).filter((label) => hasId(task.labels, label) && !hasId(add, label));
    if (added.length + removed.length === 0) return null;
    return { name: 'task.label', args: { id, add: idSetOf(removed), remove: idSetOf(added), at } };
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/** Deletes a task, active or completed. No change when it is deleted or unknown. */
export const taskDelete: Mutator<
  Parsed<typeof deleteArgs>,
  Call<'task.restore', Parsed<typeof restoreArgs>>
> = {
  args: deleteArgs,
  reads: ({ id }) => [
    { table: 'task', id },
    { table: 'task', above: id },
  ],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'task', id);
    if (row) tx.set('task', { ...row, deletedAt: at });
  },
  inverse(rows, { id, at }) {
    const task = liveRow(rows, 'task', id);
    return task ? { name: 'task.restore', args: { id, collectionId: task.collectionId, at } } : null;
  },
};

const restoreArgs = fields({ id: id(), collectionId: reference('collection'), at: instant() });

/**
 * Restores a task that was deleted on its own or with its collection. It comes into a live collection; a completed task
 * may keep its own, deleted or not. A sub-task comes back below its parent, if that is there and the place is not too
 * deep. No change when the task is there. Rejects GONE for an unknown or purged task, COLLECTION_GONE, TASK_LIMIT.
 */
export const taskRestore: Mutator<
  Parsed<typeof restoreArgs>,
  Call<'task.delete', Parsed<typeof deleteArgs>>
> = {
  args: restoreArgs,
  reads: ({ id, collectionId }) => [
    { table: 'task', id },
    { table: 'task', above: id },
    { table: 'task', levelsBelow: id },
    { table: 'collection', id: collectionId },
  ],
  run(tx, { id, collectionId, at }) {
    const row = keptRow(tx, 'task', id);
    if (!row || isErasedWithOwner('task', row, (table, id) => tx.get(table, id)))
      throw new MutationRejected('GONE');
    if (liveRow(tx, 'task', id)) return;
    requireRoom(tx, 'task', 1);
    const restored = { ...row, deletedAt: null, updatedAt: at };
    const isParentThere = row.parentId !== null && liveRow(tx, 'task', row.parentId);
    if (isParentThere && !isTooDeep(tx, 'task', id, aboveOf(tx, row).length)) return tx.set('task', restored);
    if (row.completedAt === null || collectionId !== row.collectionId || row.parentId !== null)
      requireLive(tx, 'collection', collectionId);
    tx.set('task', { ...restored, collectionId, parentId: null, ...doneBelow(tx, row, null) });
  },
  // The inverse also deletes a task that had gone with its collection or its parent.
  inverse: (rows, { id, at }) =>
    !keptRow(rows, 'task', id) || liveRow(rows, 'task', id)
      ? null
      : { name: 'task.delete', args: { id, at } },
};

const purgeArgs = fields({ id: id(), at: instant() });

/**
 * Deletes a task for good that was deleted on its own. Its texts go at once, and nobody can restore it or the rows that
 * went with it. No change when the task is there, restored meanwhile, or unknown.
 */
export const taskPurge: Mutator<Parsed<typeof purgeArgs>> = {
  args: purgeArgs,
  reads: ({ id }) => [{ table: 'task', id }],
  run(tx, { id }) {
    const row = keptRow(tx, 'task', id);
    if (row && row.deletedAt !== null) tx.set('task', { ...row, name: '', description: '' });
  },
  inverse: () => null,
};

function readsOfParent(id: string, parentId: string | null | undefined): readonly Read[] {
  return typeof parentId === 'string' ? readsToPlace('task', id, parentId) : [];
}

/** The topmost task above a task; the task itself when it has no parent. */
function topOf(tx: Tx, row: Task): Task {
  return aboveOf(tx, row).at(-1) ?? row;
}

/** The topmost task above a new child of `parentId`. Rejects when the task cannot be that child. */
function requireParent(tx: Tx, id: string, parentId: string): Task {
  const parent = liveRow(tx, 'task', parentId);
  if (!parent) throw new MutationRejected('PARENT_GONE');
  requirePlaceBelow(tx, 'task', id, parentId);
  const { children = 0 } = declarationOf('task').tree ?? {};
  if (tx.ownedBy('task', parentId) >= children) throw new MutationRejected('SUBTASK_LIMIT');
  return topOf(tx, parent);
}
