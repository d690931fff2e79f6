import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Engine } from '#src/server/db/tables.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { ABUSERS, type AbuserName } from './abusers.ts';
import { openStand } from './load-stand.ts';
import { distribution, type Distribution } from './measure.ts';

export interface AbuseSize {
  /** The others, who write by themselves, each with a second device that shows it. */
  readonly writers: number;
  /** Their mutations a second, in all. */
  readonly offered: number;
  /** Of the abuser alone, before anything is measured. */
  readonly warmUpSeconds: number;
  /** Of each turn. */
  readonly seconds: number;
  /** Turns alone and beside the abuser each, in turn. */
  readonly rounds: number;
}

/** What the others had to wait, from device to device, alone and beside one who takes all that a server gives. */
export interface AbuseRun {
  readonly abuser: AbuserName;
  readonly writers: number;
  readonly offered: number;
  readonly alone: Distribution;
  readonly beside: Distribution;
  /** Writes of the others beside it. */
  readonly samples: number;
  /** What it had answered a second meanwhile. */
  readonly answered: number;
}

/** One abuser of each kind, one kind after the other. */
export async function measureAbuse(engine: Engine, size: AbuseSize): Promise<readonly AbuseRun[]> {
  const runs: AbuseRun[] = [];
  for (const { name } of ABUSERS) runs.push(await besideOne(engine, name, size));
  return runs;
}

async function besideOne(engine: Engine, abuser: AbuserName, size: AbuseSize): Promise<AbuseRun> {
  const { writers, offered, seconds } = size;
  const stand = await openStand({ engine, servers: 1, users: writers, writers });
  try {
    await stand.connectUsers(writers);
    await stand.connectWatchers();
    await stand.write(seconds, offered);
    const alone: number[] = [];
    const beside: number[] = [];
    let answered = 0;
    for (let round = 0; round < size.rounds; round++) {
      alone.push(...(await stand.write(seconds, offered)).delays);
      const load = await startAbuser(abuser, await signUp(stand.servers[0]?.url ?? ''));
      await delay(size.warmUpSeconds * 1000);
      const before = load.answered;
      beside.push(...(await stand.write(seconds, offered)).delays);
      answered += load.answered - before;
      await load.stop();
    }
    return {
      abuser,
      writers,
      offered,
      alone: distribution(alone),
      beside: distribution(beside),
      samples: beside.length,
      answered: answered / (seconds * size.rounds),
    };
  } finally {
    await stand.close();
  }
}

/** In a thread of its own, which tells how often it was answered. */
async function startAbuser(name: AbuserName, account: Account) {
  const worker = new Worker(new URL('abuse-worker.ts', import.meta.url), { workerData: { name, account } });
  const load = {
    answered: 0,
    stop: async () => {
      await worker.terminate();
    },
  };
  worker.on('message', () => (load.answered += 1));
  await once(worker, 'message');
  return load;
}
