import type { Collection } from '#src/domain/collection.ts';
import { positionOfNew } from '#src/domain/collection-order.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { collectionName, color, fields, id, instant, position, someFields, type Parsed } from './args.ts';
import { keptRow, liveCollection } from './live-rows.ts';
import type { Mutator, Tx } from './tx.ts';

const addArgs = fields({ id, name: collectionName, color, at: instant });

/**
 * Adds a collection, after all others, whatever the clocks of devices say; no change when it is there already. Rejects DUPLICATE_COLLECTION, COLLECTION_LIMIT.
 */
export const collectionAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'collection', id: args.id },
    { collectionsNamed: args.name },
    { lastPosition: true },
  ],
  run(tx, { id, name, color, at }) {
    if (keptRow(tx, 'collection', id)) return;
    requireFreeName(tx, name, id);
    requireRoom(tx);
    const position = positionOfNew(tx.lastPosition(), at);
    tx.set('collection', { id, name, color, position, createdAt: at, deletedAt: null });
  },
};

const editArgs = fields({
  id,
  changes: someFields({
    name: collectionName,
    color: color,
    position: position,
  }),
  at: instant,
});

/**
 * Changes only the fields named: the last writer wins per field. Rejects COLLECTION_GONE when the collection is deleted or
 * unknown, DUPLICATE_COLLECTION when another one has exactly the new name.
 */
export const collectionEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes }) => [
    { table: 'collection', id },
    ...(changes.name === undefined ? [] : [{ collectionsNamed: changes.name }]),
  ],
  run(tx, { id, changes }) {
    const collection = requireLiveCollection(tx, id);
    if (changes.name !== undefined) requireFreeName(tx, changes.name, id);
    tx.set('collection', { ...collection, ...changes });
  },
};

const deleteArgs = fields({ id, at: instant });

/**
 * Deletes a collection, and with it its active tasks, whichever device added them: they are there while it is (see isThere),
 * and stay as they are. No change when it is gone already.
 */
export const collectionDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [{ table: 'collection', id }, { activeIn: id }],
  run(tx, { id, at }) {
    const collection = liveCollection(tx, id);
    if (collection) tx.set('collection', { ...collection, deletedAt: at });
  },
};

const restoreArgs = fields({ id, at: instant });

/**
 * Brings a deleted collection back, and with it its active tasks, but for those that were deleted on their own. No change when
 * it is not deleted. Rejects COLLECTION_GONE when nothing is left of it, DUPLICATE_COLLECTION when another one has its name
 * by now, COLLECTION_LIMIT, TASK_LIMIT.
 */
export const collectionRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [{ table: 'collection', id }, { namesakesOf: id }, { activeIn: id }],
  run(tx, { id }) {
    const collection = keptRow(tx, 'collection', id);
    if (!collection) throw new MutationRejected('COLLECTION_GONE');
    if (collection.deletedAt === null) return;
    requireFreeName(tx, collection.name, id);
    requireRoom(tx);
    requireRoomForTasks(tx, tx.activeIn(id));
    tx.set('collection', { ...collection, deletedAt: null });
  },
};

/** The collection. Rejects COLLECTION_GONE unless it is there and not deleted. */
export function requireLiveCollection(tx: Tx, id: string): Collection {
  const collection = liveCollection(tx, id);
  if (!collection) throw new MutationRejected('COLLECTION_GONE');
  return collection;
}

/** Rejects TASK_LIMIT when the user cannot have so many tasks more. */
export function requireRoomForTasks(tx: Tx, more: number): void {
  if (tx.count('task') + more > LIMITS.tasks) throw new MutationRejected('TASK_LIMIT');
}

function requireRoom(tx: Tx): void {
  if (tx.count('collection') >= LIMITS.collections) throw new MutationRejected('COLLECTION_LIMIT');
}

/** Rejects DUPLICATE_COLLECTION when a collection other than `id` has the name. */
function requireFreeName(tx: Tx, name: string, id: string): void {
  const isTaken = tx.collectionsNamed(name).some((other) => other.id !== id);
  if (isTaken) throw new MutationRejected('DUPLICATE_COLLECTION');
}
