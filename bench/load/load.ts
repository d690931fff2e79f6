import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#scripts/toolchain.mjs';
import { measureAbuse, type AbuseSize } from './abuse.ts';
import { measureCapacity, type CapacitySize } from './capacity.ts';
import { measureTaskGrowth, measureUserGrowth, type GrowthSize } from './growth.ts';
import { renderReport, type LoadResults, type Pieces } from './report.ts';
import { measureServers, type ServersSize } from './servers.ts';
import { currentCommit } from '#bench/machine.ts';

interface Sizes {
  readonly capacity: CapacitySize;
  readonly servers: ServersSize;
  readonly tasks: GrowthSize;
  readonly users: GrowthSize;
  readonly abuse: AbuseSize;
}

const FULL: Sizes = {
  capacity: {
    users: 10_000,
    writers: 1_000,
    step: 1_000,
    idleSeconds: 60,
    rounds: 3,
    roundSeconds: 15,
    bareSeconds: 4,
    levelSeconds: 10,
  },
  servers: {
    counts: [1, 2, 3],
    writers: 1_000,
    passes: 2,
    roundSeconds: 10,
    bareSeconds: 3,
    levelSeconds: 10,
    offered: 200,
  },
  tasks: { sizes: [1_000, 10_000, 50_000, 200_000], tasksEach: 20, cycles: 500 },
  users: { sizes: [100, 1_000, 10_000, 100_000], tasksEach: 20, cycles: 500 },
  abuse: { writers: 100, offered: 200, signers: 30, pauseSeconds: 2, seconds: 10, rounds: 3 },
};

/** Small sizes that show in a minute that everything runs. Their numbers mean nothing. */
const QUICK: Sizes = {
  capacity: {
    users: 200,
    writers: 50,
    step: 50,
    idleSeconds: 2,
    rounds: 2,
    roundSeconds: 1,
    bareSeconds: 1,
    levelSeconds: 1,
  },
  servers: {
    counts: [1, 2, 3],
    writers: 50,
    passes: 1,
    roundSeconds: 1,
    bareSeconds: 1,
    levelSeconds: 1,
    offered: 100,
  },
  tasks: { sizes: [100, 1_000], tasksEach: 10, cycles: 20 },
  users: { sizes: [10, 100], tasksEach: 10, cycles: 20 },
  abuse: { writers: 20, offered: 100, signers: 3, pauseSeconds: 1, seconds: 1, rounds: 1 },
};

/** The pieces of the results that can be measured separately. */
const PIECES: { readonly [Name in keyof Pieces]: (sizes: Sizes) => Promise<Pieces[Name]> } = {
  sqlite: ({ capacity }) => measureCapacity('sqlite', capacity),
  postgres: ({ capacity }) => measureCapacity('postgres', capacity),
  servers: ({ servers }) => measureServers(servers),
  tasks: async ({ tasks }) => ({
    sqlite: await measureTaskGrowth('sqlite', tasks),
    postgres: await measureTaskGrowth('postgres', tasks),
  }),
  users: async ({ users }) => ({
    sqlite: await measureUserGrowth('sqlite', users),
    postgres: await measureUserGrowth('postgres', users),
  }),
  abuse: async ({ abuse }) => ({
    sqlite: await measureAbuse('sqlite', abuse),
    postgres: await measureAbuse('postgres', abuse),
  }),
};

const PIECE_NAMES = Object.keys(PIECES) as (keyof Pieces)[];

/**
 * Measures many users at once, many tasks, and several servers: all pieces, or the named ones. Writes tables
 * to docs/scale, where pieces that were not measured keep their last results. With `--quick`, runs small sizes
 * that are no measurement, and writes to .cache/load-quick. Needs Linux, since /proc tells the use of
 * processes.
 */
export async function measureLoad(args: readonly string[]): Promise<void> {
  const isQuick = args.includes('--quick');
  const named = args.filter((arg) => arg !== '--quick');
  const folder = isQuick ? join(ROOT, '.cache', 'load-quick') : join(ROOT, 'docs', 'scale');
  const file = join(folder, 'results.json');
  mkdirSync(folder, { recursive: true });
  for (const name of named.length > 0 ? named.map(parse) : PIECE_NAMES) {
    console.error(`measuring ${name}`);
    const began = {
      at: new Date().toISOString(),
      load: loadavg()[0] ?? Number.NaN,
      commit: await currentCommit(),
    };
    const result = await PIECES[name](isQuick ? QUICK : FULL);
    const results: LoadResults = { ...readResults(file), [name]: { ...began, result } };
    writeFileSync(file, JSON.stringify(results, null, 2));
  }
  const results = readResults(file);
  const report = await renderReport(results);
  writeFileSync(join(folder, 'results.md'), report);
  console.log(report);
}

function parse(text: string): keyof Pieces {
  const name = PIECE_NAMES.find((one) => one === text);
  if (!name) throw new Error(`There is no piece ${text}; there are ${PIECE_NAMES.join(', ')}.`);
  return name;
}

function readResults(file: string): LoadResults {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LoadResults) : {};
}
