import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CountingProxy } from './counting-proxy.ts';
import { distribution } from '#bench/measure.ts';
import { untilDevice, type Peer, type PeerDevice, type PeerServer, type PeerTask } from './peer.ts';
import { residentKb } from '#bench/process-usage.ts';
import { PAUSE, SINGLE_WRITES, WARM_UP_WRITES } from '#bench/budgets/sync.ts';

/** Numbers by their names. */
export type Numbers = Readonly<Record<string, number>>;

const INSERTS = 5_000;
const EDITS = 10;
/** The number of runs of longer work, unless they have taken this long (ms) before. */
const ROUNDS = 3;
const LONG_MS = 20_000;
/** The number of users that connect at once. */
const AT_ONCE = 50;
/**
 * The ms after the last edit that still belong to it: for acknowledgements, and for frames sent later to be
 * sent together.
 */
const SETTLE_MS = 1_000;

/** Write on A to callback on B, one at a time (ms). */
export async function measureLatency(peer: Peer): Promise<Numbers> {
  return withTwo(peer, async (a, b) => {
    const times: number[] = [];
    for (let i = -WARM_UP_WRITES; i < SINGLE_WRITES; i++) {
      const task = newTask(i);
      await delay(PAUSE);
      const start = performance.now();
      const arrived = untilDevice(b, () => b.name(task.id) !== undefined);
      a.add(task);
      await arrived;
      if (i >= 0) times.push(performance.now() - start);
    }
    const { p50, p95 } = distribution(times);
    return { 'one write, A to B, p50 (ms)': p50, 'one write, A to B, p95 (ms)': p95 };
  });
}

/** 5,000 single inserts on A until B has all (ms). */
export async function measureBulk(peer: Peer): Promise<Numbers> {
  return withTwo(peer, async (a, b) => {
    const time = await medianTime(async () => {
      const goal = b.count() + INSERTS;
      const arrived = untilDevice(b, () => b.count() >= goal);
      for (let i = 0; i < INSERTS; i++) a.add(newTask(i));
      await arrived;
    });
    return { '5,000 inserts, A to B (ms)': time };
  });
}

/** A new device, until it has all tasks that another one wrote before (ms). */
export async function measureFirstSync(peer: Peer, tasks: number): Promise<Numbers> {
  return withServer(peer, async ({ url }) => {
    await plantTasks(peer, url, tasks);
    const time = await medianTime(async () => {
      const b = await openWithAll(peer, url, tasks);
      return () => b.close();
    });
    return { [`first sync of ${tasks.toLocaleString('en')} tasks (ms)`]: time };
  });
}

/**
 * All bytes between the server and a new device, until it has all tasks that another one wrote before (MB).
 */
export async function measureFirstSyncBytes(peer: Peer, tasks: number): Promise<Numbers> {
  return withProxy(peer, async (proxy) => {
    await plantTasks(peer, proxy.url, tasks);
    const before = proxy.bytes;
    const b = await openWithAll(peer, proxy.url, tasks);
    const bytes = proxy.bytes - before;
    await b.close();
    return { [`first sync of ${tasks.toLocaleString('en')} tasks on the wire (MB)`]: bytes / 1_000_000 };
  });
}

/** Resolves once the server has this many tasks. */
async function plantTasks(peer: Peer, url: string, tasks: number): Promise<void> {
  const a = await peer.openDevice(url, 'first');
  a.batch(() => {
    for (let i = 0; i < tasks; i++) a.add(newTask(i));
  });
  // A second device tells when the server has all of them.
  const witness = await openWithAll(peer, url, tasks);
  await a.close();
  await witness.close();
}

async function openWithAll(peer: Peer, url: string, tasks: number): Promise<PeerDevice> {
  const device = await peer.openDevice(url, 'first');
  await untilDevice(device, () => device.count() === tasks);
  return device;
}

/** All bytes between the server and both devices for one changed name, per edit. */
export async function measureWire(peer: Peer): Promise<Numbers> {
  return withProxy(peer, async (proxy) => {
    const a = await peer.openDevice(proxy.url, 'first');
    const b = await peer.openDevice(proxy.url, 'first');
    const task = newTask(0);
    a.add(task);
    await untilDevice(b, () => b.name(task.id) !== undefined);
    await delay(SETTLE_MS);
    const sizes: number[] = [];
    for (let i = 0; i < EDITS; i++) {
      const before = proxy.bytes;
      const name = `Water the ${i} plants`;
      a.rename(task.id, name);
      await untilDevice(b, () => b.name(task.id) === name);
      await delay(SETTLE_MS);
      sizes.push(proxy.bytes - before);
    }
    return { 'one edit on the wire (bytes)': distribution(sizes).p50 };
  });
}

/** Resident memory of the server with this many connected users, each in a room of their own (MB). */
export async function measureMemory(peer: Peer, count: number): Promise<Numbers> {
  return withServer(peer, async (server) => {
    const users = await peer.makeUsers(server, count);
    for (let made = 0; made < count; made += AT_ONCE)
      await Promise.all(users.slice(made, made + AT_ONCE).map((user) => peer.connect(server.url, user)));
    await delay(5 * SETTLE_MS);
    const label = `server with ${count.toLocaleString('en')} users connected (MB)`;
    return { [label]: residentKb(server.pid) / 1000 };
  });
}

/**
 * The median of three runs, or of fewer long ones, in ms. `run` returns the cleanup of each run, which is not
 * timed.
 */
async function medianTime(run: () => Promise<(() => unknown) | void>): Promise<number> {
  const times: number[] = [];
  while (times.length < ROUNDS && sum(times) < LONG_MS) {
    const start = performance.now();
    const after = await run();
    times.push(performance.now() - start);
    await after?.();
  }
  return distribution(times).p50;
}

function sum(times: readonly number[]): number {
  return times.reduce((total, time) => total + time, 0);
}

async function withTwo(
  peer: Peer,
  measure: (a: PeerDevice, b: PeerDevice) => Promise<Numbers>,
): Promise<Numbers> {
  return withServer(peer, async (server) =>
    measure(await peer.openDevice(server.url, 'first'), await peer.openDevice(server.url, 'first')),
  );
}

async function withServer(peer: Peer, measure: (server: PeerServer) => Promise<Numbers>): Promise<Numbers> {
  const server = await peer.start();
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

/** Devices reach the server through the counting proxy. */
async function withProxy(peer: Peer, measure: (proxy: CountingProxy) => Promise<Numbers>): Promise<Numbers> {
  const proxy = await CountingProxy.start();
  try {
    const server = await peer.start(proxy.url);
    try {
      proxy.target = Number(new URL(server.url).port);
      return await measure(proxy);
    } finally {
      await server.stop();
    }
  } finally {
    proxy.stop();
  }
}

function newTask(n: number): PeerTask {
  const date = new Date(Date.now() + (((n % 10) + 10) % 10) * 86_400_000).toISOString().slice(0, 10);
  const name = `Water the ${n} plants`;
  return { id: randomUUID(), name, description: '', date, createdAt: Date.now() + n, done: false };
}
