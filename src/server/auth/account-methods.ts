import type { Transaction } from 'kysely';
import { countAccountMethods, type SignInMethods, type AccountMethods } from '#src/domain/sign-in-methods.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database } from '#src/server/db/tables.ts';

/** The sign-in methods of the account of `userId`, of those that this server offers. */
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
 * Takes a sign-in method from an account, as `remove` does it, unless it is the last one: false then, and nothing is changed. Two
 * at a time wait for each other, as each alone might leave what the other takes.
 */
export async function removeAccountMethod(
  database: AppDatabase,
  { userId, methods }: { readonly userId: string; readonly methods: SignInMethods },
  remove: (tx: Transaction<Database>) => Promise<unknown>,
): Promise<boolean> {
  try {
    await database.transact(async (tx) => {
      // On SQLite, transactions come one after the other anyway.
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

/** Ends the transaction with nothing of it kept. */
class LastMethod extends Error {}
