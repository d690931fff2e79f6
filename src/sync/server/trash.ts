import { sql, type CompiledQuery, type Transaction } from 'kysely';
import type { SyncTables } from './database.ts';
import { execute } from './execute.ts';
import { hasActiveTasks, isShownByNone } from './purgeable.ts';
import { VERSION_ROWS } from './pull.ts';
import { textBytes } from './rows.ts';

/**
 * Makes tombstones of a user's active tasks whose collection was deleted before `endedBefore`, ms since 1970 UTC by the server's
 * clock: at most `limit` of them, which are told as any change, as old as the tombstone of their collection. That may stay for
 * its completed tasks, and be brought back: then what was purged of it must not be there again on a device that still has it.
 * To be called under the user's row lock. Returns how many they are.
 */
export async function endTasks(
  tx: Transaction<SyncTables>,
  userId: string,
  endedBefore: number,
  limit: number,
): Promise<number> {
  const collection = await tx
    .selectFrom('collection')
    .select(['id', 'deleted_at', 'tombstone_since'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('tombstone_since', '<', endedBefore)
    .where(hasActiveTasks)
    .limit(1)
    .executeTakeFirst();
  if (!collection) return 0;
  const tasks = await tx
    .selectFrom('task')
    .select('id')
    .where('user_id', '=', userId)
    .where('collection_id', '=', collection.id)
    .where('deleted_at', 'is', null)
    .where('completed_at', 'is', null)
    .limit(limit)
    .execute();
  const { version } = await tx
    .updateTable('space')
    .set((eb) => ({ version: eb('version', '+', Math.ceil(tasks.length / VERSION_ROWS)) }))
    .where('user_id', '=', userId)
    .returning('version')
    .executeTakeFirstOrThrow();
  const { deleted_at, tombstone_since } = collection;
  const updates: CompiledQuery[] = [];
  for (let start = 0; start < tasks.length; start += VERSION_ROWS) {
    const ids = tasks.slice(start, start + VERSION_ROWS).map(({ id }) => id);
    const change = { deleted_at, tombstone_since, version: version - updates.length };
    updates.push(
      tx.updateTable('task').set(change).where('user_id', '=', userId).where('id', 'in', ids).compile(),
    );
  }
  await execute(tx, updates);
  return tasks.length;
}

/**
 * Empties the texts of a user's tombstones from before `erasedBefore`, ms since 1970 UTC by the server's clock: at most `limit` of
 * each kind. A device that has them keeps them; they can be restored no more (see isErased). That of a collection stays while a task
 * needs it. To be called under the user's row lock. Returns how many of a kind they are at most, and how many bytes they had.
 */
export async function eraseTexts(
  tx: Transaction<SyncTables>,
  userId: string,
  erasedBefore: number,
  limit: number,
): Promise<{ rows: number; bytes: number }> {
  const tasks = await tx
    .selectFrom('task')
    .select((eb) => ['id', textBytes(eb).as('bytes')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('tombstone_since', '<', erasedBefore)
    .where('name', '<>', sql.lit(''))
    .limit(limit)
    .execute();
  if (tasks.length > 0)
    await tx
      .updateTable('task')
      .set({ name: '', description: '' })
      .where('user_id', '=', userId)
      .where('id', 'in', idsOf(tasks))
      .execute();
  const collections = await tx
    .selectFrom('collection')
    .select((eb) => ['id', eb.fn<number>('octet_length', ['name']).as('bytes')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('tombstone_since', '<', erasedBefore)
    .where(isShownByNone)
    .limit(limit)
    .execute();
  if (collections.length > 0)
    await tx
      .updateTable('collection')
      .set({ name: '' })
      .where('user_id', '=', userId)
      .where('id', 'in', idsOf(collections))
      .execute();
  const bytes = [...tasks, ...collections].reduce((sum, row) => sum + row.bytes, 0);
  return { rows: Math.max(tasks.length, collections.length), bytes };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
