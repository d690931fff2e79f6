import { afterAll, beforeAll, expect, test } from 'vitest';

import { actorOf } from '#src/domain/space.ts';
import { OWNED_TABLES, sweepDeletedUsers } from '#src/server/auth/deleted-users.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  PASSWORD,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { openDevice, until } from '#src/sync/testing/node-device.ts';
import { addCollection, addTask, collection } from '#src/sync/testing/samples.ts';
import { push } from '#src/sync/server/push.ts';

const WHOSE = ['space_id', 'user_id', 'userId'];

describeEachEngine('the end of an account', (engine) => {
  let server: TestServer;
  let database: AppDatabase;

  beforeAll(async () => {
    const where = await engine.create();
    server = await startTestServer(where);
    database = openDatabase(where);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  async function signedUp(email: string): Promise<{ browser: TestBrowser; userId: string }> {
    const browser = server.browser();
    await browser.signUp(email);
    const userId = (await browser.session())!.user.id;
    await database.transact((tx) => push(tx, actorOf(userId), [addCollection(1), addTask(2)], 0));
    return { browser, userId };
  }

  const isDeleted = async (userId: string) =>
    (await (await server.browser().post('/api/auth/deleted-user', { userId })).json()) as object;

  /** Every column of the database that names a user or a space, and how many rows have this user's. */
  async function traces(userId: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const { name, columns } of await database.db.introspection.getTables()) {
      for (const column of columns) {
        if (!WHOSE.includes(column.name) && !(name === 'user' && column.name === 'id')) continue;
        const rows = await database.db
          .selectFrom(name as 'session')
          .select(column.name as 'userId')
          .where(column.name as 'userId', '=', userId)
          .execute();
        found[`${name}.${column.name}`] = rows.length;
      }
    }
    return found;
  }

  test('takes everything of the user, and nothing of another', async () => {
    const { browser, userId } = await signedUp('ada@example.com');
    const bob = await signedUp('bob@example.com');
    const ofBob = await traces(bob.userId);
    expect(ofBob).toMatchObject({
      'task.space_id': 1,
      'mutation.space_id': 2,
      'session.userId': 1,
      'user.id': 1,
    });
    // A new table with such a column has to be listed there.
    expect(Object.keys(ofBob).toSorted()).toEqual(
      OWNED_TABLES.map(([table, column]) => `${table}.${column}`).toSorted(),
    );
    expect(await isDeleted(userId)).toEqual({ isDeleted: false });

    const response = await browser.post('/api/auth/delete-user', { password: PASSWORD });

    expect(response.status).toBe(200);
    expect(browser.cookie).not.toContain('session');
    expect(Object.values(await traces(userId)).filter((count) => count > 0)).toEqual([]);
    expect(await traces(bob.userId)).toEqual(ofBob);
    expect(await isDeleted(userId)).toEqual({ isDeleted: true });
    expect(await isDeleted(bob.userId)).toEqual({ isDeleted: false });
    expect((await server.browser().signIn('ada@example.com')).status).toBe(401);
    // The address is free again for a new user.
    expect((await server.browser().signUp('ada@example.com')).status).toBe(200);
  });

  test('[W13] the sockets of all devices are closed, and rows that they sent meanwhile are deleted too', async () => {
    const { browser, userId } = await signedUp('cara@example.com');
    const other = server.browser();
    await other.signIn('cara@example.com');
    const device = await openDevice({ url: server.url, userId, cookie: other.cookie });
    await browser.post('/api/auth/delete-user', { password: PASSWORD });
    await until(device, 'status', () => device.status().connection === 'signed-out');
    device.close();

    await database.transact((tx) => push(tx, actorOf(userId), [addCollection(9, collection(9))], 0));
    await sweepDeletedUsers(database);
    expect(Object.values(await traces(userId)).filter((count) => count > 0)).toEqual([]);
  });

  test('needs the password, or a recent sign-in on an account without one', async () => {
    const { browser, userId } = await signedUp('eve@example.com');
    const wrong = await browser.post('/api/auth/delete-user', { password: 'not the password' });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ code: 'INVALID_PASSWORD' });

    const none = await browser.post('/api/auth/delete-user', {});
    expect(await none.json()).toMatchObject({ code: 'INVALID_PASSWORD' });
    expect(await traces(userId)).toMatchObject({ 'user.id': 1, 'task.space_id': 1 });

    // Now the account is like one with another sign-in method.
    await database.db.deleteFrom('account').where('userId', '=', userId).execute();
    const long = authInstant(database.engine, Date.now() - 2 * 3_600_000);
    const begins = (at: Date | string) =>
      database.db
        .updateTable('session')
        .set({ createdAt: at } as never)
        .where('userId', '=', userId)
        .execute();
    await begins(long);
    const late = await browser.post('/api/auth/delete-user', {});
    expect(await late.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' });
    expect(await traces(userId)).toMatchObject({ 'user.id': 1, 'task.space_id': 1 });
    await begins(authInstant(database.engine, Date.now()));
    expect((await browser.post('/api/auth/delete-user', {})).status).toBe(200);
    expect(await traces(userId)).toMatchObject({ 'user.id': 0 });
  });

  test('cannot be requested by another site, or without a session', async () => {
    const { browser, userId } = await signedUp('dan@example.com');
    const origin = { origin: 'https://evil.example.com' };
    const forged = await browser.post('/api/auth/delete-user', { password: PASSWORD }, origin);
    expect(forged.status).toBe(403);
    const nobody = await server.browser().post('/api/auth/delete-user', { password: PASSWORD });
    expect(nobody.status).toBe(401);
    expect(await traces(userId)).toMatchObject({ 'user.id': 1 });
  });

  test('a wrong password is slowed down', async () => {
    const { browser } = await signedUp('finn@example.com');
    const tries = Array.from({ length: 12 }, () =>
      browser.post('/api/auth/delete-user', { password: 'not the password' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});
