import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignInMethods } from '#src/domain/identity/sign-in-methods.ts';
import { findAccountMethods, removeAccountMethod } from './account-methods.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';

const METHODS: SignInMethods = {
  email: true,
  confirmsEmail: true,
  phone: true,
  passkeys: true,
  providers: [{ id: 'google', name: 'Google', vouches: true }],
  signUps: 'open',
};

describeEachEngine('the sign-in methods of an account', (engine) => {
  let database: AppDatabase;
  beforeAll(async () => {
    database = await engine.open();
  });

  /** A user with an unconfirmed email, who signs in with Google. */
  async function addUser(userId: string): Promise<void> {
    const at = authInstant(engine.name, 0);
    const no = engine.name === 'postgres' ? sql`false` : sql`0`;
    await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values (${userId}, 'Ada', ${`${userId}@example.com`}, ${no}, ${at}, ${at})`.execute(database.db);
    await sql`insert into "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
      values (${userId}, ${userId}, 'google', ${userId}, ${at}, ${at})`.execute(database.db);
  }

  async function addPasskey(userId: string): Promise<void> {
    const no = engine.name === 'postgres' ? sql`false` : sql`0`;
    await sql`insert into "passkey" ("id", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
      values (${userId}, 'key', ${userId}, ${userId}, 0, 'singleDevice', ${no})`.execute(database.db);
  }

  test('include one that cannot be removed: the last', async () => {
    await addUser('last');

    const isRemoved = await removeAccountMethod(database, { userId: 'last', methods: METHODS }, (tx) =>
      tx.deleteFrom('account').where('userId', '=', 'last').execute(),
    );

    expect(isRemoved).toBe(false);
    expect(await findAccountMethods(database.db, 'last', METHODS)).toMatchObject({ providers: ['google'] });
  });

  test.each(['ada', 'bea', 'cleo', 'dora'])(
    'include a passkey; when both are removed at the same time, one stays (%s)',
    async (userId) => {
      await addUser(userId);
      await addPasskey(userId);
      const underWay = new Set<string>();
      // Each waits for the other to overlap, but only for some queries: transactions that run in turn never
      // do.
      const remove = (table: 'account' | 'passkey') =>
        removeAccountMethod(database, { userId, methods: METHODS }, async (tx) => {
          await tx.deleteFrom(table).where('userId', '=', userId).execute();
          underWay.add(table);
          for (let i = 0; i < 100 && underWay.size < 2; i++) await sql`select 1`.execute(tx);
        });

      const removed = await Promise.all([remove('account'), remove('passkey')]);

      expect(removed.filter(Boolean)).toEqual([true]);
      const { passkeys, providers } = await findAccountMethods(database.db, userId, METHODS);
      expect(passkeys + providers.length).toBe(1);
    },
  );

  test('a method that this server does not offer, or the user has not confirmed, does not count', async () => {
    await addUser('none');
    const yes = engine.name === 'postgres' ? sql`true` : sql`1`;
    const expected = { password: false, email: null, phone: null, passkeys: 0, providers: ['google'] };
    expect(await findAccountMethods(database.db, 'none', METHODS)).toEqual(expected);

    await sql`update "user" set "emailVerified" = ${yes} where "id" = 'none'`.execute(database.db);
    expect(await findAccountMethods(database.db, 'none', METHODS)).toEqual({
      ...expected,
      email: 'none@example.com',
    });
    expect(
      await findAccountMethods(database.db, 'none', { ...METHODS, email: false, providers: [] }),
    ).toEqual({
      ...expected,
      providers: [],
    });
  });
});
