import type { Transaction } from 'kysely';
import type { SpaceId } from '#src/domain/space.ts';
import type { SyncTables } from './database.ts';
import { execute } from './execute.ts';
import { PUSH_SIZES } from './push.ts';
import { forgetOutcomes, recordOutcomes } from './writes.ts';

/** Locks the row of a space, so that no push comes between the statements after this one. */
export async function lockSpace(tx: Transaction<SyncTables>, spaceId: SpaceId): Promise<void> {
  await tx
    .insertInto('space')
    .values({ space_id: spaceId, version: 0 })
    .onConflict((conflict) =>
      conflict.column('space_id').doUpdateSet((eb) => ({ version: eb.ref('space.version') })),
    )
    .execute();
}

/**
 * Records the outcome of a mutation that changes nothing, without a push: its id is used from now on, and no device
 * hears of it. The caller holds the lock of the space.
 */
export async function keepOutcome(
  tx: Transaction<SyncTables>,
  spaceId: SpaceId,
  { id, version, now }: { readonly id: string; readonly version: number; readonly now: number },
  maxOutcomes: number = PUSH_SIZES.maxOutcomes,
): Promise<void> {
  await execute(tx, recordOutcomes(tx, spaceId, version, new Map([[id, null]]), now));
  const { outcome_count } = await tx
    .updateTable('space')
    .set((eb) => ({ outcome_count: eb('outcome_count', '+', 1) }))
    .where('space_id', '=', spaceId)
    .returning('outcome_count')
    .executeTakeFirstOrThrow();
  const tooMany = outcome_count - maxOutcomes;
  if (tooMany <= 0) return;
  await forgetOutcomes(tx, spaceId, tooMany);
  await tx.updateTable('space').set({ outcome_count: maxOutcomes }).where('space_id', '=', spaceId).execute();
}
