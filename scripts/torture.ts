// npm run torture [-- PART...] [--rounds 50] [--frames 200000] [--seed N]: what `npm test` does to the server in short, at length.
import { parseArgs } from 'node:util';
import type { Engine } from '#src/server/db/tables.ts';
import { tortureByCrashes } from '#src/server/testing/torture-crash.ts';
import { tortureByFrames } from '#src/server/testing/torture-fuzz.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '50' },
    frames: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const PARTS: Readonly<Record<string, (seed: number) => Promise<readonly string[]>>> = {
  'crash-sqlite': (seed) => crash('sqlite', seed),
  'crash-postgres': (seed) => crash('postgres', seed),
  fuzz,
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
    Number(values.rounds),
  );
  console.log(
    `${engine}, seed ${seed}: ${crashes.server} crashes of the server, ${crashes.database} of the database, ` +
      `${crashes.both} of both, ${crashes.starting} while starting; ` +
      `${mutations} mutations answered, ${rejections} of them refused; ${problems.length} problems`,
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
