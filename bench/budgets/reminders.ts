import { fork } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '#src/domain/id.ts';
import { alarmIdOf } from '#src/reading/remind/alarms.ts';
import type { Value } from '#src/tables/kit/column.ts';
import { newRow } from '#src/tables/kit/row.ts';
import { spaceOf } from '#src/domain/space.ts';
import { openDatabase, type AppDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { Dispatcher } from '#src/server/reminders/dispatch/dispatcher.ts';
import { Senders } from '#src/server/reminders/dispatch/senders.ts';
import { ReminderSecrets } from '#src/server/reminders/secrets.ts';
import { poster } from '#src/server/reminders/ways/post.ts';
import { encryptPush, type ReceiverKeys } from '#src/server/reminders/web-push/encrypt.ts';
import { Vapid, vapidKeyFrom } from '#src/server/reminders/web-push/vapid.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { execute } from '#src/sync/server/execute.ts';
import { toSql } from '#src/sync/server/rows.ts';
import { writeRows } from '#src/sync/server/writes.ts';
import { distribution, type Row } from '#bench/measure.ts';
import { plantUsers } from '#bench/plant-users.ts';

const SECRET = 'x'.repeat(32);
const USERS = 10_000;
/** The numbers of reminders in a minute, the same for each user. */
const SIZES = [10_000, 100_000];
const MINUTE_MS = 60_000;
/** The time from the end of planting to the first reminder. */
const AHEAD_MS = 3_000;
/** The first due time, ms since 1970 UTC, by the dispatcher's clock, which is set after planting. */
const FIRST_DUE = Date.now() + 3_600_000;
const IDLE_MS = 35_000;
const POSTS_AT_ONCE = 100;
const SLICE = 500;

const post = poster(true, () => true);
const vapid = new Vapid(vapidKeyFrom(SECRET), null);

/**
 * Measures reminders of one minute from due to handed over, on each engine, beside a loop that only encrypts
 * and posts.
 */
export async function measureReminders(sizes: readonly number[] = SIZES): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await measureSize(size)));
  return rows;
}

async function measureSize(size: number): Promise<Row[]> {
  const receiver = fork(fileURLToPath(new URL('push-receiver.ts', import.meta.url)));
  const [port] = (await once(receiver, 'message')) as [number];
  const endpoint = `http://127.0.0.1:${port}/push`;
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-reminders-'));
  const cluster = await startPostgresCluster({ durable: true });
  try {
    const bare = await measureBare(endpoint, size);
    const measure = (where: DatabaseOptions) => measureEngine(openDatabase(where), endpoint, size);
    const onSqlite = await measure({ dataDir: folder, databaseUrl: null });
    const onPostgres = await measure({ dataDir: '', databaseUrl: cluster.url });
    return [rowOf('SQLite', onSqlite, bare), rowOf('PostgreSQL', onPostgres, bare)].flat();
  } finally {
    receiver.disconnect();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  /** The times from due to handed over, in ms. */
  readonly lags: readonly number[];
  /** The peak growth of the process in MB. */
  readonly memory: number;
  /** The share of one core while nothing is due. */
  readonly idle: number;
}

function rowOf(engine: string, { lags, memory, idle }: Measured, bare: readonly number[]): Row[] {
  const text = (samples: readonly number[]) => {
    const { p50, p95, p99 } = distribution(samples);
    return [p50, p95, p99].map((value) => `${(value / 1_000).toFixed(2)} s`).join(' / ');
  };
  return [
    {
      what: `${lags.length.toLocaleString('en')} reminders in a minute, ${engine}: p50 / p95 / p99 from due to handed over`,
      measured: text(lags),
      floor: text(bare),
      budget: '',
      kept: null,
    },
    { what: `  memory more at its height`, measured: `${memory.toFixed(0)} MB`, budget: '', kept: null },
    {
      what: '  idle: of one core',
      measured: `${(idle * 100).toFixed(2)} %`,
      budget: '1 %',
      kept: idle < 0.01,
    },
  ];
}

/** The due time of each reminder. */
function schedule(first: number, size: number): number[] {
  return Array.from({ length: size }, (_, n) => first + Math.floor((n * MINUTE_MS) / size));
}

async function measureBare(endpoint: string, size: number): Promise<number[]> {
  const due = schedule(Date.now() + AHEAD_MS, size);
  const keys = newKeys();
  const lags: number[] = [];
  let next = 0;
  const one = async () => {
    for (let n = next++; n < due.length; n = next++) {
      const at = due[n] ?? 0;
      if (at > Date.now()) await delay(at - Date.now());
      const body = encryptPush(Buffer.alloc(400, 'x'), keys);
      const headers = { authorization: vapid.authorization(endpoint, Date.now()), ttl: '60' };
      const { failure } = await post(endpoint, { headers, body });
      if (failure !== null) throw new Error(`A post failed: ${failure}`);
      lags.push(Date.now() - at);
    }
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, one));
  return lags;
}

