import type { Kysely } from 'kysely';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';
import { forgetAccess } from '#src/server/auth/sessions/forget-access.ts';

/** Marks the email of an account as proven, and removes what was prepared before. */
export async function prove(database: AppDatabase, userId: string): Promise<void> {
  await database.transact(async (tx) => {
    await dropUnproven(tx, userId);
    const emailVerified = database.engine === 'sqlite' ? 1 : true;
    await tx.updateTable('user').set({ emailVerified }).where('id', '=', userId).execute();
  });
}

/**
 * Removes everything that was prepared on an account with an unproven email: providers, passkeys, the phone
 * number, known devices, the webhook and the access tokens. The caller replaces the password. A second factor stays, so that
 * nobody with only the mailbox gets around it.
 */
export async function dropUnproven(db: Kysely<Database>, userId: string): Promise<void> {
  await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .execute();
  await db.deleteFrom('passkey').where('userId', '=', userId).execute();
  await db.deleteFrom('device').where('user_id', '=', userId).execute();
  await forgetAccess(db, userId);
  await db
    .updateTable('user')
    .set({ phoneNumber: null, phoneNumberVerified: null })
    .where('id', '=', userId)
    .execute();
}
