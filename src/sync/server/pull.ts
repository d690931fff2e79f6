import type { Transaction } from 'kysely';
import type { Patch } from '#src/sync/protocol.ts';
import type { SyncTables } from './database.ts';
import { COLLECTION_COLUMNS, TASK_COLUMNS, toCollection, toTask } from './rows.ts';

/**
 * The patch that brings a device from version `since` to the user's newest. A device that is ahead of the server (which
 * was restored from a backup, say) gets everything anew, as a patch from 0. `tx` must see one state of the database.
 */
export async function pull(tx: Transaction<SyncTables>, userId: string, since: number): Promise<Patch> {
  const space = await tx
    .selectFrom('space')
    .select('version')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const to = space?.version ?? 0;
  if (since === to) return { type: 'patch', from: since, to, collections: [], tasks: [], outcomes: [] };
  const from = since > to ? 0 : since;
  const collections = await tx
    .selectFrom('collection')
    .select(COLLECTION_COLUMNS)
    .where('user_id', '=', userId)
    .where('version', '>', from)
    .execute();
  const tasks = await tx
    .selectFrom('task')
    .select(TASK_COLUMNS)
    .where('user_id', '=', userId)
    .where('version', '>', from)
    .execute();
  return {
    type: 'patch',
    from,
    to,
    collections: collections.map(toCollection),
    tasks: tasks.map(toTask),
    outcomes: [],
  };
}
