import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { DATABASE_FILE, openDatabase, type AppDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { backUp } from '#src/server/admin/backup.ts';
import { deleteUser } from '#src/server/auth/deleted-users.ts';
import { readConfig } from '#src/server/config/config.ts';
import { startPurging } from '#src/server/jobs/purge.ts';
import { addCollection, addTask, mutation, renameTask, sampleId, task } from '#src/sync/testing/samples.ts';
import { ServerUser } from '#src/sync/testing/server-calls.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15);
/** Enough tasks to split, join and free pages. Some texts fill pages of their own. */
const TASKS = 1_000;
const KEPT = 7;

let dataDir: string;
let database: AppDatabase;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sunglow-deleted-'));
  database = openDatabase({ dataDir, databaseUrl: null, durable: false });
  await migrate(database.db, database.engine);
});
beforeEach(() => async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const secretOf = (n: number) => `<secret ${n}>`;

/** Adds tasks, renames a third, and deletes all but every seventh, 200 days ago. */
async function writeAndDelete(user: ServerUser): Promise<void> {
  user.now = NOW - 200 * DAY;
  const numbers = Array.from({ length: TASKS }, (_, i) => i + 2);
  const described = (n: number) => `${secretOf(n)} ${'and so on '.repeat(n % 9 === 0 ? 600 : n % 20)}`;
  await user.push(addCollection(1));
  await user.push(...numbers.map((n) => addTask(n, task(n, { description: described(n) }))));
  const renamed = numbers.filter((n) => n % 3 === 0);
  await user.push(...renamed.map((n) => renameTask(n, `${secretOf(n)} renamed`)));
  const deleted = numbers.filter((n) => n % KEPT !== 0);
  await user.push(
    ...deleted.map((n) => mutation(10_000 + n, 'task.delete', { id: sampleId('task', n), at: NOW })),
  );
}

/** The numbers of the secrets that appear anywhere in the files of a folder. */
function secretsIn(folder: string): number[] {
  const found = new Set<number>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
    for (const [, n] of text.matchAll(/<secret (\d+)>/g)) found.add(Number(n));
  }
  return [...found].toSorted((a, b) => a - b);
}

async function purge(): Promise<void> {
  const done = Promise.withResolvers<void>();
  const log = { info: () => done.resolve(), error: (fields: object) => done.reject(fields) };
  const purging = startPurging({ database, log, now: () => NOW, everyMs: DAY });
  try {
    await done.promise;
  } finally {
    await purging.stop();
  }
}

test('the texts of purged tasks are in no file of the server', async () => {
  await writeAndDelete(new ServerUser(database));
  const kept = Array.from({ length: TASKS }, (_, i) => i + 2).filter((n) => n % KEPT === 0);
  expect(secretsIn(dataDir).length).toBe(TASKS);

  await purge();

  expect(secretsIn(dataDir)).toEqual(kept);
});

test('no text of a deleted account is in a file of the server', async () => {
  const user = new ServerUser(database);
  const at = new Date(NOW).toISOString();
  const account = { id: user.id, name: 'Ada', email: `${secretOf(1)}@example.com`, emailVerified: 1 };
  await database.db
    .insertInto('user')
    .values({ ...account, createdAt: at, updatedAt: at } as never)
    .execute();
  await writeAndDelete(user);

  await deleteUser(database, user.id, NOW);
  await database.emptyLog();

  expect(secretsIn(dataDir)).toEqual([]);
});

test('a backup has no text that an older version deleted', async () => {
  const path = join(dataDir, DATABASE_FILE);
  await new ServerUser(database).push(addCollection(1), addTask(2));
  await database.close();
  const older = new DatabaseSync(path);
  older.exec('PRAGMA secure_delete = OFF; BEGIN; CREATE TABLE note (text TEXT)');
  const insert = older.prepare('INSERT INTO note (text) VALUES (?)');
  for (let n = 1; n <= TASKS; n++) insert.run(secretOf(n));
  older.exec('COMMIT; DELETE FROM note; DROP TABLE note');
  older.close();
  expect(secretsIn(dataDir)).not.toEqual([]);
  const place = mkdtempSync(join(tmpdir(), 'sunglow-backup-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'copy');

  await backUp(folder, readConfig({ DATA_DIR: dataDir }), () => {});

  expect(secretsIn(folder)).toEqual([]);
  const copy = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
  expect(copy.prepare('SELECT name FROM task').all()).toEqual([{ name: 'Task 2' }]);
  expect(copy.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
  copy.close();
});
