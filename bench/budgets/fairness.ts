import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { distribution, ms, UNPACED, type Row } from '#bench/measure.ts';
import { openWriter } from './throughput.ts';

const WRITES = 400;
const WARM_UP_WRITES = 200;
/**
 * The wait between two writes in ms. It varies at random, so that writes meet the others' batches at any
 * moment.
 */
const PAUSE = 15;
const BUDGET_MS = 50;

/** The numbers of others who send 10,000 at a time. */
const OTHERS = [1, 8];

/**
 * Measures single writes of one user, alone and beside others who send batches of 10,000 mutations without
 * end.
 */
export async function measureFairness(): Promise<Row[]> {
  return [...(await measureSqlite()), ...(await measurePostgres())];
}

async function measureSqlite(): Promise<Row[]> {
  const server = await ServerProcess.start({ env: UNPACED });
  try {
    return await compare('SQLite', server);
  } finally {
    await server.dispose();
  }
}

async function measurePostgres(): Promise<Row[]> {
  const cluster = await startPostgresCluster({ durable: true });
  const server = await ServerProcess.start({
    env: { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32), ...UNPACED },
  });
  try {
    return await compare('PostgreSQL', server);
  } finally {
    await server.dispose();
    await cluster.stop();
  }
}

async function compare(engine: string, server: ServerProcess): Promise<Row[]> {
  const write = await openWriter(server.url);
  for (let i = 0; i < WARM_UP_WRITES; i++) await write();
  const alone = distribution(await sample(write));
  const loads: Worker[] = [];
  let mutations = 0;
  const rows: Row[] = [];
  for (const others of OTHERS) {
    while (loads.length < others) {
      const load = new Worker(new URL('fairness-load.ts', import.meta.url), {
        workerData: await signUp(server.url),
      });
      load.on('message', (count: number) => (mutations += count));
      await once(load, 'message');
      loads.push(load);
    }
    mutations = 0;
    const start = performance.now();
    const beside = distribution(await sample(write));
    const rate = Math.round((mutations * 1000) / (performance.now() - start));
    const delay = beside.p99 - alone.p99;
    rows.push({
      what: `a write beside ${others === 1 ? 'another user' : `${others} users`} sending 10,000 at a time, ${engine}`,
      measured: `${list(beside)} (${rate} mutations/s beside)`,
      floor: list(alone),
      budget: `p99 ${BUDGET_MS} ms more`,
      kept: delay <= BUDGET_MS,
    });
  }
  await Promise.all(loads.map((load) => load.terminate()));
  return rows;
}

async function sample(write: () => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < WRITES; i++) {
    await pause(PAUSE * 2 * Math.random());
    const start = performance.now();
    await write();
    samples.push(performance.now() - start);
  }
  return samples;
}

function list({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): string {
  return `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`;
}
