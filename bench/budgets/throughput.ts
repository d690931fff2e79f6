import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openSocket, signUp } from '#src/sync/testing/node-device.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openBarePostgres, openBareSqlite, type BareLoop } from '#bench/bare-loop.ts';
import type { Row } from '#bench/measure.ts';

const USERS = 16;
const SECONDS = 3;
const ROUNDS = 3;

/**
 * Measures single writes of many users through the whole server, beside a loop that only runs the same
 * transaction.
 */
export async function measureThroughput(): Promise<Row[]> {
  return [await measureSqlite(), await measurePostgres()];
}

async function measureSqlite(): Promise<Row> {
  const server = await ServerProcess.start();
  const bare = await openBareSqlite(USERS);
  try {
    return await compare('server throughput, SQLite', server, bare);
  } finally {
    await bare.close();
    await server.dispose();
  }
}

async function measurePostgres(): Promise<Row> {
  const cluster = await startPostgresCluster({ durable: true });
  const server = await ServerProcess.start({
    env: { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) },
  });
  const bare = await openBarePostgres(cluster.url, USERS, USERS);
  try {
    return await compare('server throughput, PostgreSQL', server, bare);
  } finally {
    await bare.close();
    await server.dispose();
    await cluster.stop();
  }
}

async function compare(what: string, server: ServerProcess, bare: BareLoop): Promise<Row> {
  const writers = await Promise.all(Array.from({ length: USERS }, () => openWriter(server.url)));
  let ours = 0;
  let floor = 0;
  for (let round = 0; round < ROUNDS; round++) {
    floor = Math.max(floor, await bare.run(SECONDS));
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

/** A user with one connection that sends one new task at a time and waits for its outcome. */
export async function openWriter(url: string): Promise<() => Promise<void>> {
  const account = await signUp(url);
  const socket = openSocket(account);
  await once(socket, 'open');
  await ask(socket, helloOf(account.userId));
  const collectionId = newId();
  const at = Date.now();
  const push = (name: string, args: object) => ask(socket, pushOf([{ id: newId(), name, args }]));
  await push('collection.add', { id: collectionId, name: 'Bench', color: '#FFCC33', at });
  const task = { name: 'Water the plants', description: '', date: calendarDayAt(at), collectionId, at };
  return () => push('task.add', { ...task, id: newId() });
}

async function ask(socket: WebSocket, message: object): Promise<void> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(message));
  await answered;
}
