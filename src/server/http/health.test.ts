import { Client } from 'pg';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';

import { openDatabase } from '#src/server/db/database.ts';
import { WriteProbe } from '#src/server/db/write-probe.ts';
import { healthRoutes } from './health.ts';
import { createLog } from '#src/server/log/log.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

describeEachEngine('health', (engine) => {
  test('a server that runs is alive and ready', async () => {
    const server = await startTestServer(await engine.create());
    cleanups.push(() => server.stop());

    expect(await ask(server, '/healthz')).toEqual([200, { status: 'ok' }]);
    expect(await ask(server, '/readyz')).toEqual([200, { status: 'ok' }]);
  });

  test('a database that misses a migration is not ready, and one with an additional migration is', async () => {
    const where = await engine.create();
    const server = await startTestServer(where);
    const database = openDatabase(where);
    cleanups.push(
      () => database.close(),
      () => server.stop(),
    );
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(database.db);

    await rename('001-baseline', '999-of-a-newer-version');
    const lacking = await ask(server, '/readyz');
    await sql`insert into kysely_migration (name, timestamp) values ('001-baseline', '2026')`.execute(
      database.db,
    );
    const ahead = await ask(server, '/readyz');

    expect(lacking).toMatchObject([503, { code: 'OUTDATED' }]);
    expect(ahead).toEqual([200, { status: 'ok' }]);
  });

  test('a server that drains is alive, and not ready', async () => {
    const database = await engine.open();
    const routes = healthRoutes({
      database,
      probe: new WriteProbe(database),
      isDraining: () => true,
      log: createLog('silent'),
    });

    expect((await routes.request('/healthz')).status).toBe(200);
    const ready = await routes.request('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ code: 'DRAINING' });
  });
});

describe('a PostgreSQL that', () => {
  test('is gone makes a server not ready, and one that is back makes it ready again', async () => {
    const cluster = await startPostgresCluster({ durable: true });
    cleanups.push(() => cluster.stop());
    const server = await startTestServer({ dataDir: '', databaseUrl: cluster.url });
    cleanups.push(() => server.stop());

    const browser = server.browser();
    await browser.signUp('ada@example.com');

    await cluster.kill();
    // No answer says that the user is signed out, or that a password is wrong.
    for (const response of [
      await browser.signIn('ada@example.com'),
      await browser.fetch('/api/auth/get-session'),
      await browser.signUp('bob@example.com'),
    ])
      expect([response.status, await response.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
    const gone = [await ask(server, '/readyz'), await ask(server, '/healthz')];
    await cluster.start();
    const back = await ask(server, '/readyz');
    expect((await browser.signIn('ada@example.com')).status).toBe(200);

    expect(gone).toMatchObject([
      [503, { code: 'UNAVAILABLE' }],
      [200, { status: 'ok' }],
    ]);
    expect(back).toEqual([200, { status: 'ok' }]);
  });
});

describeEachEngine(
  'a table of PostgreSQL that is locked',
  (engine) => {
    test('makes a server not ready in time', async () => {
      const where = await engine.create();
      const server = await startTestServer(where);
      cleanups.push(() => server.stop());
      const other = new Client({ connectionString: where.databaseUrl! });
      await other.connect();
      cleanups.push(() => other.end());

      await other.query('begin; lock table kysely_migration');
      const locked = await ask(server, '/readyz');
      await other.query('rollback');

      expect(locked).toMatchObject([503, { code: 'UNAVAILABLE' }]);
      expect(await ask(server, '/readyz')).toEqual([200, { status: 'ok' }]);
    });
  },
  ['postgres'],
);

async function ask(server: TestServer, path: string): Promise<[number, unknown]> {
  const answer = await fetch(`${server.url}${path}`);
  return [answer.status, await answer.json()];
}
