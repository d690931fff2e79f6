import type { Kysely } from 'kysely';
import type { Database } from '#src/server/db/tables.ts';

/** Ends the webhook of a user. All that ends their other sessions does it: a stranger who was signed in may have left it. */
export async function forgetWebhook(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('webhook').where('user_id', '=', userId).execute();
}
