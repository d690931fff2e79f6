import { positionOfNew } from '#src/domain/collection-order.ts';
import { collection } from '#src/domain/schema/collection.ts';
import { id, instant } from '#src/domain/schema/column.ts';
import { newRow, ownershipsBy } from '#src/domain/schema/row.ts';
import { settableOf } from '#src/domain/schema/table.ts';
import { fields, someFields, type Parsed } from './args.ts';
import { keptRow, liveRow } from './live-rows.ts';
import { goneFrom, requireFreeName, requireLive } from './named.ts';
import { requireRoom } from './room.ts';
import { readsToPlace, requirePlaceBelow } from './tree.ts';
import type { Mutator, Read, Tx } from './tx.ts';

const { position: _, ...chosen } = settableOf(collection);
const addArgs = fields({ id: id(), ...chosen, at: instant() });

/**
 * Adds a collection, after all others, whatever the clocks of devices say; no change when it is there already. A purged one
 * comes back with those of its tasks that are not purged. Rejects DUPLICATE_COLLECTION, COLLECTION_LIMIT, SECTION_LIMIT,
 * TASK_LIMIT, COLLECTION_GONE when nothing is left of the one above, CIRCLE, TOO_DEEP.
 */
export const collectionAdd: Mutator<Parsed<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'collection', id: args.id },
    { table: 'collection', column: 'name', value: args.name },
    { table: 'collection', largest: 'position' },
    ...readsOfOwned(args.id),
    ...readsOfParent(args.id, args.parentId),
  ],
  run(tx, { at, ...chosen }) {
    if (keptRow(tx, 'collection', chosen.id)) return;
    requireFreeName(tx, 'collection', chosen);
    if (typeof chosen.parentId === 'string') requireParent(tx, chosen.id, chosen.parentId);
    requireRoomWithOwned(tx, chosen.id);
    const position = positionOfNew(tx.largest('collection', 'position'), at);
    tx.set('collection', newRow('collection', { ...chosen, position, createdAt: at, deletedAt: null }));
  },
};

const editArgs = fields({ id: id(), changes: someFields(settableOf(collection)), at: instant() });

/**
 * Changes only the fields named: the last writer wins per field. Rejects COLLECTION_GONE when the collection is deleted or
 * unknown, DUPLICATE_COLLECTION when another one has exactly the new name, CIRCLE, TOO_DEEP.
 */
export const collectionEdit: Mutator<Parsed<typeof editArgs>> = {
  args: editArgs,
  reads: ({ id, changes }) => [
    { table: 'collection', id },
    ...(changes.name === undefined
      ? []
      : [{ table: 'collection', column: 'name', value: changes.name } as const]),
    ...readsOfParent(id, changes.parentId),
  ],
  run(tx, { id, changes }) {
    const row = requireLive(tx, 'collection', id);
    if (changes.name !== undefined) requireFreeName(tx, 'collection', { id, name: changes.name });
    if (typeof changes.parentId === 'string') requireParent(tx, id, changes.parentId);
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
  reads: ({ id }) => [{ table: 'collection', id }, ...readsOfOwned(id)],
  run(tx, { id, at }) {
    const row = liveRow(tx, 'collection', id);
    if (row) tx.set('collection', { ...row, deletedAt: at });
  },
};

const restoreArgs = fields({ id: id(), at: instant() });

/**
 * Brings a deleted collection back, and with it its active tasks, but for those that were deleted on their own. No change when
 * it is not deleted. Rejects COLLECTION_GONE when nothing is left of it, DUPLICATE_COLLECTION when another one has its name
 * by now, COLLECTION_LIMIT, SECTION_LIMIT, TASK_LIMIT.
 */
export const collectionRestore: Mutator<Parsed<typeof restoreArgs>> = {
  args: restoreArgs,
  reads: ({ id }) => [
    { table: 'collection', id },
    { table: 'collection', column: 'name', likeId: id },
    ...readsOfOwned(id),
  ],
  run(tx, { id }) {
    const row = keptRow(tx, 'collection', id);
    if (!row) throw goneFrom('collection');
    if (row.deletedAt === null) return;
    requireFreeName(tx, 'collection', row);
    requireRoomWithOwned(tx, id);
    tx.set('collection', { ...row, deletedAt: null });
  },
};

const purgeArgs = fields({ id: id(), at: instant() });

/**
 * Deletes a deleted collection for good: it, and the active tasks that went with it, cannot be restored any more. Completed tasks go on
 * showing its name. No change when it is there, restored meanwhile, or unknown.
 */
export const collectionPurge: Mutator<Parsed<typeof purgeArgs>> = {
  args: purgeArgs,
  reads: ({ id }) => [{ table: 'collection', id }],
  run(tx, { id, at }) {
    // It does not ask whether its texts are there: devices keep them when they are gone on the server.
    const row = tx.get('collection', id);
    if (row && row.deletedAt !== null && row.purgedAt === null)
      tx.set('collection', { ...row, purgedAt: at });
  },
};

function readsOfOwned(id: string): readonly Read[] {
  return ownershipsBy('collection').map(({ table }) => ({ table, ownedBy: id }));
}

/** Room for one collection more, and for what comes with it. */
function requireRoomWithOwned(tx: Tx, id: string): void {
  requireRoom(tx, 'collection', 1);
  for (const { table } of ownershipsBy('collection')) requireRoom(tx, table, tx.ownedBy(table, id));
}

function readsOfParent(id: string, parentId: string | null | undefined): readonly Read[] {
  return typeof parentId === 'string' ? readsToPlace('collection', id, parentId) : [];
}

/** The collection above may be deleted, and come back. Where nothing is left of it, nobody could tell a circle. */
function requireParent(tx: Tx, id: string, parentId: string): void {
  if (!tx.get('collection', parentId)) throw goneFrom('collection');
  requirePlaceBelow(tx, 'collection', id, parentId);
}
