import { afterAll, beforeAll, expect, test } from 'vitest';

import { actorOf, spaceOf } from '#src/domain/space.ts';
import { Invitations } from '#src/server/auth/invitations.ts';
import { openDatabase, type AppDatabase } from './database.ts';
import { purgeExpired } from '#src/server/jobs/purge.ts';
import { conflictAtEach } from '#src/server/testing/databases/conflicts.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import {
  PASSWORD,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { push } from '#src/sync/server/push.ts';
import { setUpHub } from '#src/sync/testing/hub-devices.ts';
import { addCollection, addTask, mutation, sampleId } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 60_000;

describeEachEngine(
  'a conflict (40001) at any one statement',
  (engine) => {
    let database: AppDatabase;
    let server: TestServer;
    beforeAll(async () => {
      const where = await engine.create();
      server = await startTestServer(where, { settings: { SIGNUPS: 'invite', ...MANY_ADDRESSES } });
      database = openDatabase(where);
    });
    afterAll(async () => {
      await database.close();
      await server.stop();
    });

    const task = sampleId('task', 2);
    const batch = [
      addCollection(1),
      addTask(2),
      addTask(3),
      mutation(4, 'task.complete', { id: task, at: 4 }),
      mutation(5, 'collection.edit', { id: sampleId('collection', 1), changes: { name: 'Home' }, at: 5 }),
      mutation(6, 'task.edit', { id: sampleId('task', 99), changes: { name: 'Gone' }, at: 6 }),
    ];

    /** The rows of a user, by table. */
    async function stored(userId: string) {
      const { db } = database;
      const [space, tasks, collections, mutations] = await Promise.all([
        db.selectFrom('space').selectAll().where('space_id', '=', spaceOf(userId)).execute(),
        db.selectFrom('task').selectAll().where('space_id', '=', spaceOf(userId)).orderBy('id').execute(),
        db
          .selectFrom('collection')
          .selectAll()
          .where('space_id', '=', spaceOf(userId))
          .orderBy('id')
          .execute(),
        db
          .selectFrom('mutation')
          .selectAll()
          .where('space_id', '=', spaceOf(userId))
          .orderBy('mutation_id')
          .execute(),
      ]);
      const rows = { space, tasks, collections, mutations };
      return JSON.parse(JSON.stringify(rows).replaceAll(userId, 'the user')) as typeof rows;
    }

    test('[W5] of a push or a pull leaves the same patches and rows', async () => {
      const first = new ServerUser(database);
      const expected = [await first.push(...batch), await first.pull(0)];
      const rows = await stored(first.id);

      const statements = await conflictAtEach(async (meet) => {
        const user = new ServerUser(database);
        const patches = await meet(async () => [await user.push(...batch), await user.pull(0)]);
        expect(patches).toEqual(expected);
        expect(await stored(user.id)).toEqual(rows);
      });

      expect(statements).toBeGreaterThan(12);
    });

    test('[W12] of a beat does not keep it from telling what another server wrote', async () => {
      const statements = await conflictAtEach(async (meet) => {
        const { hub, user, logged, connect } = await setUpHub(database);
        const device = await connect(1);
        await user.push(addTask(2));
        await meet(() => hub.beat());
        expect([device.beats, logged]).toEqual([[{ type: 'beat', version: 2 }], []]);
      });

      expect(statements).toBeGreaterThan(0);
    });

    test(
      '[W10] of a purge leaves the same rows',
      async () => {
        const deletion = mutation(7, 'task.delete', { id: task, at: 7 });
        const purge = () => purgeExpired(database, 365 * DAY_MS);
        const first = new ServerUser(database);
        await first.push(...batch, deletion);
        await purge();
        const rows = await stored(first.id);
        expect([rows.tasks.length, rows.mutations]).toEqual([1, []]);

        const statements = await conflictAtEach(async (meet) => {
          const user = new ServerUser(database);
          await user.push(...batch, deletion);
          await meet(purge);
          expect(await stored(user.id)).toEqual(rows);
        });

        expect(statements).toBeGreaterThan(12);
        // The purge is run anew for each of its statements, and it has some for each table.
      },
      TIMEOUT_MS,
    );

    /** The number of users, sign-in methods and sessions of an email. */
    async function countsOf(email: string): Promise<number[]> {
      const { db } = database;
      const users = await db.selectFrom('user').select('id').where('email', '=', email).execute();
      const ids = ['', ...users.map(({ id }) => id)];
      const [accounts, sessions] = await Promise.all([
        db.selectFrom('account').select('id').where('userId', 'in', ids).execute(),
        db.selectFrom('session').select('id').where('userId', 'in', ids).execute(),
      ]);
      return [users.length, accounts.length, sessions.length];
    }

    let last = 0;
    async function invited(): Promise<{ browser: TestBrowser; email: string; token: string }> {
      const token = await new Invitations(database).create(null, Date.now());
      const browser = browserElsewhere(server);
      await browser.post('/api/auth/invitation', { token });
      return { browser, email: `${(last += 1)}@example.com`, token };
    }

    test(
      'of a sign-up makes one account, and uses up its invitation',
      async () => {
        const statements = await conflictAtEach(async (meet) => {
          const { browser, email, token } = await invited();
          expect((await meet(() => browser.signUp(email))).status).toBe(200);
          expect((await meet(() => browser.session()))?.user.email).toBe(email);
          expect(await countsOf(email)).toEqual([1, 1, 1]);
          expect((await browser.post('/api/auth/invitation', { token })).status).toBe(404);
        });

        expect(statements).toBeGreaterThan(12);
      },
      TIMEOUT_MS,
    );

    test(
      'of a sign-in makes one session',
      async () => {
        const statements = await conflictAtEach(async (meet) => {
          // A new user each time: the limits allow no user so many sign-ins.
          const { browser, email } = await invited();
          await browser.signUp(email);
          const other = browserElsewhere(server);
          expect((await meet(() => other.signIn(email))).status).toBe(200);
          expect((await other.session())?.user.email).toBe(email);
          expect(await countsOf(email)).toEqual([1, 1, 2]);
        });

        expect(statements).toBeGreaterThan(8);
      },
      TIMEOUT_MS,
    );

    test(
      'of a deletion leaves only the record that the account is deleted',
      async () => {
        const statements = await conflictAtEach(async (meet) => {
          const { browser, email } = await invited();
          await browser.signUp(email);
          const userId = (await browser.session())?.user.id ?? '';
          await database.transact((tx) => push(tx, actorOf(userId), batch, 1_000));
          const password = PASSWORD;
          expect((await meet(() => browser.post('/api/auth/delete-user', { password }))).status).toBe(200);
          expect(await countsOf(email)).toEqual([0, 0, 0]);
          expect(await stored(userId)).toEqual({ space: [], tasks: [], collections: [], mutations: [] });
          const deleted = await browser.post('/api/auth/deleted-user', { userId });
          expect(await deleted.json()).toEqual({ isDeleted: true });
        });

        expect(statements).toBeGreaterThan(12);
      },
      TIMEOUT_MS,
    );
  },
  // SQLite has no conflicts of this kind.
  ['postgres'],
);
