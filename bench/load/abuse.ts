import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Engine } from '#src/server/db/tables.ts';
import { signUp, type Account } from '#src/sync/testing/node-device.ts';
import { ABUSERS, type Abuser, type AbuserName, type Others } from './abusers.ts';
import { openHarness, type LoadHarness } from './harness.ts';
import { distribution, type Distribution } from '#bench/measure.ts';

export interface AbuseSize {
  /** The number of other users who write, each with a second device that shows it. */
  readonly writers: number;
  /** Their mutations per second in total. */
  readonly offered: number;
  /** The number of other users who sign in, one after another. */
  readonly signers: number;
  /** The time for the server to finish earlier work. */
  readonly pauseSeconds: number;
  /** The length of a turn. */
  readonly seconds: number;
  /** The number of turns alone, and of turns beside the abuser, alternating. */
  readonly rounds: number;
}

/**
 * The waits of the others, alone and beside an abuser that uses all that a server gives, from its first
 * request on.
 */
export interface AbuseRun {
  readonly abuser: AbuserName;
  /** A write counts from device to device, a sign-in until its answer. */
  readonly others: Others;
  readonly writers: number;
  readonly offered: number;
  readonly seconds: number;
  readonly alone: Distribution;
  readonly beside: Distribution;
  /** The longest wait (ms), alone and beside; earlier runs do not have it. */
  readonly longest?: readonly [alone: number, beside: number];
  /** The number of the others' actions beside the abuser. */
  readonly samples: number;
  /** The abuser's answered requests per second meanwhile. */
  readonly answered: number;
}

/** Measures one abuser of each kind, one after the other. */
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

/** One turn. Returns the waits of the others in ms. */
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

/** Starts a thread that waits for the command to begin, and then counts its answers. */
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
