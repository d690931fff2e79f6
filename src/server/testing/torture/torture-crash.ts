import { setTimeout as delay } from 'node:timers/promises';

import type { Engine } from '#src/server/db/tables.ts';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { Crowd, type CrowdReport } from './torture-crowd.ts';
import { Random } from '#src/sync/testing/random.ts';

/** A crash comes after up to this many pushes, and up to this many ms later, amid the work. */
const MOST_PUSHES = 60;
const MOST_DELAY_MS = 25;

export interface CrashReport extends CrowdReport {
  readonly crashes: Record<'server' | 'database' | 'both' | 'starting', number>;
}

/**
 * Kills the server, or the database, or both, at random moments while devices write, `rounds` times; then
 * compares the stored data with all writes and answers. The seed determines the writes and the kills; their
 * moments also depend on the machine.
 */
export async function tortureByCrashes(engine: Engine, seed: number, rounds: number): Promise<CrashReport> {
  // Two sequences, so that the speed of the devices does not change the kills.
  const [random, written] = [new Random(seed), new Random(-seed)];
  const cluster = engine === 'postgres' ? await startPostgresCluster({ durable: true }) : null;
  const server = await ServerProcess.start({
    // PostgreSQL's errors about being killed are expected.
    env: { LOG_LEVEL: 'silent', ...(cluster && { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) }) },
  });
  try {
    const crowd = await Crowd.open(server.url, written);
    const crashes = { server: 0, database: 0, both: 0, starting: 0 };
    for (let round = 0; round < rounds; round++) {
      await unlessEnded(server, crowd.pushed(1 + random.integer(MOST_PUSHES)));
      await delay(random.integer(MOST_DELAY_MS));
      const what = cluster ? random.pick(['server', 'server', 'both', 'database'] as const) : 'server';
      crashes[what] += 1;
      crashes.starting += await crash(what, server, cluster, random);
    }
    await unlessEnded(server, crowd.finish());
    await server.kill();
    const where = { dataDir: server.dataDir, databaseUrl: cluster?.url ?? null };
    return { ...(await crowd.report(where)), crashes };
  } finally {
    await server.dispose();
    await cluster?.stop();
  }
}

/** Waits for work that needs the server. Throws if the server ends by itself. */
async function unlessEnded(server: ServerProcess, work: Promise<void>): Promise<void> {
  const ended = server.ended.then(() => {
    throw new Error(`The server ended by itself:\n${server.stdout}${server.stderr}`);
  });
  await Promise.race([work, ended]);
}

/** Kills and restarts it. Returns how often the server was killed again during its start. */
async function crash(
  what: 'server' | 'database' | 'both',
  server: ServerProcess,
  cluster: PostgresCluster | null,
  random: Random,
): Promise<number> {
  const killed = what === 'database' ? Promise.resolve() : server.kill();
  if (what !== 'server') {
    await cluster?.kill();
    await cluster?.start();
  }
  await killed;
  if (what === 'database') return 0;
  let again = 0;
  for (; random.chance(0.2); again++) {
    const started = server.start().catch(() => {});
    await delay(random.integer(600));
    await server.kill();
    await started;
  }
  await server.start();
  return again;
}
