// npm run torture [-- PART...] [--rounds N] [--frames 200000] [--seed N]: the long form of the torture tests
// in `npm test`.
import { parseArgs } from 'node:util';
import type { Engine } from '#src/server/db/tables.ts';
import { Cluster } from '#src/server/testing/processes/cluster.ts';
import { NO_REDIS } from '#src/server/testing/processes/redis-process.ts';
import {
  tortureByKills,
  tortureByRestarts,
  type ClusterReport,
} from '#src/server/testing/torture/torture-cluster.ts';
import { tortureByCrashes } from '#src/server/testing/torture/torture-crash.ts';
import { tortureByFrames } from '#src/server/testing/torture/torture-fuzz.ts';
import { tortureKeys } from '#src/server/testing/torture/torture-keys.ts';
import { tortureReminders } from '#src/server/testing/torture/torture-reminders.ts';
import { tortureWebhooks } from '#src/server/testing/torture/torture-webhooks.ts';

/**
 * The longest wait of a write for its answer while servers restart one after another: their devices move to
 * others first.
 */
const LONGEST_WAIT_MS = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    frames: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const PARTS: Readonly<Record<string, (seed: number) => Promise<readonly string[]>>> = {
  'crash-sqlite': (seed) => crash('sqlite', seed),
  'crash-postgres': (seed) => crash('postgres', seed),
  fuzz,
  rolling,
  cluster: kills,
  'reminders-sqlite': (seed) => reminders('sqlite', seed, 1),
  'reminders-postgres': (seed) => reminders('postgres', seed, 3),
  'keys-sqlite': (seed) => keys('sqlite', seed, 1),
  'keys-postgres': (seed) => keys('postgres', seed, 3),
  'webhooks-sqlite': (seed) => webhooks('sqlite', seed, 1),
  'webhooks-postgres': (seed) => webhooks('postgres', seed, 3),
};

const seed = Number(values.seed);
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(PARTS).join(', ')}.`);
  const problems = await part(seed);
  for (const problem of problems) console.error(`${name}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function crash(engine: Engine, seed: number): Promise<readonly string[]> {
  const { crashes, mutations, rejections, problems } = await tortureByCrashes(
    engine,
    seed,
    Number(values.rounds ?? 50),
  );
  console.log(
    `${engine}, seed ${seed}: ${crashes.server} crashes of the server, ${crashes.database} of the database, ` +
      `${crashes.both} of both, ${crashes.starting} while starting; ` +
      `${mutations} mutations answered, ${rejections} of them rejected; ${problems.length} problems`,
  );
  return problems;
}

async function reminders(engine: Engine, seed: number, servers: number): Promise<readonly string[]> {
  const rounds = Number(values.rounds ?? 50);
  const { alarms, completed, repeated, problems } = await tortureReminders(engine, seed, rounds, servers);
  console.log(
    `reminders on ${engine}, ${servers} servers, seed ${seed}: ${rounds} kills, ${alarms} reminders, ${completed} of them of tasks ` +
      `that were completed; ${repeated} came again under the same tag; ${problems.length} problems`,
  );
  return problems;
}

async function keys(engine: Engine, seed: number, servers: number): Promise<readonly string[]> {
  const rounds = Number(values.rounds ?? 50);
  const { writes, repeated, problems } = await tortureKeys(engine, seed, rounds, servers);
  console.log(
    `keys on ${engine}, ${servers} servers, seed ${seed}: ${rounds} kills, ${writes} writes answered, ${repeated} of them sent again ` +
      `with their key; ${problems.length} problems`,
  );
  return problems;
}

async function webhooks(engine: Engine, seed: number, servers: number): Promise<readonly string[]> {
  const rounds = Number(values.rounds ?? 50);
  const { tasks, failed, repeated, problems } = await tortureWebhooks(engine, seed, rounds, servers);
  console.log(
    `webhooks on ${engine}, ${servers} servers, seed ${seed}: ${rounds} kills, ${tasks} tasks told; ` +
      `${failed} deliveries failed, ${repeated} messages came again under the same id; ${problems.length} problems`,
  );
  return problems;
}

async function fuzz(seed: number): Promise<readonly string[]> {
  const { frames, kinds, before, after, peak, problems } = await tortureByFrames(seed, Number(values.frames));
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `fuzz, seed ${seed}: ${frames} of ${kinds.size} kinds, ${problems.length} problems; heap ${mb(before.heapUsed)} ` +
      `before, ${mb(after.heapUsed)} after, ${mb(peak.heapUsed)} at most; resident ${mb(before.rss)} before, ` +
      `${mb(after.rss)} after, ${mb(peak.rss)} at most`,
  );
  return problems;
}

async function rolling(): Promise<readonly string[]> {
  const cluster = await Cluster.start({ withRedis: NO_REDIS === null, drainSeconds: 10 });
  try {
    const report = await tortureByRestarts(cluster, Number(values.rounds ?? 3));
    console.log(`rolling: ${describe(report)}`);
    const { longestWait, breaks } = report;
    return [
      ...report.problems,
      ...(longestWait > LONGEST_WAIT_MS ? [`a write waited for ${longestWait.toFixed()} ms`] : []),
      ...(breaks > 0 ? [`${breaks} times a device could not go to another server at once`] : []),
    ];
  } finally {
    await cluster.dispose();
  }
}

async function kills(seed: number): Promise<readonly string[]> {
  if (NO_REDIS !== null) console.log(`cluster: without Redis, as ${NO_REDIS}`);
  const cluster = await Cluster.start({ withRedis: NO_REDIS === null, drainSeconds: 0 });
  try {
    const report = await tortureByKills(cluster, seed, Number(values.rounds ?? 10));
    console.log(`cluster, seed ${seed}: ${describe(report)}`);
    for (const part of ['server', 'redis', 'database'] as const) {
      const times = report.recoveries.filter(({ killed }) => killed === part);
      if (times.length === 0) continue;
      console.log(
        `  ${part} killed ${times.length} times: all devices write after ${spread(times.map(({ written }) => written))}, ` +
          `and see it after ${spread(times.map(({ seen }) => seen))}`,
      );
    }
    return report.problems;
  } finally {
    await cluster.dispose();
  }
}

function describe({ mutations, longestWait, longestDelay, breaks, problems }: ClusterReport): string {
  return (
    `${mutations} mutations answered, ${problems.length} problems; the longest wait for an answer ${longestWait.toFixed()} ms, ` +
    `until all devices of the user had it ${longestDelay.toFixed()} ms; ${breaks} times a device could not connect at once`
  );
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${sorted[sorted.length >> 1]?.toFixed()} ms (median), ${sorted.at(-1)?.toFixed()} ms at most`;
}
