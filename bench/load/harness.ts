import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { DATABASE_FILE, openDatabase } from '#src/server/db/database.ts';
import { migrate } from '#src/server/db/migrate.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess, type ServerProcessOptions } from '#src/server/testing/processes/server-process.ts';
import type { Credentials } from '#src/sync/testing/node-device.ts';
import { openBarePostgres, openBareSqlite, type BareLoop } from '#bench/bare-loop.ts';
import { Fleet, type LoadDevice, type LoadReport } from './fleet.ts';
import { plantTasks } from '#bench/plant-tasks.ts';
import { plantUsers } from '#bench/plant-users.ts';
import { cpuSeconds, familyCpuSeconds, postmasterOf } from '#bench/process-usage.ts';

const SECRET = 'a secret of more than thirty-two characters';
/** The connections of the bare loop to PostgreSQL, which share its waits for the disk. */
const BARE_CONNECTIONS = 16;

export interface HarnessSize {
  readonly engine: Engine;
  readonly servers: number;
  readonly users: number;
  readonly writers: number;
  /** See ServerProcessOptions. */
  readonly program?: ServerProcessOptions['program'];
}

/** The CPU time (s) of each kind of process. SQLite's is part of its server's. */
export interface CpuTimes {
  readonly servers: number;
  readonly database: number;
  readonly devices: number;
}

/** The writes of some seconds, and their cost. */
export interface Written extends LoadReport {
  readonly perSecond: number;
  readonly cpu: CpuTimes;
}

/** Servers with their database, signed-in users with a collection, and processes with their devices. */
export interface LoadHarness {
  readonly servers: readonly ServerProcess[];
  /** The transaction of one write without a server, on the same disk or database. */
  readonly bare: BareLoop;
  /** Connects the next `count` users, on all servers in turn. The first ones are the writers. */
  connectUsers(count: number): Promise<void>;
  /** Connects another device of each writer, on the server next to the writer's. */
  connectWatchers(): Promise<void>;
  /** See WriteOrder. */
  write(seconds: number, perSecond: number | null): Promise<Written>;
  cpu(): CpuTimes;
  /** The number of tasks in the database, and of acknowledged writes. */
  count(): Promise<{ readonly stored: number; readonly acknowledged: number }>;
  close(): Promise<void>;
}

export async function openHarness(size: HarnessSize): Promise<LoadHarness> {
  const undo = new AsyncDisposableStack();
  try {
    return await assemble(size, undo);
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}

async function assemble(size: HarnessSize, undo: AsyncDisposableStack): Promise<LoadHarness> {
  const store = size.engine === 'sqlite' ? openSqliteStore(undo) : await openPostgresStore(undo);
  const credentials = await plant(store, size.users);
  const servers = await Promise.all(
    Array.from({ length: size.servers }, () =>
      ServerProcess.start({
        dataDir: store.dataDir,
        ...(size.program && { program: size.program }),
        env: {
          AUTH_SECRET: SECRET,
          TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
          // The webhook of an abuser is on this machine.
          WEBHOOK_ALLOW_PRIVATE: 'true',
          ...(store.databaseUrl !== null && { DATABASE_URL: store.databaseUrl }),
        },
      }),
    ),
  );
  for (const server of servers) undo.defer(() => server.dispose());
  const bare =
    store.databaseUrl === null
      ? await openBareSqlite(size.writers)
      : await openBarePostgres(store.databaseUrl, BARE_CONNECTIONS, size.writers);
  undo.defer(() => bare.close());
  const fleet = new Fleet();
  undo.defer(() => fleet.close());

  let connected = 0;
  const device = (n: number, role: LoadDevice['role'], shift = 0): LoadDevice => {
    const { userId, cookie } = credentials[n] ?? { userId: '', cookie: '' };
    const url = servers[(n + shift) % servers.length]?.url ?? '';
    return { userId, cookie, url, role, address: `10.0.${n >> 8}.${n & 255}` };
  };
  const cpu = () => ({
    servers: servers.reduce((sum, { pid = 0 }) => sum + cpuSeconds(pid), 0),
    database: store.cpuSeconds(),
    devices: fleet.cpuSeconds(),
  });
  return {
    servers,
    bare,
    cpu,
    async connectUsers(count) {
      const first = connected;
      connected += count;
      await fleet.connect(
        Array.from({ length: count }, (_, i) =>
          device(first + i, first + i < size.writers ? 'writer' : 'idle'),
        ),
      );
    },
    connectWatchers: () =>
      fleet.connect(Array.from({ length: size.writers }, (_, n) => device(n, 'watcher', 1))),
    async write(seconds, perSecond) {
      const before = cpu();
      const report = await fleet.write(seconds, perSecond);
      return { ...report, perSecond: report.inTime / seconds, cpu: subtract(cpu(), before) };
    },
    count: async () => ({ stored: await store.countTasks(), acknowledged: fleet.acknowledged }),
    close: () => undo.disposeAsync(),
  };
}

export function subtract(after: CpuTimes, before: CpuTimes): CpuTimes {
  return {
    servers: after.servers - before.servers,
    database: after.database - before.database,
    devices: after.devices - before.devices,
  };
}

interface Store {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  cpuSeconds(): number;
  /** The number of the users' tasks, without those of the bare loop. */
  countTasks(): Promise<number>;
}

function openSqliteStore(undo: AsyncDisposableStack): Store {
  const dataDir = temporaryFolder(undo);
  return {
    dataDir,
    databaseUrl: null,
    cpuSeconds: () => 0,
    async countTasks() {
      const file = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
      const row = file.prepare('select count(*) as count from task').get();
      file.close();
      return Number(row?.['count']);
    },
  };
}

async function openPostgresStore(undo: AsyncDisposableStack): Promise<Store> {
  const dataDir = temporaryFolder(undo);
  const cluster = await startPostgresCluster({ durable: true });
  undo.defer(() => cluster.stop());
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  undo.defer(() => client.end());
  const postmaster = await postmasterOf(client);
  return {
    dataDir,
    databaseUrl: cluster.url,
    cpuSeconds: () => familyCpuSeconds(postmaster),
    async countTasks() {
      const { rows } = await client.query<{ count: string }>(
        'select count(*) from task where space_id in (select "id" from "user")',
      );
      return Number(rows[0]?.count);
    },
  };
}

/** Makes a folder for the servers' files beside the database. */
function temporaryFolder(undo: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-load-'));
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function plant(store: Store, users: number): Promise<Omit<Credentials, 'url'>[]> {
  const database = openDatabase(store);
  await migrate(database.db, database.engine);
  const planted = await plantUsers(database, SECRET, users);
  await database.close();
  const userIds = planted.map(({ userId }) => userId);
  await plantTasks(store, userIds, []);
  return planted;
}
