import type { Kysely } from 'kysely';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { forgetWebhook } from '#src/server/auth/sessions/forget-webhook.ts';

/** Takes the email of an account as proven, and away from it what was prepared before. */
export async function prove(database: AppDatabase, userId: string): Promise<void> {
  await database.transact(async (tx) => {
    await dropUnproven(tx, userId);
    const emailVerified = database.engine === 'sqlite' ? 1 : true;
    await tx.updateTable('user').set({ emailVerified }).where('id', '=', userId).execute();
  });
}

/**
 * Takes away what let in whoever made the account of `userId`, whose email was not proven until now: providers, passkeys, the
 * phone number, the devices that need not be told of, and the webhook. The password is not its business. A second factor stays: whoever has
 * a mailbox is not to get around it.
 */
export async function dropUnproven(db: Kysely<Database>, userId: string): Promise<void> {
  await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .execute();
  await db.deleteFrom('passkey').where('userId', '=', userId).execute();
  await db.deleteFrom('device').where('user_id', '=', userId).execute();
  await forgetWebhook(db, userId);
  await db
    .updateTable('user')
    .set({ phoneNumber: null, phoneNumberVerified: null })
    .where('id', '=', userId)
    .execute();
}
