import { once } from 'node:events';
import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { openDatabase } from '#src/server/db/database.ts';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '#src/server/testing/databases/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openDevice, openSocket, signUp, until, type Credentials } from '#src/sync/testing/node-device.ts';
import { helloOf } from '#src/sync/testing/frames.ts';
import type { Peer, PeerDevice, PeerServer } from './peer.ts';
import { UNPACED } from '#bench/measure.ts';
import { plantUsers } from '#bench/plant-users.ts';

const COLLECTION = newId();
const SECRET = 'a secret of more than thirty-two characters';

interface SunglowServer extends PeerServer {
  readonly process: ServerProcess;
  readonly cluster: PostgresCluster | null;
}

export const SUNGLOW_SQLITE = sunglow('Sunglow on SQLite', false);
export const SUNGLOW_POSTGRES = sunglow('Sunglow on PostgreSQL', true);

function sunglow(name: string, onPostgres: boolean): Peer {
  /** The accounts by user; one measure runs in one process. */
  const accounts = new Map<string, Promise<Credentials>>();
  return {
    name,
    durability: 'each batch, by fsync, before it is announced',
    start: (publicUrl) => start(onPostgres, publicUrl),
    async openDevice(url, user) {
      const account = accounts.get(user) ?? signUp(url);
      accounts.set(user, account);
      return device(await account);
    },
    async makeUsers(server, count) {
      const made = await makeUsers(server as SunglowServer, count);
      for (const account of made) accounts.set(account.userId, Promise.resolve(account));
      return made.map((account) => account.userId);
    },
    async connect(_, user) {
      const account = await accounts.get(user);
      if (!account) throw new Error(`There is no user ${user}.`);
      const socket = openSocket(account);
      await once(socket, 'open');
      const { userId } = account;
      socket.send(JSON.stringify(helloOf(userId)));
      await once(socket, 'message');
    },
  };
}

async function start(onPostgres: boolean, publicUrl?: string): Promise<SunglowServer> {
  const cluster = onPostgres ? await startPostgresCluster({ durable: true }) : null;
  const server = await ServerProcess.start({
    program: 'built',
    env: {
      ...UNPACED,
      ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
      AUTH_SECRET: SECRET,
      ...(cluster && { DATABASE_URL: cluster.url }),
    },
  });
  return {
    process: server,
    cluster,
    url: server.url,
    get pid() {
      return server.pid ?? 0;
    },
    async stop() {
      await server.dispose();
      await cluster?.stop();
    },
  };
}

/** The real client. */
async function device(account: Credentials): Promise<PeerDevice> {
  const replica = await openDevice(account);
  const list = `in:${COLLECTION}` as const;
  const count = () => replica.lists.inCollection(COLLECTION).length;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  const watched = new Set<string>();
  replica.subscribe(list, notify);
  return {
    add({ id, name, description, date, createdAt: at }) {
      if (replica.lists.collections.all().length === 0) {
        const args = { id: COLLECTION, name: 'Bench', color: '#FFCC33', at } as const;
        replica.mutate('collection.add', args).catch(fail);
      }
      const args = { id, name, description, date: date as CalendarDay, collectionId: COLLECTION, at };
      replica.mutate('task.add', args).catch(fail);
    },
    rename: (id, name) => {
      replica.mutate('task.edit', { id, changes: { name }, at: Date.now() }).catch(fail);
    },
    name(id) {
      // Listens to one task, like its row on the screen.
      if (!watched.has(id)) replica.subscribe(`task:${id}`, notify);
      watched.add(id);
      return replica.get('task', id)?.name;
    },
    count,
    batch: (run) => run(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await until(replica, 'status', () => replica.status().unsent === 0);
      replica.close();
    },
  };
}

/** Restarts the server: only one process at a time opens a database file. */
async function makeUsers({ process, cluster }: SunglowServer, count: number): Promise<Credentials[]> {
  await process.stop();
  const database = openDatabase({ dataDir: process.dataDir, databaseUrl: cluster?.url ?? null });
  const planted = await plantUsers(database, SECRET, count);
  await database.close();
  await process.start();
  return planted.map((user) => ({ ...user, url: process.url }));
}

function fail(error: unknown): never {
  throw error;
}
