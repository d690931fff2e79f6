import { toLevel, writeInRounds, type CapacitySize, type Level } from './capacity.ts';
import { openHarness, type CpuTimes } from './harness.ts';

export interface ServersSize extends Pick<CapacitySize, 'roundSeconds' | 'bareSeconds' | 'levelSeconds'> {
  readonly counts: readonly number[];
  readonly writers: number;
  /** The number of turns of each count. */
  readonly passes: number;
  /** The mutations per second for the latency. */
  readonly offered: number;
}

/** One turn of several servers on one PostgreSQL. */
export interface ServersRun {
  readonly servers: number;
  readonly perSecond: number;
  readonly bare: number;
  readonly cpuPerThousand: CpuTimes;
  /** Between devices on different servers, if there are several. */
  readonly level: Level;
}

/** The same work on one, two and three servers, in turn. */
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
