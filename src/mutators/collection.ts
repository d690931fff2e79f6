import * as z from 'zod/mini';
import { MutationRejected } from '#src/domain/errors.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { isActive } from '#src/domain/task.ts';
import { collectionName, color, id, instant } from './args.ts';
import type { Mutator, Tx } from './tx.ts';

const addArgs = z.strictObject({ id, name: collectionName, color, at: instant });

/** Adds a collection; no change when it is there already. Rejects DUPLICATE_COLLECTION, COLLECTION_LIMIT. */
export const collectionAdd: Mutator<z.infer<typeof addArgs>> = {
  args: addArgs,
  reads: (args) => [
    { table: 'collection', id: args.id },
    { table: 'collection', field: 'name', value: args.name },
  ],
  run(tx, { id, name, color, at }) {
    if (tx.get('collection', id)) return;
    if (tx.query('collection', 'name', name).length > 0) throw new MutationRejected('DUPLICATE_COLLECTION');
    if (tx.count('collection') >= LIMITS.collections) throw new MutationRejected('COLLECTION_LIMIT');
    tx.set('collection', { id, name, color, createdAt: at, deletedAt: null });
  },
};

const deleteArgs = z.strictObject({ id, at: instant });

/** Deletes a collection and its active tasks, whichever device added them. No change when it is gone already. */
export const collectionDelete: Mutator<z.infer<typeof deleteArgs>> = {
  args: deleteArgs,
  reads: (args) => [
    { table: 'collection', id: args.id },
    { table: 'task', field: 'collectionId', value: args.id },
  ],
  run(tx, { id, at }) {
    const collection = tx.get('collection', id);
    if (!collection || collection.deletedAt !== null) return;
    tx.set('collection', { ...collection, deletedAt: at });
    for (const task of tx.query('task', 'collectionId', id)) {
      if (isActive(task)) tx.set('task', { ...task, deletedAt: at });
    }
  },
};

/** Rejects COLLECTION_GONE unless the collection is there and not deleted. */
export function requireLiveCollection(tx: Tx, collectionId: string): void {
  const collection = tx.get('collection', collectionId);
  if (!collection || collection.deletedAt !== null) throw new MutationRejected('COLLECTION_GONE');
}
