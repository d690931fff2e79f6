import { createHmac, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { hashToken } from '#src/server/auth/sessions/session-store.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { Database, Engine } from '#src/server/db/tables.ts';
import type { Credentials } from '#src/sync/testing/node-device.ts';

/** The name of Better Auth's cookie over http. */
const COOKIE = 'sunglow.session_token';
const SESSION_MS = 60 * 86_400_000;

/** The required columns of Better Auth's tables. */
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
 * Writes signed-in users into the database, in the state after signing up: signing up would hash a password
 * each, and limits those who repeat it. `secret`: the server's key for signatures.
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
