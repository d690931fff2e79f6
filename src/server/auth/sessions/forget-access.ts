import type { Kysely } from 'kysely';
import { spaceOf } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { forgetWebhook } from './forget-webhook.ts';

/**
 * Removes the webhooks and the access tokens of a user, and revokes the calendar feeds. Every action that ends their other sessions calls it, as a
 * stranger who was signed in may have added them.
 */
export async function forgetAccess(db: Kysely<Database>, userId: string): Promise<void> {
  await forgetWebhook(db, userId);
  for (const table of ['hook', 'hook_message', 'hook_task', 'hook_watch'] as const)
    await db.deleteFrom(table).where('space_id', '=', spaceOf(userId)).execute();
  await db.deleteFrom('access_token').where('user_id', '=', userId).execute();
  await db
    .updateTable('feed')
    .set({ revoked_at: Date.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
