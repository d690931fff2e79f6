import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { appCode } from '#src/server/testing/sign-in/authenticator-app.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  addTask,
  COLLECTION_NAME,
  passkeyUser,
  pushAlone,
  readAll,
  richInstallation,
  settled,
  type RichInstallation,
} from '#src/server/testing/databases/rich-installation.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { enterCode } from '#src/server/testing/sign-in/two-factor-user.ts';
import { openDevice } from '#src/sync/testing/node-device.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const TASKS = 3_000;

/** The test starts and kills processes, on a machine that may be busy. */
const TIMEOUT_MS = 60_000;

describeEachEngine(
  'a move to PostgreSQL',
  (engine) => {
    let server: ServerProcess;
    let target: DatabaseOptions;
    let rich: RichInstallation;
    beforeAll(async () => {
      server = await ServerProcess.start();
      target = await engine.create();
      rich = await richInstallation(server.url, TASKS);
    }, TIMEOUT_MS);
    afterAll(async () => {
      rich.device.close();
      await server.dispose();
    });

    /** Runs the command as a user does. */
    function move(to = target.databaseUrl!, env: Record<string, string> = {}) {
      const child = spawn(process.execPath, [MAIN, 'move-database', '--to', to], {
        env: { ...process.env, DATA_DIR: server.dataDir, ...env },
      });
      const ended = once(child, 'close') as Promise<[number | null]>;
      const outcome = Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { child, outcome: outcome.then(([out, problem, [code]]) => ({ code, out, problem })) };
    }

    const rejection = (words: string | RegExp) => ({
      code: 1,
      problem: expect.stringMatching(words) as string,
    });

    /** A connection to a database; with `isSlow`, one with Sunglow's tables and slow inserts. */
    async function connect(url: string, isSlow = false): Promise<Client> {
      if (isSlow) {
        const database = openDatabase({ dataDir: '', databaseUrl: url });
        await migrate(database.db, database.engine);
        await database.close();
      }
      const client = new Client({ connectionString: url });
      await client.connect();
      if (isSlow) await client.query(SLOW);
      return client;
    }

    test(
      'is rejected while a server runs, and to a target with any content',
      async () => {
        expect(await move().outcome).toMatchObject(rejection('Another Sunglow is running'));
        await server.stop();
        const full = (await engine.create()).databaseUrl!;
        const client = await connect(full);
        await client.query('create table other (id int); insert into other values (1)');

        expect(await move(full).outcome).toMatchObject(rejection('holds data already, in the table other'));
        expect((await client.query("select 1 from pg_tables where tablename = 'task'")).rowCount).toBe(0);
        const env = { DATABASE_URL: full, AUTH_SECRET: 'x'.repeat(32) };
        expect(await move(full, env).outcome).toMatchObject(rejection('DATABASE_URL is set'));
        await client.end();
      },
      TIMEOUT_MS,
    );

    test(
      'after a kill, it continues when run again; no server starts on a partial copy, and the file stays as it was',
      async () => {
        const before = files();
        const client = await connect(target.databaseUrl!, true);
        const killedWhen = async (query: string) => {
          const { child, outcome } = move();
          while ((await client.query(query)).rowCount === 0 && child.exitCode === null);
          child.kill('SIGKILL');
          expect((await outcome).code).toBeNull();
        };

        await killedWhen("select 1 from kysely_migration where name like 'moving-%'");
        const halfway = new ServerProcess(server.port, { dataDir: server.dataDir, env: environment() });
        expect(await halfway.runToEnd()).toBe(1);
        expect(halfway.stderr).toContain('was begun and not finished');
        await killedWhen('select 1 from task offset 500');
        const { rows } = await client.query<{ tasks: number }>('select count(*)::int as tasks from task');
        const { tasks } = rows[0]!;
        expect(tasks).toBeGreaterThan(500);
        expect(tasks).toBeLessThan(TASKS);
        await client.query(FAST);
        await client.end();

        const { code, out, problem } = await move().outcome;
        expect([code, problem]).toEqual([0, '']);
        expect(out).toContain(`task: ${tasks} rows are there already`);
        expect(out).toContain(`task: ${TASKS + 1} of ${TASKS + 1} rows`);
        expect(out).toMatch(new RegExp(`^task +${TASKS + 1} rows alike, SHA-256 [0-9a-f]{64}$`, 'm'));
        expect(out).toContain(`what is in ${join(server.dataDir, 'secret')}`);
        expect(out).not.toContain(secret());
        expect(files()).toEqual(before);
        expect(await move().outcome).toMatchObject(rejection('The target holds data already'));
      },
      TIMEOUT_MS,
    );

    test(
      'keeps everybody signed in, and a device with unsent changes and an old cursor continues to sync',
      async () => {
        const { ada, account, device, known, oldCursor } = rich;
        // No server runs.
        const unsent = await addTask(device, rich.collectionId, 'While nobody was there');
        expect(device.status().unsent).toBe(1);
        const moved = new ServerProcess(server.port, { dataDir: server.dataDir, env: environment() });
        await using _ = { [Symbol.asyncDispose]: () => moved.dispose() };
        await moved.start();

        expect((await ada.session())?.user.email).toBe('ada@example.com');
        expect((await ada.fetch(rich.photo)).status).toBe(200);
        const browser = new TestBrowser(server.url);
        expect((await passkeyUser(server.url).signIn(browser, rich.passkey)).status).toBe(200);
        const bob = new TestBrowser(server.url);
        await bob.signIn('bob@example.com');
        expect((await enterCode(bob, appCode(rich.twoFactor.secret, 1))).status).toBe(200);
        expect((await new TestBrowser(server.url).signIn('gone@example.com')).status).toBe(401);

        device.reconnect();
        await settled(device);
        const patch = await readAll(account, oldCursor);
        expect([patch.from, patch.rest, patch.rows.task?.length]).toEqual([oldCursor, null, TASKS + 2]);
        const again = await pushAlone(account, known);
        expect(again.outcomes.map(({ rejection }) => rejection)).toEqual([null, 'GONE']);
        expect(again.rows.task ?? []).toEqual([]);
        const other = await openDevice({ ...account, cookie: browser.cookie });
        expect(other.get('task', unsent)?.name).toBe('While nobody was there');
        expect(other.lists.collections.all().map(({ name }) => name)).toEqual([COLLECTION_NAME]);
        other.close();
      },
      TIMEOUT_MS,
    );

    test(
      'finds foreign rows in its target',
      async () => {
        const to = (await engine.create()).databaseUrl!;
        const client = await connect(to, true);
        const { child, outcome } = move(to);
        while ((await client.query('select 1 from collection')).rowCount === 0 && child.exitCode === null);
        await client.query(`${FAST}; update collection set name = 'Else' where deleted_at is null`);

        expect(await outcome).toMatchObject(rejection(/Row \d of collection, by its key, is not the same/));
        await client.end();
      },
      TIMEOUT_MS,
    );

    /** The files in DATA_DIR, without the lock and the shared memory of SQLite. */
    function files(): Record<string, string> {
      const names = readdirSync(server.dataDir).filter((name) => /^(sunglow\.db(-wal)?|secret)$/.test(name));
      const contents = names.map((name) => [
        name,
        readFileSync(join(server.dataDir, name)).toString('base64'),
      ]);
      return Object.fromEntries(contents.filter(([, content]) => content !== '')) as Record<string, string>;
    }

    const secret = () => readFileSync(join(server.dataDir, 'secret'), 'utf8').trim();
    const environment = () => ({ DATABASE_URL: target.databaseUrl!, AUTH_SECRET: secret() });
  },
  ['postgres'],
);

/** Each insert takes a while, so that there is time to kill its process. */
const SLOW = `
  create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end';
  create trigger slow after insert on collection execute function slow();
  create trigger slow after insert on task execute function slow();
`;
const FAST = 'drop function slow cascade';
