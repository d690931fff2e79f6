import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { runAdmin } from '#src/server/testing/processes/run-admin.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';

let place: string;
let dataDir: string;
let file: string;
let server: ServerProcess;
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'sunglow-damaged-'));
  dataDir = join(place, 'data');
  file = join(dataDir, 'sunglow.db');
  server = await ServerProcess.start({ dataDir });
});
afterEach(async () => {
  await server.dispose();
  rmSync(place, { recursive: true, force: true });
});

const sentence = () =>
  `The database file ${file} is damaged. Stop the server, move ${dataDir} away, and fill it anew from a backup: npm run admin -- restore FOLDER`;

/** Overwrites bytes of the database file. */
function damage(position: number, bytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, 0x55), 0, bytes, position);
  closeSync(handle);
}

/** Damages the first page of a table that a start does not read. */
function damageTable(name: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.['rootpage'];
  const size = database.prepare('PRAGMA page_size').get()?.['page_size'];
  database.close();
  damage((Number(root) - 1) * Number(size), Number(size));
}

test.each([
  ['is no database any more', () => damage(0, 100)],
  ['has lost what follows on its header', () => damage(100, statSync(file).size - 100)],
])('a start says in one sentence that the file %s, and what to do', async (_what, spoil) => {
  await server.stop();
  spoil();

  expect(await server.runToEnd()).toBe(1);

  expect([server.stdout, server.stderr]).toEqual(['', `${sentence()}.\n`]);
  expect(await runAdmin(['users'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    problem: expect.stringContaining(sentence()) as string,
  });
});

test('damage found while serving is reported in the answer, and in the log in one sentence', async () => {
  const { email, password } = await signUp(server.url);
  await server.stop();
  damageTable('user');
  await server.start();

  const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email, password }),
  });

  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      code: 'DAMAGED',
      message: 'The database of the server is damaged. Its operator has to restore a backup.',
    },
  ]);
  await server.stop();
  const lines = server.stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.filter((line) => line.includes(sentence()))).not.toEqual([]);
  expect(lines.filter((line) => line.includes('node:internal') || line.includes('.ts:'))).toEqual([]);
});

test('a backup of a damaged file names it, and leaves nothing', async () => {
  await server.stop();
  damageTable('task');
  const folder = join(place, 'backup');

  expect(await runAdmin(['backup', folder], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    out: '',
    problem: `${sentence()}.\n`,
  });
  expect(readdirSync(place)).toEqual(['data']);
});
