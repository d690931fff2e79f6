// npm run ha [-- --rounds 10] [--servers 2] [--seed N]: kills the primary of a PostgreSQL under Patroni while devices write.
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { currentCommit } from '#bench/machine.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { Crowd } from '#src/server/testing/torture/torture-crowd.ts';
import { signUp } from '#src/sync/testing/node-device.ts';
import { Random } from '#src/sync/testing/random.ts';

import { TIMES } from './configs.ts';
import { PatroniCluster } from './patroni.ts';
import { Watch } from './watch.ts';

/** The ms of writing before the primary is killed, at least and at most. */
const CALM_MS = [1_000, 4_000] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    servers: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const random = new Random(Number(values.seed));

for (const [program, flag] of [
  ['/usr/bin/patroni', '--version'],
  ['/usr/lib/postgresql/15/bin/postgres', '--version'],
  ['/usr/bin/etcd', '--version'],
  ['/usr/sbin/haproxy', '-v'],
] as const)
  console.log(execFileSync(program, [flag], { encoding: 'utf8' }).split('\n', 1)[0]);
console.log(
  `Patroni's ttl ${TIMES.ttl} s, loop_wait ${TIMES.loop_wait} s; seed ${values.seed}; Sunglow at ${await currentCommit()}`,
);

const undo = new AsyncDisposableStack();
/** Rejects if a server ends by itself: its devices would wait for it forever. */
const untilServerEnds = Promise.withResolvers<never>();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void undo.disposeAsync().then(() => process.exit(1)));
try {
  process.exitCode = await Promise.race([measure(), untilServerEnds.promise]);
} finally {
  await undo.disposeAsync();
}

async function measure(): Promise<number> {
  const cluster = await PatroniCluster.start();
  undo.defer(() => cluster.stop());
  let isOver = false;
  const servers: ServerProcess[] = [];
  for (let n = 0; n < Number(values.servers); n++) {
    const env = { LOG_LEVEL: 'silent', DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) };
    const server = await ServerProcess.start({ env });
    undo.defer(() => {
      isOver = true;
      return server.dispose();
    });
    servers.push(server);
    void server.ended.then(() => {
      if (!isOver) untilServerEnds.reject(new Error(`Server ${n + 1} ended by itself.`));
    });
  }
  const crowds: Crowd[] = [];
  for (const { url } of servers) crowds.push(await Crowd.open(url, random));
  const watch = await Watch.open(await signUp(servers[0]?.url ?? ''));

  console.log(
    'round, killed, and ms until: another elected, promoted, first write acknowledged, all three nodes again',
  );
  for (let round = 1; round <= Number(values.rounds); round++) {
    await delay(CALM_MS[0] + random.integer(CALM_MS[1] - CALM_MS[0]));
    const { name, elected, promoted, restart } = await cluster.killPrimary();
    const began = performance.now();
    const times = await Promise.all([elected, promoted, watch.nextAcknowledged()]);
    restart();
    await cluster.whole();
    const columns = [...times, performance.now()].map((at) => (at - began).toFixed(0));
    console.log([round, name, ...columns].join('\t'));
  }
  await Promise.all([...crowds.map((crowd) => crowd.finish()), watch.finish()]);
  isOver = true;
  for (const server of servers) await server.stop();

  const where = { dataDir: '', databaseUrl: cluster.url };
  const problems = await watch.check(where);
  for (const crowd of crowds) {
    const report = await crowd.report(where);
    console.log(`${report.mutations} mutations answered, ${report.rejections} of them rejected`);
    problems.push(...report.problems);
  }
  console.log(`${watch.count} writes of the watching device; ${problems.length} problems`);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}
