import { createHmac, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { hashToken } from '#src/server/auth/sessions/session-store.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database, Engine } from '#src/server/db/tables.ts';
import type { Credentials } from '#src/sync/testing/node-device.ts';

/** Better Auth names it so over http. */
const COOKIE = 'sunglow.session_token';
const SESSION_MS = 60 * 86_400_000;

/** Better Auth's tables as far as they cannot be left out. */
interface AuthTables {
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean | number;
    createdAt: Date | string;
    updatedAt: Date | string;
  };
  session: {
    id: string;
    expiresAt: Date | string;
    token: string;
    createdAt: Date | string;
    updatedAt: Date | string;
    userId: string;
  };
}

/**
 * Writes so many signed-in users into the database, as signing up would have: that takes a password's hash each, and is
 * slowed down for whoever does it often. `secret` is what the server signs with.
 */
export async function plantUsers(
  database: AppDatabase,
  secret: string,
  count: number,
): Promise<Omit<Credentials, 'url'>[]> {
  const { engine } = database;
  const now = authInstant(engine, Date.now());
  const expiresAt = authInstant(engine, Date.now() + SESSION_MS);
  const planted = Array.from({ length: count }, () => ({ userId: randomUUID(), token: randomUUID() }));
  await database.transact(async (tx: Transaction<Database>) => {
    const auth = tx as unknown as Transaction<AuthTables>;
    for (const { userId, token } of planted) {
      await auth
        .insertInto('user')
        .values({
          id: userId,
          name: 'Bench',
          email: `${userId}@example.com`,
          emailVerified: unproven(engine),
          createdAt: now,
          updatedAt: now,
        })
        .execute();
      await auth
        .insertInto('session')
        .values({
          id: randomUUID(),
          expiresAt,
          token: hashToken(token),
          createdAt: now,
          updatedAt: now,
          userId,
        })
        .execute();
    }
  });
  return planted.map(({ userId, token }) => {
    const signature = createHmac('sha256', secret).update(token).digest('base64');
    return { userId, cookie: `${COOKIE}=${encodeURIComponent(`${token}.${signature}`)}` };
  });
}

function unproven(engine: Engine): boolean | number {
  return engine === 'sqlite' ? 0 : false;
}
