import { toLevel, writeInRounds, type CapacitySize, type Level } from './capacity.ts';
import { openHarness, type CpuTimes } from './harness.ts';

export interface ServersSize extends Pick<CapacitySize, 'roundSeconds' | 'bareSeconds' | 'levelSeconds'> {
  readonly counts: readonly number[];
  readonly writers: number;
  /** How often each count has its turn. */
  readonly passes: number;
  /** Mutations a second for the latency. */
  readonly offered: number;
}

/** One turn of so many servers on one PostgreSQL. */
export interface ServersRun {
  readonly servers: number;
  readonly perSecond: number;
  readonly bare: number;
  readonly cpuPerThousand: CpuTimes;
  /** Measures from a device on one server to one on another, where there is another. */
  readonly level: Level;
}

/** The same work on one server, two and three, in turn. */
export async function measureServers(size: ServersSize): Promise<readonly ServersRun[]> {
  const runs: ServersRun[] = [];
  for (let pass = 0; pass < size.passes; pass++) {
    for (const servers of size.counts) runs.push(await runWith(servers, size));
  }
  return runs;
}

async function runWith(servers: number, size: ServersSize): Promise<ServersRun> {
  const { writers } = size;
  const harness = await openHarness({ engine: 'postgres', servers, users: writers, writers });
  try {
    await harness.connectUsers(writers);
    const { rounds, cpuPerThousand } = await writeInRounds(harness, { ...size, rounds: 1 });
    await harness.connectWatchers();
    const level = toLevel(size.offered, await harness.write(size.levelSeconds, size.offered));
    return {
      servers,
      perSecond: rounds[0]?.perSecond ?? Number.NaN,
      bare: rounds[0]?.bare ?? Number.NaN,
      cpuPerThousand,
      level,
    };
  } finally {
    await harness.close();
  }
}
