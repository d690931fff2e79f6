import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { freePort } from '#src/server/testing/processes/free-port.ts';
import { nobodyForRoot } from './postgres-cluster.ts';

/** Debian's package is `pgbouncer`. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface PgBouncer {
  /** The address of the PostgreSQL database through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer in front of the PostgreSQL at `postgresUrl` that gives each transaction one of
 * `connections` connections. Other settings keep their defaults: it rejects unknown connection parameters.
 */
export async function startPgBouncer(postgresUrl: string, connections: number): Promise<PgBouncer> {
  const postgres = new URL(postgresUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-pgbouncer-'));
  const owner = await nobodyForRoot();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: connections,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const ini = join(folder, 'pgbouncer.ini');
  writeFileSync(
    ini,
    `[databases]\n* = host=${postgres.hostname} port=${postgres.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  writeFileSync(settings.auth_file, `"${postgres.username}" ""\n`);
  if (owner) for (const path of [folder, ini, settings.auth_file]) chownSync(path, owner.uid, owner.gid);

  const child = spawn('pgbouncer', [ini], { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stderr })) {
    log.push(line);
    if (!line.includes('process up')) continue;
    child.stderr.resume();
    const url = new URL(postgresUrl);
    url.port = String(port);
    return { url: url.href, stop };
  }
  await stop();
  throw new Error(`PgBouncer did not start:\n${log.join('\n')}`);
}
