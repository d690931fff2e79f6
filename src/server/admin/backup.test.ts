import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { runAdmin } from '#src/server/testing/processes/run-admin.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDevice, signUp, until, type Account } from '#src/sync/testing/node-device.ts';

describe('a backup', () => {
  let place: string;
  let server: ServerProcess;
  beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'sunglow-backup-'));
    server = await ServerProcess.start();
  });
  afterEach(async () => {
    await server.dispose();
    rmSync(place, { recursive: true, force: true });
  });

  const admin = (dataDir: string, ...args: string[]) => runAdmin(args, { DATA_DIR: dataDir });

  async function newTask(device: Replica, collectionId: string): Promise<string> {
    const at = Date.now();
    const id = newId();
    const task = { id, name: 'Water the plants', description: '', date: calendarDayAt(at), collectionId, at };
    await device.mutate('task.add', task);
    return id;
  }

  async function newCollection(device: Replica): Promise<string> {
    const id = newId();
    await device.mutate('collection.add', { id, name: 'Home', color: '#FFCC33', at: Date.now() });
    await until(device, 'status', () => device.status().unsent === 0);
    return id;
  }

  /** The ids that a new device of the account gets from its server. */
  async function found(account: Account, ids: readonly string[]): Promise<readonly string[]> {
    const device = await openDevice(account);
    const some = ids.filter((id) => device.get('task', id) !== undefined);
    device.close();
    return some;
  }

  test('is made while users write, and has everything saved before: tasks, session and photo', async () => {
    const account = await signUp(server.url);
    const device = await openDevice(account);
    const collectionId = await newCollection(device);
    const before = await Promise.all(Array.from({ length: 500 }, () => newTask(device, collectionId)));
    await until(device, 'status', () => device.status().unsent === 0);
    await mkdir(join(server.dataDir, 'photos'));
    writeFileSync(join(server.dataDir, 'photos', 'photo'), 'a picture');
    const folder = join(place, 'backup');

    const done = new AbortController();
    const backup = admin(server.dataDir, 'backup', folder).finally(() => done.abort());
    while (!done.signal.aborted) {
      await newTask(device, collectionId);
      await until(device, 'status', () => device.status().unsent === 0);
    }
    expect(await backup).toMatchObject({
      code: 0,
      out: expect.stringMatching(/1 accounts, \d+ tasks/) as string,
    });
    device.close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).toSorted()).toEqual(['manifest.json', 'photos', 'secret', 'sunglow.db']);

    const rehearsal = await admin('/nonexistent/sunglow', 'rehearse', folder);
    expect(rehearsal).toMatchObject({ code: 0, out: expect.stringContaining('can be restored') as string });
    const dataDir = join(place, 'data');
    await mkdir(join(dataDir, 'photos'), { recursive: true, mode: 0o700 });
    // Left over from an interrupted attempt.
    writeFileSync(join(dataDir, 'photos', 'photo'), 'a pic');
    expect(await admin(dataDir, 'restore', folder)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('photo was not copied as it is') as string,
    });
    expect(existsSync(join(dataDir, 'sunglow.db'))).toBe(false);
    expect(await admin(dataDir, 'restore', folder)).toMatchObject({ code: 0 });
    const other = await ServerProcess.start({ dataDir });
    try {
      expect(await found({ ...account, url: other.url }, before)).toEqual(before);
      expect(readFileSync(join(dataDir, 'photos', 'photo'), 'utf8')).toBe('a picture');
    } finally {
      await other.dispose();
    }
  });

  test('[W9] all devices follow a restored backup, also one that others have overtaken since', async () => {
    const account = await signUp(server.url);
    const reach = { ...account };
    const overtaken = await openDevice(reach);
    const collectionId = await newCollection(overtaken);
    const folder = join(place, 'backup');
    expect(await admin(server.dataDir, 'backup', folder)).toMatchObject({ code: 0 });
    const lost = await newTask(overtaken, collectionId);
    await until(overtaken, 'status', () => overtaken.status().unsent === 0);
    await server.kill();
    const unsent = await newTask(overtaken, collectionId);

    const dataDir = join(place, 'data');
    expect(await admin(dataDir, 'restore', folder)).toMatchObject({ code: 0 });
    expect(readdirSync(dataDir).toSorted()).toEqual(['lock.db', 'secret', 'sunglow.db']);
    const other = await ServerProcess.start({ dataDir });
    await using _ = { [Symbol.asyncDispose]: () => other.dispose() };
    const device = await openDevice({ ...account, url: other.url });
    const newer: string[] = [];
    for (let i = 0; i < 5; i++) {
      newer.push(await newTask(device, collectionId));
      await until(device, 'status', () => device.status().unsent === 0);
    }
    reach.url = other.url;
    overtaken.reconnect();

    await until(overtaken, 'status', () => overtaken.status().unsent === 0);
    await until(device, 'today', () => device.get('task', unsent) !== undefined);
    for (const one of [overtaken, device]) {
      expect(one.get('task', lost)).toBeUndefined();
      expect(one.lists.days.today().toSorted()).toEqual([...newer, unsent].toSorted());
    }
    expect(device.rejections()).toEqual([]);
    expect(overtaken.rejections()).toMatchObject([
      { code: 'SET_BACK', mutation: { name: 'task.add', args: { id: lost } } },
    ]);
    for (const one of [overtaken, device]) one.close();
  });

  test('is not restored over data, beside a running server, or from changed files', async () => {
    const folder = join(place, 'backup');
    expect(await admin(server.dataDir, 'backup', folder)).toMatchObject({ code: 0 });
    const problems = async (dataDir: string, ...args: string[]) => {
      const { code, problem } = await admin(dataDir, ...args);
      expect(code).toBe(1);
      return problem;
    };

    const [again, running] = await Promise.all([
      problems(server.dataDir, 'backup', folder),
      problems(server.dataDir, 'restore', folder),
    ]);
    expect(again).toMatch(/exists already/);
    expect(running).toMatch(/Another Sunglow is running/);

    await server.stop();
    const [used, nothing, other] = await Promise.all([
      problems(server.dataDir, 'restore', folder),
      problems(join(place, 'none'), 'backup', join(place, 'new')),
      problems(place, 'rehearse', place),
    ]);
    expect(used).toMatch(/sunglow\.db exists already/);
    expect(nothing).toMatch(/There is no database/);
    expect(existsSync(join(place, 'new'))).toBe(false);
    expect(other).toMatch(/is no backup/);

    const manifest = join(folder, 'manifest.json');
    const intact = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, intact.replace('"user": 0', '"user": 1'));
    expect(await problems(place, 'rehearse', folder)).toMatch(
      /numbers of rows differ from the backup's: user\./,
    );
    writeFileSync(manifest, intact);
    expect(await admin(place, 'rehearse', folder)).toMatchObject({ code: 0 });

    appendFileSync(join(folder, 'secret'), 'x');
    const changed = await Promise.all([
      problems(join(place, 'data'), 'restore', folder),
      problems(place, 'rehearse', folder),
    ]);
    for (const problem of changed) expect(problem).toMatch(/not as it was made: secret/);
    expect(existsSync(join(place, 'data', 'sunglow.db'))).toBe(false);
  });
});
