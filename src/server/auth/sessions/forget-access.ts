import type { Transaction } from 'kysely';
import { spaceOf } from '#src/domain/space.ts';
import type { Database } from '#src/server/db/tables.ts';
import { forgetWebhook } from './forget-webhook.ts';

/**
 * Removes the webhooks and the access tokens of a user, and revokes the calendar feeds. Every action that ends their other sessions calls it, as a
 * stranger who was signed in may have added them.
 */
export async function forgetAccess(tx: Transaction<Database>, userId: string): Promise<void> {
  await forgetWebhook(tx, userId);
  // In the order of SPACE_TABLES.
  for (const table of ['hook_watch', 'hook_task', 'hook', 'hook_message'] as const)
    await tx.deleteFrom(table).where('space_id', '=', spaceOf(userId)).execute();
  await tx.deleteFrom('access_token').where('user_id', '=', userId).execute();
  await tx
    .updateTable('feed')
    .set({ revoked_at: Date.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
