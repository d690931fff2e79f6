import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { authInstant } from '#src/server/db/auth-instant.ts';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const SECRET = 'a secret of more than thirty-two characters';
const DAY_MS = 86_400_000;

/** The server's cookie for this token, as anybody with its secret can make it. */
function cookieOf(token: string): string {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return `sunglow.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function isSignedIn(server: TestServer, cookie: string): Promise<boolean> {
  return (await fetch(`${server.url}/api/auth/sessions`, { headers: { cookie } })).ok;
}

/** The content of all files of the database. Empty for PostgreSQL, where a dump has only the rows. */
function filesOf({ dataDir, databaseUrl }: DatabaseOptions): Buffer {
  if (databaseUrl !== null) return Buffer.alloc(0);
  const names = readdirSync(dataDir).filter((name) => name.startsWith('sunglow.db'));
  return Buffer.concat(names.map((name) => readFileSync(join(dataDir, name))));
}

describeEachEngine('sessions in the database', (engine) => {
  test('cannot be used by a reader of the database, not even with the secret', async () => {
    const where = await engine.create();
    const server = await startTestServer(where);
    const database = openDatabase(where);
    const browser = server.browser();
    await browser.signUp('ada@example.com');
    const [token = ''] = /session_token=([^;.]+)/.exec(browser.cookie)?.slice(1) ?? [];

    const rows = await database.db.selectFrom('session').selectAll().execute();
    const stored = rows.map((row) => row.token);
    await database.close();

    expect(stored).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await isSignedIn(server, cookieOf(token))).toBe(true);
    expect(await isSignedIn(server, cookieOf(stored[0] ?? ''))).toBe(false);
    expect(await browser.session()).not.toBeNull();
    await browser.post('/api/auth/sign-out', {});
    expect(await isSignedIn(server, cookieOf(token))).toBe(false);
    await server.stop();
    expect(filesOf(where).includes(token)).toBe(false);
  });

  test('last 90 days at most, with any use', async () => {
    const where = await engine.create();
    const server = await startTestServer(where);
    const database = openDatabase(where);
    const browser = server.browser();
    await browser.signUp('ada@example.com');
    const begunAt = Date.now() - 80 * DAY_MS;
    await database.db
      .updateTable('session')
      .set({
        createdAt: authInstant(engine.name, begunAt),
        expiresAt: authInstant(engine.name, Date.now() + 5 * DAY_MS),
      })
      .execute();

    expect(await browser.session()).not.toBeNull();
    const { expiresAt } = await database.db
      .selectFrom('session')
      .select('expiresAt')
      .executeTakeFirstOrThrow();
    await database.close();
    await server.stop();

    expect(new Date(expiresAt).getTime()).toBe(begunAt + 90 * DAY_MS);
  });
});
