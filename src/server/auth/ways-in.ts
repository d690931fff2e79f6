import type { Transaction } from 'kysely';
import { countWaysIn, type Ways, type WaysIn } from '#src/domain/ways.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/** The sign-in methods of the account of `userId`, of those that this server offers. */
export async function findWaysIn(
  db: AppDatabase['db'] | Transaction<Database>,
  userId: string,
  ways: Ways,
): Promise<WaysIn> {
  const user = await db
    .selectFrom('user')
    .select(['email', 'emailVerified', 'phoneNumber', 'phoneNumberVerified'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const accounts = await db
    .selectFrom('account')
    .select(['providerId', 'password'])
    .where('userId', '=', userId)
    .execute();
  const { passkeys } = await db
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll().as('passkeys'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const linked = new Set(accounts.map(({ providerId }) => providerId));
  return {
    password: accounts.some(({ password }) => password !== null),
    email: ways.email && user?.emailVerified ? user.email : null,
    phone: ways.phone && user?.phoneNumberVerified ? user.phoneNumber : null,
    passkeys: ways.passkeys ? Number(passkeys) : 0,
    providers: ways.providers.map(({ id }) => id).filter((id) => linked.has(id)),
  };
}

/**
 * Takes a sign-in method from an account, as `remove` does it, unless it is the last one: false then, and nothing is changed. Two
 * at a time wait for each other, as each alone might leave what the other takes.
 */
export async function removeWayIn(
  database: AppDatabase,
  { userId, ways }: { readonly userId: string; readonly ways: Ways },
  remove: (tx: Transaction<Database>) => Promise<unknown>,
): Promise<boolean> {
  try {
    await database.transact(async (tx) => {
      // On SQLite, transactions come one after the other anyway.
      const user = tx.selectFrom('user').select('id').where('id', '=', userId);
      await (database.engine === 'postgres' ? user.forUpdate() : user).execute();
      await remove(tx);
      if (countWaysIn(await findWaysIn(tx, userId, ways)) === 0) throw new LastWayIn();
    });
    return true;
  } catch (error) {
    if (error instanceof LastWayIn) return false;
    throw error;
  }
}

/** Ends the transaction with nothing of it kept. */
class LastWayIn extends Error {}
