import { setTimeout as delay } from 'node:timers/promises';

import type { Cluster } from '#src/server/testing/processes/cluster.ts';
import { SteadyWriters } from './steady-writers.ts';
import { readStored } from './torture-check.ts';
import { Crowd } from './torture-crowd.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';

const USERS = 4;
/**
 * With the reading device there are as many devices as servers: a device alone on its server gets changes
 * only by hints.
 */
const WRITERS = 2;
/** The ms that an ended server or database stays down. */
const AWAY_MS = 500;
/** The ms without trouble between two faults. */
const CALM_MS = 300;

export interface ClusterReport {
  readonly mutations: number;
  /** The longest waits for a write's acknowledgement, and for all devices of its user to have it (ms). */
  readonly longestWait: number;
  readonly longestDelay: number;
  /** The number of times a device of the real client had to wait before it could reconnect. */
  readonly breaks: number;
  readonly problems: readonly string[];
}

export interface KillReport extends ClusterReport {
  readonly recoveries: readonly Recovery[];
}

export type Part = 'server' | 'redis' | 'database';

export interface Recovery {
  readonly killed: Part;
  /**
   * The times from the kill until the first write of every device after it was acknowledged, and until all
   * devices of its user had it (ms).
   */
  readonly written: number;
  readonly seen: number;
}

/** Restarts all servers one after another, `rounds` times, while devices of the real client write. */
export async function tortureByRestarts(cluster: Cluster, rounds: number): Promise<ClusterReport> {
  const users = await startUsers(cluster);
  for (let round = 0; round < rounds; round++) {
    for (const server of cluster.servers) {
      await server.restart();
      await delay(CALM_MS);
    }
  }
  return end(cluster, users);
}

/**
 * Kills one of the servers, Redis, and the database with all its processes, in random order, `rounds` times
 * each, and starts them again. Devices of the real client write meanwhile, and others without a pause.
 */
export async function tortureByKills(cluster: Cluster, seed: number, rounds: number): Promise<KillReport> {
  const random = new Random(seed);
  const crowd = await Crowd.open(cluster.url, new Random(-seed));
  const users = await startUsers(cluster);
  const recoveries: Recovery[] = [];
  for (let round = 0; round < rounds; round++) {
    const parts: Part[] = ['server', 'redis', 'database'];
    while (parts.length > 0) {
      const [killed = 'server'] = parts.splice(random.integer(parts.length), 1);
      if (killed === 'redis' && cluster.redis === null) continue;
      const began = performance.now();
      await killAndStart(cluster, killed, random);
      const longest = async (there: 'acknowledged' | 'everywhere') =>
        Math.max(...(await Promise.all(users.map((user) => user.since(began, there)))));
      recoveries.push({ killed, written: await longest('acknowledged'), seen: await longest('everywhere') });
      await delay(CALM_MS);
    }
  }
  await crowd.finish();
  const report = await end(cluster, users);
  const { mutations, problems } = await crowd.report({ dataDir: '', databaseUrl: cluster.database.url });
  return {
    ...report,
    mutations: report.mutations + mutations,
    problems: [...report.problems, ...problems],
    recoveries,
  };
}

async function killAndStart(cluster: Cluster, part: Part, random: Random): Promise<void> {
  const victim =
    part === 'server' ? random.pick(cluster.servers) : part === 'redis' ? cluster.redis : cluster.database;
  await victim?.kill();
  await delay(AWAY_MS);
  await victim?.start();
}

async function startUsers({ url }: Cluster): Promise<SteadyWriters[]> {
  const users: SteadyWriters[] = [];
  for (let user = 0; user < USERS; user++) users.push(await SteadyWriters.start(await signUp(url), WRITERS));
  return users;
}

/** All writes are answered by then, so the database does not change while it is read. */
async function end(cluster: Cluster, users: readonly SteadyWriters[]): Promise<ClusterReport> {
  await Promise.all(users.map((user) => user.finish()));
  for (const user of users) user.close();
  const where = { dataDir: '', databaseUrl: cluster.database.url };
  const stored = await readStored(
    where,
    users.map(({ userId }) => userId),
  );
  const writes = users.flatMap((user) => user.writes);
  const longest = (moment: 'acknowledged' | 'everywhere') =>
    Math.max(...writes.map((write) => (write[moment] ?? Infinity) - write.began));
  return {
    mutations: writes.length + users.length,
    longestWait: longest('acknowledged'),
    longestDelay: longest('everywhere'),
    breaks: users.reduce((sum, user) => sum + user.breaks, 0),
    problems: [
      ...users.flatMap((user, i) => user.check(stored[i])),
      ...cluster.servers.filter((server) => !server.isRunning).map(() => 'a server ended by itself'),
    ],
  };
}