async function measureEngine(database: AppDatabase, endpoint: string, size: number): Promise<Measured> {
  await migrate(database.db, database.engine);
  await plant(database, endpoint, size);
  const ahead = FIRST_DUE - AHEAD_MS - Date.now();
  const lags: number[] = [];
  const done = Promise.withResolvers<void>();
  const options = {
    database,
    delivery: { mail: null, text: null, mailIsReal: false },
    post,
    vapid,
    secrets: new ReminderSecrets(SECRET),
    publicUrl: 'https://sunglow.example.com',
    log: { error: (details: object) => done.reject(new Error('A reminder failed.', { cause: details })) },
    now: () => Date.now() + ahead,
    elapsed: () => performance.now(),
  };
  const senders = new Senders(options);
  const dispatcher = new Dispatcher({
    ...options,
    send: (way, userId, notification) => senders.send(way, userId, notification),
    observer: {
      handedOver(_way, lag) {
        lags.push(lag * 1_000);
        if (lags.length === size) done.resolve();
      },
      failed: (_way, reason) => done.reject(new Error(`A reminder failed: ${reason}`)),
    },
  });
  const before = process.memoryUsage().rss;
  let height = before;
  const watch = setInterval(() => (height = Math.max(height, process.memoryUsage().rss)), 100);
  dispatcher.start();
  await done.promise;
  clearInterval(watch);
  await delay(1_000);
  const cpu = process.cpuUsage();
  await delay(IDLE_MS);
  const { user, system } = process.cpuUsage(cpu);
  await dispatcher.stop();
  await database.close();
  return { lags, memory: (height - before) / 1e6, idle: (user + system) / 1_000 / IDLE_MS };
}

/**
 * Plants users with a browser each, and tasks with reminders; the first alarm is due after everything is
 * planted.
 */
async function plant(database: AppDatabase, endpoint: string, size: number): Promise<void> {
  const users = await plantUsers(database, SECRET, USERS);
  const sessions = await database.db.selectFrom('session').select(['id', 'userId']).execute();
  const sessionOf = new Map(sessions.map(({ id, userId }) => [userId, id]));
  const due = schedule(FIRST_DUE, size);
  const keys = newKeys();
  const now = Date.now();
  const [collections, tasks, reminders]: (readonly Value[])[][] = [[], [], []];
  const [alarms, subscriptions] = [[], []] as object[][];
  for (const [place, { userId }] of users.entries()) {
    const collectionId = newId();
    const spaceId = spaceOf(userId);
    const stamp = { spaceId, version: 1, now };
    const home = { id: collectionId, name: 'Home', color: '#FFCC33', position: 1, createdAt: now } as const;
    collections?.push(toSql('collection', newRow('collection', home), stamp));
    subscriptions?.push({
      user_id: userId,
      id: newId(),
      endpoint,
      ...keys,
      session_id: sessionOf.get(userId) ?? '',
      device: 'Firefox on Linux',
      created_at: now,
    });
    for (let n = 0; n < size / USERS; n++) {
      // Users alternate, as in a real table of alarms.
      const dueAt = due[n * users.length + place] ?? 0;
      const taskId = newId();
      const task = { id: taskId, name: 'Water the plants', description: '', collectionId };
      const times = { createdAt: now, updatedAt: now };
      tasks?.push(toSql('task', newRow('task', { ...task, ...times }), stamp));
      const reminder = { id: newId(), taskId, remindAt: dueAt, createdAt: now };
      reminders?.push(toSql('reminder', newRow('reminder', reminder), stamp));
      alarms?.push({
        space_id: spaceId,
        id: alarmIdOf(taskId, dueAt),
        task_id: taskId,
        due_at: dueAt,
        wake_at: dueAt,
        lease_until: 0,
        state: 'waiting',
        tries: '[]',
      });
    }
  }
  const rows = { collection: collections, task: tasks, reminder: reminders };
  for (const table of ['collection', 'task', 'reminder'] as const)
    await database.transact((tx) => execute(tx, writeRows(tx, table, rows[table] ?? [])));
  for (const [table, rows = []] of Object.entries({ push_subscription: subscriptions, alarm: alarms }))
    for (let start = 0; start < rows.length; start += SLICE)
      await database.db
        .insertInto(table as 'alarm')
        .values(rows.slice(start, start + SLICE) as never)
        .execute();
}

function newKeys(): ReceiverKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { p256dh: pair.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') };
}
