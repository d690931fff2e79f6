import type { Transaction } from 'kysely';
import {
  countAccountMethods,
  type SignInMethods,
  type AccountMethods,
} from '#src/domain/identity/sign-in-methods.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/** The sign-in methods of the account of `userId` that this server offers. */
export async function findAccountMethods(
  db: AppDatabase['db'] | Transaction<Database>,
  userId: string,
  methods: SignInMethods,
): Promise<AccountMethods> {
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
    email: methods.email && user?.emailVerified ? user.email : null,
    phone: methods.phone && user?.phoneNumberVerified ? user.phoneNumber : null,
    passkeys: methods.passkeys ? Number(passkeys) : 0,
    providers: methods.providers.map(({ id }) => id).filter((id) => linked.has(id)),
  };
}

/**
 * Takes a sign-in method from an account by `remove`. Returns false, and changes nothing, if it is the last
 * one. Concurrent calls wait for each other, since each might leave only the method that the other one takes.
 */
export async function removeAccountMethod(
  database: AppDatabase,
  { userId, methods }: { readonly userId: string; readonly methods: SignInMethods },
  remove: (tx: Transaction<Database>) => Promise<unknown>,
): Promise<boolean> {
  try {
    await database.transact(async (tx) => {
      // On SQLite, transactions run one after the other anyway.
      const user = tx.selectFrom('user').select('id').where('id', '=', userId);
      await (database.engine === 'postgres' ? user.forUpdate() : user).execute();
      await remove(tx);
      if (countAccountMethods(await findAccountMethods(tx, userId, methods)) === 0) throw new LastMethod();
    });
    return true;
  } catch (error) {
    if (error instanceof LastMethod) return false;
    throw error;
  }
}

/** Ends the transaction without keeping anything of it. */
class LastMethod extends Error {}
