import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openDatabase, type DatabaseOptions } from './database.ts';
import { migrationsFor } from './migrate.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess, type ServerProcessOptions } from '#src/server/testing/processes/server-process.ts';
import { PASSWORD, TestBrowser } from '#src/server/testing/processes/test-server.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A migration that changes a table in use, then fails. */
const FAILING = `
  '999-failing': {
    async up(db) {
      await sql\`alter table task add column mood text\`.execute(db);
      await sql\`create table half (id text)\`.execute(db);
      throw new Error('no space left');
    },
  },`;

describeEachEngine('servers and migrations', (engine) => {
  test('a failed migration of a new version changes nothing, and the old version still serves', async () => {
    const where = await engine.create();
    const old = await serverOn(where);
    await old.start();
    const browser = new TestBrowser(old.url);
    await browser.signUp('ada@example.com');
    const before = await contents(where);

    // A database file has one server at a time.
    if (engine.name === 'sqlite') await old.stop();
    const failing = await serverOn(where, newVersion());
    const code = await failing.runToEnd();
    if (engine.name === 'sqlite') await old.start();

    expect([code, failing.stdout, failing.stderr]).toEqual([
      1,
      '',
      'The database could not be brought up to date: no space left\n',
    ]);
    expect(await contents(where)).toEqual(before);
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect((await new TestBrowser(old.url).signIn('ada@example.com', PASSWORD)).status).toBe(200);
    expect((await fetch(`${old.url}/readyz`)).status).toBe(200);
  });
});

describeEachEngine(
  'server processes that start together on a new database',
  (engine) => {
    test('run the migrations once, and all serve', async () => {
      const where = await engine.create();
      const servers = await Promise.all([1, 2, 3].map(() => serverOn(where)));

      await Promise.all(servers.map((server) => server.start()));

      const ready = await Promise.all(servers.map(({ url }) => fetch(`${url}/readyz`)));
      expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(servers.map(({ stderr }) => stderr)).toEqual(['', '', '']);
      expect((await contents(where)).migrations).toEqual(Object.keys(migrationsFor(engine.name)));
    });
  },
  ['postgres'],
);

async function serverOn({ databaseUrl, dataDir }: DatabaseOptions, root?: string): Promise<ServerProcess> {
  const AUTH_SECRET = 'a secret of more than thirty-two characters';
  const options: ServerProcessOptions =
    databaseUrl === null ? { dataDir } : { env: { DATABASE_URL: databaseUrl, AUTH_SECRET } };
  const server = new ServerProcess(await freePort(), { ...options, ...(root && { root }) });
  onTestFinished(() => server.dispose());
  return server;
}

/** A copy of Sunglow with one more migration, which fails. */
function newVersion(): string {
  const root = mkdtempSync(join(tmpdir(), 'sunglow-version-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ['package.json', 'src']) {
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  }
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(root, name));
  const path = join(root, 'src/server/db/migrate.ts');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace("'001-baseline'", (first) => `${FAILING}\n${first}`),
  );
  return root;
}

/** The tables with their columns, and the migrations that ran. */
async function contents(where: DatabaseOptions) {
  const database = openDatabase(where);
  try {
    const tables = await database.db.introspection.getTables();
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      database.db,
    );
    return { tables, migrations: rows.map(({ name }) => name) };
  } finally {
    await database.close();
  }
}
