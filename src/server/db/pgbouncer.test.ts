import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#src/server/testing/databases/pgbouncer.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';
import { withoutBeats } from '#src/server/testing/sockets/without-beats.ts';
import { openDevice, signUp, until } from '#src/sync/testing/node-device.ts';

/** Fewer connections than servers and devices use at once, so that they have to share. */
const CONNECTIONS = 3;
const USERS = 6;
const TASKS = 20;

// .ci/run installs PgBouncer where it is missing (on Debian and Ubuntu).
describe.runIf(hasPgBouncer)('PgBouncer that pools by transaction', () => {
  let bouncer: PgBouncer;
  beforeAll(async () => {
    bouncer = await startPgBouncer(inject('postgresUrl'), CONNECTIONS);
  });
  afterAll(() => bouncer.stop());

  function through(databaseUrl: string): string {
    const url = new URL(bouncer.url);
    url.pathname = new URL(databaseUrl).pathname;
    return url.href;
  }

  describeEachEngine(
    'before PostgreSQL',
    (engine) => {
      test('servers that start together bring the database up to date, and leave no lock', async () => {
        const direct = (await engine.create()).databaseUrl!;
        const where = { dataDir: '', databaseUrl: through(direct) };
        const databases = Array.from({ length: 4 }, () => openDatabase(where));

        await Promise.all(databases.map(({ db }) => migrate(db, engine.name)));
        await Promise.all(databases.map((database) => database.close()));

        const admin = new Client({ connectionString: direct });
        await admin.connect();
        const locks = await admin.query(
          "select * from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
        );
        const settings = await admin.query(
          'select count(distinct pid)::int as connections from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        await admin.end();
        expect(locks.rows).toEqual([]);
        expect(settings.rows[0].connections).toBeLessThanOrEqual(CONNECTIONS);
      });

      test('users sign up, sign in and sync through two servers', async () => {
        withoutBeats();
        const direct = (await engine.create()).databaseUrl!;
        const options = { settings: { BUS_DATABASE_URL: direct } };
        const where = { dataDir: '', databaseUrl: through(direct) };
        const servers = [await startTestServer(where, options), await startTestServer(where, options)];
        const [first, second] = servers;

        const work = Array.from({ length: USERS }, async (_, i) => {
          const account = await signUp(first!.url, `User ${i}`);
          const again = await second!.browser().signIn(account.email, account.password);
          const here = await openDevice(account);
          const there = await openDevice({ ...account, url: second!.url });
          const collectionId = newId();
          const at = Date.now();
          await here.mutate('collection.add', { id: collectionId, name: 'Home', color: '#FFCC33', at });
          const date = calendarDayAt(at);
          for (let n = 0; n < TASKS; n++) {
            const name = `Task ${n}`;
            void here.mutate('task.add', { id: newId(), name, description: '', date, collectionId, at });
          }
          await until(there, 'today', () => there.lists.days.today().length === TASKS);
          const seen = there.lists.days.today().length;
          here.close();
          there.close();
          return [again.status, seen];
        });

        // The devices of the other server get these rows through the bus.
        expect(await Promise.all(work)).toEqual(Array.from({ length: USERS }, () => [200, TASKS]));
        await Promise.all(servers.map((server) => server.stop()));
      });
    },
    ['postgres'],
  );
});
