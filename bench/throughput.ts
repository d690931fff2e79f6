import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { WebSocket } from 'ws';
import { calendarDayAt } from '#src/domain/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import { startPostgresCluster } from '#src/server/testing/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/server-process.ts';
import { PROTOCOL_VERSION } from '#src/sync/protocol.ts';
import { openSocket, signUp } from '#src/sync/testing/node-device.ts';
import type { Row } from './measure.ts';

const USERS = 16;
const SECONDS = 3;
const ROUNDS = 3;

/** Single writes of many users through the whole server, beside a loop that only runs the same transaction. */
export async function measureThroughput(): Promise<Row[]> {
  return [await measureSqlite(), await measurePostgres()];
}

async function measureSqlite(): Promise<Row> {
  const server = await ServerProcess.start();
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-bare-'));
  try {
    const loop = await bareSqlite(folder);
    return await compare('server throughput, SQLite', server, async () => {
      const end = performance.now() + SECONDS * 1000;
      let count = 0;
      for (; performance.now() < end; count++) loop();
      return count / SECONDS;
    });
  } finally {
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measurePostgres(): Promise<Row> {
  const cluster = await startPostgresCluster({ durable: true });
  const server = await ServerProcess.start({
    env: { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) },
  });
  const clients = await Promise.all(
    Array.from({ length: USERS }, async () => {
      const client = new Client({ connectionString: cluster.url });
      await client.connect();
      return client;
    }),
  );
  try {
    return await compare('server throughput, PostgreSQL', server, async () => {
      const end = performance.now() + SECONDS * 1000;
      const counts = await Promise.all(
        clients.map(async (client) => {
          const run = barePostgres(client, newId());
          let count = 0;
          for (; performance.now() < end; count++) await run();
          return count;
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await server.dispose();
    await cluster.stop();
  }
}

async function compare(what: string, server: ServerProcess, bare: () => Promise<number>): Promise<Row> {
  const writers = await Promise.all(Array.from({ length: USERS }, () => openWriter(server.url)));
  let ours = 0;
  let floor = 0;
  for (let round = 0; round < ROUNDS; round++) {
    floor = Math.max(floor, await bare());
    const end = performance.now() + SECONDS * 1000;
    const counts = await Promise.all(
      writers.map(async (write) => {
        let count = 0;
        for (; performance.now() < end; count++) await write();
        return count;
      }),
    );
    ours = Math.max(ours, counts.reduce((sum, count) => sum + count, 0) / SECONDS);
  }
  return {
    what,
    measured: `${Math.round(ours)} writes/s`,
    floor: `${Math.round(floor)} transactions/s`,
    ratio: ours / floor,
    budget: '0.7x',
    kept: ours >= 0.7 * floor,
  };
}

/** A user with one connection, which sends one new task at a time and waits for its outcome. */
export async function openWriter(url: string): Promise<() => Promise<void>> {
  const account = await signUp(url);
  const socket = openSocket(account);
  await once(socket, 'open');
  await ask(socket, { type: 'hello', protocol: PROTOCOL_VERSION, userId: account.userId, version: 0 });
  const collectionId = newId();
  const at = Date.now();
  const push = (name: string, args: object) =>
    ask(socket, { type: 'push', mutations: [{ id: newId(), name, args }] });
  await push('collection.add', { id: collectionId, name: 'Bench', color: '#FFCC33', at });
  const task = { name: 'Water the plants', description: '', date: calendarDayAt(at), collectionId, at };
  return () => push('task.add', { ...task, id: newId() });
}

async function ask(socket: WebSocket, message: object): Promise<void> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(message));
  await answered;
}

/** The transaction of a push with one new task, without a server or a query builder around it. */
async function bareSqlite(folder: string): Promise<() => void> {
  const database = openDatabase({ dataDir: folder, databaseUrl: null });
  await migrate(database.db, database.engine);
  await database.close();
  const raw = new DatabaseSync(join(folder, 'sunglow.db'));
  raw.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const [raise, ...rest] = statements(() => '?').map((text) => raw.prepare(text));
  // As many users as the server has, in turn: their rows lie on as many pages.
  const users = Array.from({ length: USERS }, () => newId());
  let turn = 0;
  return () => {
    const user = users[turn++ % USERS] ?? '';
    raw.exec('BEGIN');
    const values = valuesOf(user, raise?.get(user) as unknown as Space);
    for (const [i, statement] of rest.entries()) statement.all(...(values[i] ?? []));
    raw.exec('COMMIT');
  };
}

function barePostgres(client: Client, user: string): () => Promise<void> {
  const [raise = '', ...rest] = statements((n) => `$${n}`);
  return async () => {
    await client.query('BEGIN');
    const { rows } = await client.query<Space>(raise, [user]);
    const values = valuesOf(user, rows[0] ?? { version: 0, task_count: 0 });
    for (const [i, text] of rest.entries()) await client.query(text, values[i] ?? []);
    await client.query('COMMIT');
  };
}

interface Space {
  readonly version: number;
  readonly task_count: number;
}

const COLLECTION = newId();

/** What each statement after the first takes. */
function valuesOf(user: string, { version, task_count }: Space): (string | number | null)[][] {
  const id = newId();
  const mutationId = newId();
  const at = Date.now();
  return [
    [user, mutationId],
    [user, COLLECTION],
    [user, id],
    [user, id, 'Water the plants', '', '2026-01-01', COLLECTION, at, at, null, null, version],
    [user, mutationId, null, version, at],
    [task_count + 1, user],
  ];
}

function statements(p: (n: number) => string): string[] {
  const list = (count: number) => Array.from({ length: count }, (_, i) => p(i + 1)).join(', ');
  return [
    `insert into space (user_id, version, task_count, collection_count) values (${p(1)}, 1, 0, 0) on conflict (user_id) do update set version = space.version + 1
      returning version, task_count, collection_count`,
    `select mutation_id, outcome from mutation where user_id = ${p(1)} and mutation_id in (${p(2)})`,
    `select id, name, color, position, created_at, deleted_at from collection where user_id = ${p(1)} and id in (${p(2)})`,
    `select * from task where user_id = ${p(1)} and id in (${p(2)})`,
    `insert into task values (${list(11)}) on conflict (user_id, id) do update set name = excluded.name`,
    `insert into mutation values (${list(5)})`,
    `update space set task_count = ${p(1)} where user_id = ${p(2)}`,
  ];
}
