import type { Kysely } from 'kysely';
import type { Database } from '#src/server/db/tables.ts';

/** Removes the webhook of a user. */
export async function forgetWebhook(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('webhook').where('user_id', '=', userId).execute();
}
