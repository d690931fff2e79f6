import type { Transaction } from 'kysely';
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
export async function dropUnproven(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .execute();
  await tx.deleteFrom('passkey').where('userId', '=', userId).execute();
  await tx.deleteFrom('device').where('user_id', '=', userId).execute();
  await forgetAccess(tx, userId);
  await tx
    .updateTable('user')
    .set({ phoneNumber: null, phoneNumberVerified: null })
    .where('id', '=', userId)
    .execute();
}
