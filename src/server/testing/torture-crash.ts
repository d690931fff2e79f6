import { setTimeout as delay } from 'node:timers/promises';

import type { DatabaseOptions } from '#src/server/db/database.ts';
import type { Engine } from '#src/server/db/tables.ts';
import { startPostgresCluster, type PostgresCluster } from '#src/server/testing/postgres-cluster.ts';
import { ServerProcess } from '#src/server/testing/server-process.ts';
import { checkRows, checkStored, readStored } from '#src/server/testing/torture-check.ts';
import { TortureDevice } from '#src/server/testing/torture-device.ts';
import { MutationMaker } from '#src/server/testing/torture-mutations.ts';
import { TortureReplicas } from '#src/server/testing/torture-replicas.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';

const USERS = 2;
const DEVICES = 3;
/** A crash comes after so many pushes at the most, and then at some moment (ms) of what is under way. */
const MOST_PUSHES = 60;
const MOST_DELAY_MS = 25;

export interface CrashReport {
  readonly mutations: number;
  readonly rejections: number;
  readonly crashes: Record<'server' | 'database' | 'both' | 'starting', number>;
  readonly problems: readonly string[];
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
    const crowd = await Crowd.open(server, written);
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

interface User {
  readonly id: string;
  readonly devices: readonly TortureDevice[];
}

/** All the devices of all the users. */
class Crowd {
  readonly #users: readonly User[];
  readonly #replicas: TortureReplicas;
  readonly #progress: Progress;

  static async open(server: ServerProcess, random: Random): Promise<Crowd> {
    const progress = new Progress();
    const replicas = await TortureReplicas.open(await signUp(server.url));
    const onPush = () => {
      progress.step();
      replicas.write();
    };
    const users: User[] = [];
    for (let user = 0; user < USERS; user++) {
      const account = await signUp(server.url);
      const mutations = new MutationMaker(random);
      const devices = Array.from(
        { length: DEVICES },
        () => new TortureDevice({ account, random, mutations, onPush }),
      );
      users.push({ id: account.userId, devices });
    }
    return new Crowd(users, replicas, progress);
  }

  private constructor(users: readonly User[], replicas: TortureReplicas, progress: Progress) {
    this.#users = users;
    this.#replicas = replicas;
    this.#progress = progress;
  }

  /** Resolves when the devices have pushed so many times more. */
  pushed(times: number): Promise<void> {
    return this.#progress.after(times);
  }

  async finish(): Promise<void> {
    const devices = this.#users.flatMap((user) => user.devices);
    await Promise.all([...devices.map((device) => device.finish()), this.#replicas.finish()]);
    await Promise.all(devices.map((device) => device.catchUp()));
    for (const device of devices) device.close();
    this.#replicas.close();
  }

  async report(where: DatabaseOptions): Promise<Omit<CrashReport, 'crashes'>> {
    const ids = this.#users.map((user) => user.id);
    const stored = await readStored(where, [...ids, this.#replicas.userId]);
    const problems = this.#users.flatMap(({ devices }, i) => {
      const own = stored[i];
      if (!own) return ['nothing is stored'];
      const seen = devices.flatMap((device) => [...device.problems, ...checkRows(own, device.rows)]);
      return [...checkStored(own, devices), ...seen];
    });
    problems.push(...this.#replicas.check(stored.at(-1)));
    const outcomes = stored.flatMap((user) => [...user.outcomes.values()]);
    const rejections = outcomes.filter(({ outcome }) => outcome !== null).length;
    return { mutations: outcomes.length, rejections, problems };
  }
}

/** Counts, and lets others wait for a count. */
class Progress {
  #count = 0;
  #goal = { at: Infinity, reach: () => {} };

  step(): void {
    this.#count += 1;
    if (this.#count >= this.#goal.at) this.#goal.reach();
  }

  after(steps: number): Promise<void> {
    return new Promise((reach) => {
      this.#goal = { at: this.#count + steps, reach };
    });
  }
}
