import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDevice, until } from '#src/sync/testing/node-device.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

describeEachEngine('npm run admin, beside a running server', (engine) => {
  let where: DatabaseOptions;
  let server: TestServer;
  beforeAll(async () => {
    where = await engine.create();
    server = await startTestServer(where, { settings: { SIGNUPS: 'invite' } });
  });
  afterAll(() => server.stop());

  /** Runs the command as a user does; `typed` is the answer to its question. */
  async function admin(args: readonly string[], typed = '', settings: Record<string, string> = {}) {
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: {
        ...process.env,
        ...(where.databaseUrl === null
          ? { DATA_DIR: where.dataDir }
          : { DATABASE_URL: where.databaseUrl, AUTH_SECRET: 'a secret of more than thirty-two characters' }),
        PUBLIC_URL: server.publicUrl,
        SIGNUPS: 'invite',
        ...settings,
      },
    });
    const ended = new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
    child.stdin.end(typed);
    const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, out, problem };
  }

  /** The token after # in the printed link. */
  const tokenIn = (out: string, purpose: string) => new RegExp(`#${purpose}=([\\w-]+)\n`).exec(out)![1]!;

  async function invited(email: string) {
    const { code, out } = await admin(['invite']);
    expect(code).toBe(0);
    expect(out).toContain(`${server.publicUrl}/auth/signup#invite=`);
    const browser = server.browser();
    await browser.post('/api/auth/invitation', { token: tokenIn(out, 'invite') });
    expect((await browser.signUp(email)).status).toBe(200);
    return browser;
  }

  test('invites, lists, and gives a link to a new password', async () => {
    const browser = await invited('ada@example.com');
    const { out: list } = await admin(['users']);
    expect(list).toMatch(/^ada@example\.com +\d{4}-\d\d-\d\d +0 +Ada$/m);

    const { code, out } = await admin(['reset-password', 'ADA@example.com']);
    expect([code, out]).toEqual([0, expect.stringContaining(`${server.publicUrl}/auth/link#reset=`)]);
    const body = { token: tokenIn(out, 'reset'), newPassword: 'another password' };
    expect((await server.browser().post('/api/auth/reset-password', body)).status).toBe(200);
    expect(await browser.session()).toBeNull();
    expect((await server.browser().signIn('ada@example.com', 'another password')).status).toBe(200);
    expect((await server.browser().post('/api/auth/reset-password', body)).status).toBe(400);
  });

  test('signs an account out everywhere, and no other', async () => {
    const [browser, other] = [await invited('zoe@example.com'), await invited('tim@example.com')];
    const second = server.browser();
    await second.signIn('zoe@example.com');

    expect(await admin(['sign-out', 'Zoe@example.com'])).toMatchObject({ code: 0 });

    expect([await browser.session(), await second.session()]).toEqual([null, null]);
    expect(await other.session()).not.toBeNull();
  });

  test('[A4] lists and revokes the access tokens of an account', async () => {
    const browser = await invited('pia@example.com');
    const add = async (name: string) =>
      (await (await browser.post('/api/tokens', { name, scope: 'read' })).json()) as {
        id: string;
        text: string;
      };
    const [first, second] = [await add('Backup'), await add('Watch')];

    const { out } = await admin(['tokens', 'pia@example.com']);
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'SCOPE', 'EXPIRES', 'USED', 'FROM', 'NAME'],
      [second.id, 'read', 'never', 'never', '-', 'Watch'],
      [first.id, 'read', 'never', 'never', '-', 'Backup'],
      [''],
    ]);
    expect(out).not.toContain(first.text);
    expect(await admin(['tokens', 'pia@example.com', '--revoke', first.id])).toMatchObject({
      code: 0,
      out: '“Backup” is revoked.\n',
    });
    expect(await admin(['tokens', 'pia@example.com', '--revoke', first.id])).toMatchObject({ code: 1 });
    expect((await admin(['tokens', 'pia@example.com', '--revoke', 'all'])).out).toBe('“Watch” is revoked.\n');
  });

  test('deletes, once the email is typed', async () => {
    const browser = await invited('bob@example.com');
    const userId = (await browser.session())!.user.id;
    const account = { url: server.url, userId, cookie: browser.cookie, email: '', password: '' };
    const device = await openDevice(account);

    expect(await admin(['delete', 'bob@example.com'], 'ada@example.com\n')).toMatchObject({ code: 1 });
    expect(await admin(['delete', 'bob@example.com'])).toMatchObject({ code: 1 });
    expect(await browser.session()).not.toBeNull();
    const { code, out } = await admin(['delete', 'bob@example.com'], 'bob@example.com\n');
    expect([code, out]).toEqual([0, expect.stringContaining('bob@example.com is deleted.')]);
    expect(await browser.session()).toBeNull();
    const answer = await browser.post('/api/auth/deleted-user', { userId });
    expect(await answer.json()).toEqual({ isDeleted: true });
    device.reconnect();
    await until(device, 'status', () => device.status().connection === 'signed-out');
    device.close();

    expect(await admin(['delete', 'bob@example.com', '--yes'])).toMatchObject({
      code: 1,
      problem: expect.stringContaining('There is no account bob@example.com.') as string,
    });
  });

  test('[W9] makes the devices load anew after a restored database', async () => {
    const browser = await invited('eve@example.com');
    const userId = (await browser.session())!.user.id;
    const account = { url: server.url, userId, cookie: browser.cookie };
    const one = await openDevice(account);
    const collectionId = newId();
    await one.mutate('collection.add', { id: collectionId, name: 'Home', color: '#FFCC33', at: Date.now() });
    await until(one, 'status', () => one.status().unsent === 0);
    const lost = await addTask(one, collectionId);
    const database = openDatabase(where);
    await database.transact(async (tx) => {
      await tx.deleteFrom('task').where('space_id', '=', spaceOf(userId)).execute();
      await tx
        .updateTable('space')
        .set({ version: 1, live_counts: JSON.stringify({ collection: 1 }) })
        .where('space_id', '=', spaceOf(userId))
        .execute();
    });
    await database.close();
    const other = await openDevice(account);
    const newer = [await addTask(other, collectionId), await addTask(other, collectionId)];

    expect(await admin(['after-restore'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The devices of \d+ accounts load anew\.\n$/) as string,
    });
    newer.push(await addTask(other, collectionId));
    await until(one, 'today', () => one.get('task', newer[2]!) !== undefined);

    for (const device of [one, other]) {
      expect(device.get('task', lost)).toBeUndefined();
      expect(device.lists.days.today().toSorted()).toEqual(newer.toSorted());
      device.close();
    }
  });

  test('imports a file, and the devices of a running server get it', async () => {
    const browser = await invited('kim@example.com');
    const userId = (await browser.session())!.user.id;
    const device = await openDevice({ url: server.url, userId, cookie: browser.cookie });
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    const file = join(folder, 'Flat.csv');
    writeFileSync(file, 'TYPE,CONTENT,PRIORITY,INDENT\ntask,Rent,2,1\n');
    expect(await admin(['import', 'KIM@example.com', file, '--zone', 'Europe/Paris'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('The file is imported.') as string,
    });
    device.reconnect();
    await until(device, 'collections', () => device.lists.collections.all().length === 1);
    const [home] = device.lists.collections.all();
    const [task] = device.lists.inCollection(home!.id);
    expect([home!.name, device.get('task', task!)?.name]).toEqual(['Flat', 'Rent']);
    device.close();
    rmSync(folder, { recursive: true });
  });

  test('reports the problem, and exits with 1', async () => {
    const results = await Promise.all([
      admin(['fly']),
      admin(['invite'], '', { SIGNUPS: 'closed' }),
      admin(['users'], '', { DATA_DIR: '/nonexistent/sunglow', DATABASE_URL: '' }),
    ]);
    expect(results.map(({ code, out }) => [code, out])).toEqual([
      [1, ''],
      [1, ''],
      [1, ''],
    ]);
    const problems = results.map(({ problem }) => problem);
    expect(problems[0]).toMatch(/There is no command “fly”/);
    expect(problems[1]).toMatch(/SIGNUPS is closed/);
    expect(problems[2]).toMatch(/There is no database in/);
  });
});

/** Adds a task for today, and waits until the server has it. */
async function addTask(device: Replica, collectionId: string): Promise<string> {
  const at = Date.now();
  const id = newId();
  const task = { id, name: 'Water the plants', description: '', date: calendarDayAt(at), collectionId, at };
  await device.mutate('task.add', task);
  await until(device, 'status', () => device.status().unsent === 0);
  return id;
}
