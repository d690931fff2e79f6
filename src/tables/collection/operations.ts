import { id, instant } from '#src/tables/kit/column.ts';
import { fields, type Parsed } from '#src/tables/kit/args.ts';
import { rowOperations } from '#src/tables/kit/row-operations.ts';
import type { Mutator } from '#src/tables/kit/tx.ts';

const purgeArgs = fields({ id: id(), at: instant() });

/**
 * Deletes a deleted collection for good: nobody can restore it, or the active tasks that went with it. Completed tasks
 * go on showing its name. No change when the collection is there, restored meanwhile, or unknown.
 */
const purge: Mutator<Parsed<typeof purgeArgs>> = {
  args: purgeArgs,
  reads: ({ id }) => [{ table: 'collection', id }],
  run(tx, { id, at }) {
    // The purge runs even when the row's texts are gone here: devices may still keep them.
    const row = tx.get('collection', id);
    if (row && row.deletedAt !== null && row.purgedAt === null)
      tx.set('collection', { ...row, purgedAt: at });
  },
  inverse: () => null,
};

/**
 * The mutators of collections. An active task is there while its collection is (see isThere). Deleting the collection
 * leaves its tasks unchanged, whichever device added them. Restoring it brings them back, except for tasks that were
 * deleted on their own. A purged collection that is added again gets back its tasks that are not purged.
 */
export const collectionOperations = { ...rowOperations('collection'), 'collection.purge': purge };
