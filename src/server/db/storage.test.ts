import { sql } from 'kysely';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase, type DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';
import { WriteProbe } from './write-probe.ts';
import { describeEachEngine, type TestEngine } from '#src/server/testing/databases/engines.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { mayMount, SmallDisk } from '#src/server/testing/processes/small-disk.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function mount(kilobytes: number): SmallDisk {
  const disk = new SmallDisk(kilobytes);
  cleanups.push(() => disk.unmount());
  return disk;
}

/** The message of a server that cannot start. */
async function rejection(dataDir: string, env?: Record<string, string>) {
  const server = new ServerProcess(await freePort(), { dataDir, ...(env && { env }) });
  cleanups.push(() => server.dispose());
  const code = await server.runToEnd();
  return { code, stdout: server.stdout, stderr: server.stderr };
}

async function ask(server: TestServer, path: string): Promise<[number, unknown]> {
  const answer = await fetch(`${server.url}${path}`);
  return [answer.status, await answer.json()];
}

async function told(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer;
  return [response.status, ((await response.json()) as { code?: unknown }).code];
}

// Only root mounts disks.
describe.runIf(mayMount)('a disk', () => {
  test.each([0, 4, 8, 16, 80])(
    'that is full except for %d KB is reported by a first start',
    async (kilobytes) => {
      const disk = mount(400);
      disk.fill(kilobytes);
      const dataDir = join(disk.path, 'data');

      expect(await rejection(dataDir)).toEqual({
        code: 1,
        stdout: '',
        stderr: `The disk of ${dataDir} is full. Make room on it, or set DATA_DIR to a folder on another one.\n`,
      });
      disk.empty();
    },
  );

  test.each([
    ['before the first start', false],
    ['that a server has used before', true],
  ])('that is read-only, %s, is reported by the start', async (_when, isUsed) => {
    const disk = mount(2_000);
    const dataDir = join(disk.path, 'data');
    if (isUsed) {
      const server = await ServerProcess.start({ dataDir });
      cleanups.push(() => server.dispose());
      await server.stop();
    }
    disk.makeReadOnly();

    expect(await rejection(dataDir)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Nothing can be written to ${dataDir}. Let this user write there, on a disk that is not mounted read-only, or set DATA_DIR to another folder.\n`,
    });
  });

  test('that is nearly full makes a server not ready before sign-ins fail', async () => {
    const disk = mount(12_000);
    const where = { dataDir: join(disk.path, 'data'), databaseUrl: null };
    const migrated = openDatabase(where);
    await migrate(migrated.db, migrated.engine);
    await migrated.close();
    const readiness = async () => {
      // A new server has no earlier result.
      const server = await startTestServer(where);
      const { status } = await fetch(`${server.url}/readyz`);
      await server.stop();
      return status;
    };

    disk.fill(6_000);
    expect(await readiness()).toBe(200);
    for (const kilobytes of [3_000, 400, 60]) {
      disk.fill(kilobytes);
      expect(await readiness()).toBe(503);
    }
    disk.empty();
    expect(await readiness()).toBe(200);
  });

  test('that becomes full makes a server not ready, and signing in says why, until there is room', async () => {
    const printed = vi.spyOn(console, 'error');
    onTestFinished(() => printed.mockRestore());
    const disk = mount(4_000);
    const server = await startTestServer({ dataDir: join(disk.path, 'data'), databaseUrl: null });
    cleanups.push(() => server.stop());
    const browser = server.browser();
    await browser.signUp('ada@example.com');

    // Requests fail at different points before the disk is full.
    for (let kilobytes = 0; kilobytes <= 60; kilobytes += 4) {
      disk.fill(kilobytes);
      for (const answer of [
        await told(server.browser().signIn('ada@example.com')),
        await told(server.browser().signUp(`bob-${kilobytes}@example.com`)),
      ])
        expect([
          [200, undefined],
          [503, 'CANNOT_STORE'],
        ]).toContainEqual(answer);
    }
    disk.fill();
    expect(await told(server.browser().signIn('ada@example.com'))).toEqual([503, 'CANNOT_STORE']);
    expect(await ask(server, '/readyz')).toEqual([
      503,
      {
        code: 'CANNOT_STORE',
        message: 'The server cannot store anything: its disk is full. Try again later.',
      },
    ]);
    expect(await ask(server, '/healthz')).toEqual([200, { status: 'ok' }]);
    // Reading still works.
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });

    // Every error is in the log.
    expect(printed).not.toHaveBeenCalled();

    disk.empty();
    expect((await server.browser().signIn('ada@example.com')).status).toBe(200);
  });
});

/** A database with its schema, and a function that makes it read-only or writable. */
async function prepared(
  engine: TestEngine,
): Promise<[DatabaseOptions, (isReadOnly: boolean) => Promise<void>]> {
  const where = await engine.create();
  const migrated = openDatabase(where);
  await migrate(migrated.db, migrated.engine);
  await migrated.close();
  if (where.databaseUrl === null) return [where, async () => {}];
  const admin = new Client({ connectionString: where.databaseUrl });
  await admin.connect();
  cleanups.push(() => admin.end());
  await admin.query('set default_transaction_read_only = off');
  return [
    where,
    async (isReadOnly) => {
      const { pathname } = new URL(where.databaseUrl ?? '');
      await admin.query(
        `alter database ${pathname.slice(1)} set default_transaction_read_only = ${isReadOnly}`,
      );
      // The setting holds for new connections.
      await admin.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    },
  ];
}

describeEachEngine('a database that takes no changes', (engine) => {
  test('is found by a write, every five seconds at most, and so is one that takes changes again', async () => {
    const [where, setReadOnly] = await prepared(engine);
    const database = openDatabase({ ...where, onError: () => {} });
    cleanups.push(() => database.close());
    let now = 0;
    const probe = new WriteProbe(database, () => now);
    const set = async (isReadOnly: boolean) => {
      await setReadOnly(isReadOnly);
      if (engine.name === 'sqlite')
        await sql`pragma query_only = ${sql.lit(isReadOnly ? 'on' : 'off')}`.execute(database.db);
      // The pool may not know yet that its connection has ended.
      await vi.waitFor(() => sql`select 1`.execute(database.db));
    };

    expect(await probe.lately()).toBeNull();
    await set(true);
    now = 4_999;
    expect(await probe.lately()).toBeNull();
    now = 5_000;
    expect(await probe.lately()).toBe('read-only');
    await set(false);
    expect(await probe.lately()).toBe('read-only');
    expect(await probe.run()).toBeNull();
    expect(await probe.lately()).toBeNull();
  });
});

describeEachEngine(
  'a PostgreSQL that takes no changes',
  (engine) => {
    test('makes a server not ready, and signing in says why', async () => {
      const [where, setReadOnly] = await prepared(engine);
      const server = await startTestServer(where);
      cleanups.push(() => server.stop());
      const browser = server.browser();
      await browser.signUp('ada@example.com');

      await setReadOnly(true);
      const answers = [
        await told(browser.signIn('ada@example.com')),
        await told(browser.signUp('bob@example.com')),
        await told(fetch(`${server.url}/readyz`)),
      ];
      expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
      await setReadOnly(false);

      for (const answer of answers) expect(answer).toEqual([503, 'CANNOT_STORE']);
      expect((await browser.signIn('ada@example.com')).status).toBe(200);
    });

    test('is reported by the start', async () => {
      const [where, setReadOnly] = await prepared(engine);
      await setReadOnly(true);
      const AUTH_SECRET = 'a secret of more than thirty-two characters';

      expect(await rejection('/nonexistent', { DATABASE_URL: where.databaseUrl!, AUTH_SECRET })).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'The database takes no changes. Let DATABASE_URL lead to the primary, with default_transaction_read_only off.\n',
      });
    });
  },
  ['postgres'],
);
