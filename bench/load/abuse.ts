import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Engine } from '#src/server/db/tables.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { ABUSERS, type Abuser, type AbuserName, type Others } from './abusers.ts';
import { openHarness, type LoadHarness } from './harness.ts';
import { distribution, type Distribution } from '#bench/measure.ts';

export interface AbuseSize {
  /** The others, who write by themselves, each with a second device that shows it. */
  readonly writers: number;
  /** Their mutations a second, in all. */
  readonly offered: number;
  /** The others who sign in, one after another. */
  readonly signers: number;
  /** The time in which the server gets done with what it was sent before. */
  readonly pauseSeconds: number;
  /** How long a turn lasts. */
  readonly seconds: number;
  /** Turns alone and beside the abuser each, in turn. */
  readonly rounds: number;
}

/** What the others had to wait, alone and beside one who takes all that a server gives, from the first thing it asks for on. */
export interface AbuseRun {
  readonly abuser: AbuserName;
  /** A write is waited for from device to device, a sign-in until its answer. */
  readonly others: Others;
  readonly writers: number;
  readonly offered: number;
  readonly seconds: number;
  readonly alone: Distribution;
  readonly beside: Distribution;
  /** The longest wait (ms), alone and beside it; runs of before did not tell. */
  readonly longest?: readonly [alone: number, beside: number];
  /** What the others did beside it. */
  readonly samples: number;
  /** What it had answered a second meanwhile. */
  readonly answered: number;
}

/** One abuser of each kind, one kind after the other. */
export async function measureAbuse(engine: Engine, size: AbuseSize): Promise<readonly AbuseRun[]> {
  const runs: AbuseRun[] = [];
  for (const abuser of ABUSERS)
    for (const others of abuser.others) runs.push(await besideOne(engine, abuser, others, size));
  return runs;
}

async function besideOne(
  engine: Engine,
  { name: abuser }: Abuser,
  others: Others,
  size: AbuseSize,
): Promise<AbuseRun> {
  const { writers, offered, seconds, rounds } = size;
  const harness = await openHarness({ engine, servers: 1, users: writers, writers });
  try {
    const work = others === 'writes' ? await openWriters(harness, size) : await openSigners(harness, size);
    await work();
    const alone: number[] = [];
    const beside: number[] = [];
    let answered = 0;
    for (let round = 0; round < rounds; round++) {
      const load = await prepareAbuser(abuser, await signUp(urlOf(harness)));
      await delay(size.pauseSeconds * 1000);
      alone.push(...(await work()));
      load.begin();
      beside.push(...(await work()));
      answered += load.answered;
      await load.stop();
    }
    return {
      abuser,
      others,
      writers,
      offered,
      seconds,
      alone: distribution(alone),
      beside: distribution(beside),
      longest: [longestOf(alone), longestOf(beside)],
      samples: beside.length,
      answered: answered / (seconds * rounds),
    };
  } finally {
    await harness.close();
  }
}

function longestOf(samples: readonly number[]): number {
  return samples.reduce((longest, each) => Math.max(longest, each), 0);
}

/** Returns what a turn is, which gives how long (ms) each of the others waited. */
type Turn = () => Promise<readonly number[]>;

async function openWriters(harness: LoadHarness, { writers, offered, seconds }: AbuseSize): Promise<Turn> {
  await harness.connectUsers(writers);
  await harness.connectWatchers();
  return async () => (await harness.write(seconds, offered)).delays;
}

async function openSigners(harness: LoadHarness, { signers, seconds }: AbuseSize): Promise<Turn> {
  const accounts: Account[] = [];
  for (let i = 0; i < signers; i++) accounts.push(await signUp(urlOf(harness)));
  let next = 0;
  return async () => {
    const times: number[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; next++) {
      const account = accounts[next % signers];
      if (!account) break;
      const start = performance.now();
      await signIn(account, `10.1.0.${next % signers}`);
      times.push(performance.now() - start);
    }
    return times;
  };
}

async function signIn({ url, email, password }: Account, address: string): Promise<void> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`A sign-in failed: ${response.status} ${text}`);
}

function urlOf({ servers }: LoadHarness): string {
  return servers[0]?.url ?? '';
}

/** Starts a thread that waits to be told to begin, and then tells how often it was answered. */
async function prepareAbuser(name: AbuserName, account: Account) {
  const worker = new Worker(new URL('abuse-worker.ts', import.meta.url), { workerData: { name, account } });
  const load = {
    answered: 0,
    begin: () => {
      worker.on('message', () => (load.answered += 1));
      worker.postMessage(null);
    },
    stop: async () => {
      await worker.terminate();
    },
  };
  await once(worker, 'message');
  return load;
}
