import { id, instant } from '#src/domain/schema/column.ts';
import { fields, type Parsed } from './args.ts';
import { rowOperations } from './row-operations.ts';
import type { Mutator } from './tx.ts';

const purgeArgs = fields({ id: id(), at: instant() });

/**
 * Deletes a deleted collection for good: it, and the active tasks that went with it, cannot be restored any more. Completed tasks go on
 * showing its name. No change when it is there, restored meanwhile, or unknown.
 */
const purge: Mutator<Parsed<typeof purgeArgs>> = {
  args: purgeArgs,
  reads: ({ id }) => [{ table: 'collection', id }],
  run(tx, { id, at }) {
    // It does not ask whether its texts are there: devices keep them when they are gone on the server.
    const row = tx.get('collection', id);
    if (row && row.deletedAt !== null && row.purgedAt === null)
      tx.set('collection', { ...row, purgedAt: at });
  },
  inverse: () => null,
};

/**
 * Active tasks of a collection, whichever device added them, are there while it is (see isThere): they stay as they are when it is deleted, and
 * come back with it, but for those that were deleted on their own. A purged one that is added again comes back with those of its tasks that
 * are not purged.
 */
export const collectionOperations = { ...rowOperations('collection'), 'collection.purge': purge };
