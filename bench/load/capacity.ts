import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '#src/server/db/tables.ts';
import { openHarness, subtract, type CpuTimes, type LoadHarness, type Written } from './harness.ts';
import { distribution, type Distribution } from '#bench/measure.ts';
import { residentKb } from '#bench/process-usage.ts';

export interface CapacitySize {
  readonly users: number;
  readonly writers: number;
  /** The number of users between two readings of the memory. */
  readonly step: number;
  readonly idleSeconds: number;
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly bareSeconds: number;
  readonly levelSeconds: number;
}

/** The latency at one load. */
export interface Level {
  /** The users' mutations per second; null when each writes again as soon as the last one is acknowledged. */
  readonly offered: number | null;
  readonly perSecond: number;
  /** From device to device, ms. */
  readonly delay: Distribution;
  readonly samples: number;
}

/** The results of one server with all its users connected. */
export interface Capacity {
  readonly writers: number;
  /** The number of connected users, and the server's resident memory (KB). */
  readonly memory: readonly (readonly [users: number, kb: number])[];
  /** The memory after the idle time. */
  readonly idleKb: number;
  readonly idleSeconds: number;
  /** The CPU time (s) in that time. */
  readonly idleCpu: CpuTimes;
  /** Each next to a round of the bare loop just before it. */
  readonly rounds: readonly { readonly perSecond: number; readonly bare: number }[];
  /** The CPU time (s) per 1,000 mutations in these rounds. */
  readonly cpuPerThousand: CpuTimes;
  readonly levels: readonly Level[];
  readonly stored: number;
}

/** The loads of users who act by themselves, as shares of the server's maximum. */
const LOADS = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9];

/**
 * Measures the memory and idle cost of connected users, the server's maximum while they are connected, and
 * the latency between devices.
 */
export async function measureCapacity(engine: Engine, size: CapacitySize): Promise<Capacity> {
  const harness = await openHarness({ engine, servers: 1, users: size.users, writers: size.writers });
  try {
    const memory = await connectAll(harness, size);
    const before = harness.cpu();
    await delay(size.idleSeconds * 1000);
    const idleCpu = subtract(harness.cpu(), before);
    const idleKb = serverKb(harness);
    const { rounds, cpuPerThousand } = await writeInRounds(harness, size);
    await harness.connectWatchers();
    const levels = [toLevel(null, await harness.write(size.levelSeconds, null))];
    const most = levels[0]?.perSecond ?? 0;
    for (const share of LOADS) {
      const offered = Number((most * share).toPrecision(2));
      levels.push(toLevel(offered, await harness.write(size.levelSeconds, offered)));
    }
    const { stored, acknowledged } = await harness.count();
    if (stored !== acknowledged) throw new Error(`${acknowledged} acknowledged, but ${stored} are stored.`);
    return {
      writers: size.writers,
      memory,
      idleKb,
      idleSeconds: size.idleSeconds,
      idleCpu,
      rounds,
      cpuPerThousand,
      levels,
      stored,
    };
  } finally {
    await harness.close();
  }
}

async function connectAll(harness: LoadHarness, { users, step }: CapacitySize): Promise<Capacity['memory']> {
  const memory: [number, number][] = [[0, serverKb(harness)]];
  for (let connected = step; connected <= users; connected += step) {
    await harness.connectUsers(step);
    memory.push([connected, serverKb(harness)]);
  }
  return memory;
}

function serverKb(harness: LoadHarness): number {
  return residentKb(harness.servers[0]?.pid ?? 0);
}

/**
 * Alternates with the bare loop, since the machine's speed changes. The first seconds do not count, since
 * code is compiled then.
 */
export async function writeInRounds(
  harness: LoadHarness,
  { rounds: count, roundSeconds, bareSeconds }: Pick<CapacitySize, 'rounds' | 'roundSeconds' | 'bareSeconds'>,
): Promise<Pick<Capacity, 'rounds' | 'cpuPerThousand'>> {
  await harness.write(bareSeconds, null);
  const rounds: { perSecond: number; bare: number }[] = [];
  const total = { servers: 0, database: 0, devices: 0 };
  let acknowledged = 0;
  for (let round = 0; round < count; round++) {
    const bare = await harness.bare.run(bareSeconds);
    const written = await harness.write(roundSeconds, null);
    rounds.push({ perSecond: written.perSecond, bare });
    acknowledged += written.acknowledged;
    for (const kind of ['servers', 'database', 'devices'] as const) total[kind] += written.cpu[kind];
  }
  const each = (seconds: number) => (seconds / acknowledged) * 1000;
  return {
    rounds,
    cpuPerThousand: {
      servers: each(total.servers),
      database: each(total.database),
      devices: each(total.devices),
    },
  };
}

export function toLevel(offered: number | null, { perSecond, delays }: Written): Level {
  return { offered, perSecond, delay: distribution(delays), samples: delays.length };
}
