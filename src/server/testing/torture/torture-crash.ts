import { setTimeout as delay } from 'node:timers/promises';

import type { Engine } from '#src/server/db/tables.ts';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { Crowd, type CrowdReport } from './torture-crowd.ts';
import { Random } from '#src/sync/testing/random.ts';

/** A crash comes after so many pushes at the most, and then at some moment (ms) of what is under way. */
const MOST_PUSHES = 60;
const MOST_DELAY_MS = 25;

export interface CrashReport extends CrowdReport {
  readonly crashes: Record<'server' | 'database' | 'both' | 'starting', number>;
}

/**
 * Ends the server, or the database, or both, at random moments while devices write, `rounds` times; then holds what is
 * stored against all that was written and answered. The seed says what is written and what is ended; the moments also
 * depend on the machine.
 */
export async function tortureByCrashes(engine: Engine, seed: number, rounds: number): Promise<CrashReport> {
  // Two, so that how fast the devices are does not change what is ended.
  const [random, written] = [new Random(seed), new Random(-seed)];
  const cluster = engine === 'postgres' ? await startPostgresCluster({ durable: true }) : null;
  const server = await ServerProcess.start({
    // PostgreSQL's own words about being killed are no news.
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

/** Waits for what needs the server. Throws when that ends by itself. */
async function unlessEnded(server: ServerProcess, work: Promise<void>): Promise<void> {
  const ended = server.ended.then(() => {
    throw new Error(`The server ended by itself:\n${server.stdout}${server.stderr}`);
  });
  await Promise.race([work, ended]);
}

/** Ends it and starts it again. Returns how often the server was ended once more while it started. */
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
