import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';

// Transactions lock the rows of a space in one order: `hook_watch`, `hook`, `hook_message`. The row of `hook_watch` locks
// `hook_task` too. Another order could make two transactions wait for each other.

type Tx = Transaction<Database>;

/** Begins or locks the watch over a space. The next look goes through all tasks. */
export async function beginWatch(tx: Tx, space_id: SpaceId): Promise<void> {
  const space = await tx
    .selectFrom('space')
    .select('version')
    .where('space_id', '=', space_id)
    .executeTakeFirst();
  const begun = { version: space?.version ?? 0, context: '', scan_after: null, wake_at: 0 };
  await tx
    .insertInto('hook_watch')
    .values({ space_id, step: 1, ...begun })
    .onConflict((conflict) =>
      conflict.column('space_id').doUpdateSet((eb) => ({ step: eb('hook_watch.step', '+', 1), context: '' })),
    )
    .execute();
}

/** Locks the watch over a space. A look that has read the webhooks before will write nothing. */
export async function lockWatch(tx: Tx, spaceId: SpaceId): Promise<void> {
  await tx
    .updateTable('hook_watch')
    .set((eb) => ({ step: eb('step', '+', 1) }))
    .where('space_id', '=', spaceId)
    .execute();
}

/** Ends the watch over a space without webhooks. The caller holds its lock. */
export async function endWatchOfNone(tx: Tx, spaceId: SpaceId): Promise<void> {
  const left = await tx
    .selectFrom('hook')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('ended', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (left) return;
  await tx.deleteFrom('hook_watch').where('space_id', '=', spaceId).execute();
  await tx.deleteFrom('hook_task').where('space_id', '=', spaceId).execute();
}
