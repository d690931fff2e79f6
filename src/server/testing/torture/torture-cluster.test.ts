import { afterAll, beforeAll, expect, test } from 'vitest';

import { Cluster } from '#src/server/testing/processes/cluster.ts';
import { NO_REDIS } from '#src/server/testing/processes/redis-process.ts';
import { tortureByKills, tortureByRestarts } from './torture-cluster.ts';

/** The short forms; `npm run torture -- cluster rolling` runs the long ones. */
const SEED = Date.now() % 1e6;
const TIMEOUT_MS = 120_000;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start({ withRedis: NO_REDIS === null, drainSeconds: 1 });
}, TIMEOUT_MS);
afterAll(() => cluster.dispose());

test(
  '[W12] every write is stored once while three servers are restarted one after another',
  async () => {
    const report = await tortureByRestarts(cluster, 1);

    print(`the longest that a write waited: ${report.longestWait.toFixed()} ms`);
    expect(report.problems).toEqual([]);
    expect(report.mutations).toBeGreaterThan(50);
  },
  TIMEOUT_MS,
);

test(
  `[W5] [W12] a server, ${NO_REDIS === null ? 'Redis' : `(no Redis: ${NO_REDIS})`} and PostgreSQL are killed: no acknowledged change is lost, no change is applied twice (seed ${SEED})`,
  async () => {
    const { recoveries, problems, mutations } = await tortureByKills(cluster, SEED, 1);

    for (const { killed, written, seen } of recoveries)
      print(
        `${killed} killed: all write after ${written.toFixed()} ms, all see it after ${seen.toFixed()} ms`,
      );
    expect(problems).toEqual([]);
    expect(recoveries).toHaveLength(NO_REDIS === null ? 3 : 2);
    expect(mutations).toBeGreaterThan(50);
  },
  TIMEOUT_MS,
);
