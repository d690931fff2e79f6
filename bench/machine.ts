import { execFile } from 'node:child_process';
import { cpus, release, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';

/** The machine of a measurement: cores, memory, system, and versions. */
export async function describeMachine(): Promise<string> {
  const cores = cpus();
  return [
    `${cores.length} cores (${cores[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB,`,
    `${process.platform} ${release()}; Node ${process.version}, SQLite ${process.versions['sqlite']}, PostgreSQL ${await postgresVersion()}`,
  ].join('\n');
}

export async function currentCommit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']);
  return stdout.trim();
}

async function postgresVersion(): Promise<string> {
  const cluster = await startPostgresCluster();
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  await cluster.stop();
  return rows[0]?.server_version ?? 'unknown';
}
