import type { Collection } from '#src/domain/collection.ts';
import { positionOfNew } from '#src/domain/collection-order.ts';
import { MutationRejected } from '#src/domain/errors.ts';
import { collection } from '#src/domain/schema/collection.ts';
import { id, instant } from '#src/domain/schema/column.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, someFields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { requireRoom } from './room.ts';
import type { Mutator, Tx } from './tx.ts';

const { position: _, ...chosen } = settableOf(collection);
const addArgs = fields({ id: id(), ...chosen, at: instant() });

/**
 * Adds a collection, after all others, whatever the clocks of devices say; no change when it is there already. Rejects DUPLICATE_COLLECTION, COLLECTION_LIMIT.
 */
export const collectionAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'collection', id: args.id },
    { table: 'collection', column: 'name', value: args.name },
    { table: 'collection', largest: 'position' },
  ],
  run(tx, { at, ...chosen }) {
    if (keptRow(tx, 'collection', chosen.id)) return;
    requireFreeName(tx, chosen.name, chosen.id);
    requireRoom(tx, 'collection', 1);
    const position = positionOfNew(tx.largest('collection', 'position'), at);
    tx.set('collection', { ...chosen, position, createdAt: at, deletedAt: null });
  },
};

const editArgs = fields({ id: id(), changes: someFields(settableOf(collection)), at: instant() });

/**
 * Changes only the fields named: the last writer wins per field. Rejects COLLECTION_GONE when the collection is deleted or
 * unknown, DUPLICATE_COLLECTION when another one has exactly the new name.
 */
export const collectionEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes }) => [
    { table: 'collection', id },
    ...(changes.name === undefined
      ? []
      : [{ table: 'collection', column: 'name', value: changes.name } as const]),
  ],
  run(tx, { id, changes }) {
    const row = requireLiveCollection(tx, id);
    if (changes.name !== undefined) requireFreeName(tx, changes.name, id);
    tx.set('collection', { ...row, ...changes });
  },
};

const deleteArgs = fields({ id: id(), at: instant() });

/**
 * Deletes a collection, and with it its active tasks, whichever device added them: they are there while it is (see isThere),
 * and stay as they are. No change when it is gone already.
 */
export const collectionDelete: Mutator<Parsed<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: ({ id }) => [
    { table: 'collection', id },
    { table: 'task', ownedBy: id },
  ],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'collection', id);
    if (row) tx.set('collection', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), at: instant() });

/**
 * Brings a deleted collection back, and with it its active tasks, but for those that were deleted on their own. No change when
 * it is not deleted. Rejects COLLECTION_GONE when nothing is left of it, DUPLICATE_COLLECTION when another one has its name
 * by now, COLLECTION_LIMIT, TASK_LIMIT.
 */
export const collectionRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [
    { table: 'collection', id },
    { table: 'collection', column: 'name', likeId: id },
    { table: 'task', ownedBy: id },
  ],
  run(tx, { id }) {
    const row = keptRow(tx, 'collection', id);
    if (!row) throw new MutationRejected('COLLECTION_GONE');
    if (row.deletedAt === null) return;
    requireFreeName(tx, row.name, id);
    requireRoom(tx, 'collection', 1);
    requireRoom(tx, 'task', tx.ownedBy('task', id));
    tx.set('collection', { ...row, deletedAt: null });
  },
};

/** The collection. Rejects COLLECTION_GONE unless it is there and not deleted. */
export function requireLiveCollection(tx: Tx, id: string): Collection {
  const row = liveRow(tx, 'collection', id);
  if (!row) throw new MutationRejected('COLLECTION_GONE');
  return row;
}

/** Rejects DUPLICATE_COLLECTION when a collection other than `id` has the name. */
function requireFreeName(tx: Tx, name: string, id: string): void {
  const isTaken = tx.having('collection', 'name', name).some((other) => other.id !== id);
  if (isTaken) throw new MutationRejected('DUPLICATE_COLLECTION');
}
