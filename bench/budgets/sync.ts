import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { openDevice, signUp, until } from '#src/sync/testing/node-device.ts';
import { distribution, ms, type Row } from '#bench/measure.ts';

export const SINGLE_WRITES = 300;
/**
 * The number of single writes in a row before switching to the floor, so that noise of the machine affects
 * both.
 */
const BLOCK = 20;
/**
 * The wait before each single write in ms. Without it the next write would find all processes awake, unlike a
 * user's.
 */
export const PAUSE = 10;
const INSERTS = 5_000;
/** Not counted: a new process still compiles its code, which says nothing about a running server. */
export const WARM_UP_WRITES = 300;
/** The number of rounds, alternating with the floor, since the machine is shared. The best of each counts. */
const ROUNDS = 3;

/** Measures from one device to another through the server, beside a relay that only commits and forwards. */
export async function measureSync(): Promise<Row[]> {
  const server = await ServerProcess.start();
  const relay = spawn(process.execPath, [fileURLToPath(new URL('../floor-relay.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(relay.stdout, 'data')) as [Buffer];
    const [from, to] = await Promise.all([openRelay(Number(port)), openRelay(Number(port))]);
    const account = await signUp(server.url);
    const [a, b] = await Promise.all([openDevice(account), openDevice(account)]);
    const collectionId = newId();
    const arrived = until(b, 'collections', () => b.lists.collections.all().length > 0);
    await a.mutate('collection.add', { id: collectionId, name: 'Bench', color: '#FFCC33', at: Date.now() });
    await arrived;

    for (let i = 0; i < WARM_UP_WRITES; i++) {
      await relayOne(from, to);
      await syncOne(a, b, collectionId);
    }
    const single = { floor: [] as number[], ours: [] as number[] };
    const bulk = { floor: Infinity, ours: Infinity };
    for (let block = 0; block < (ROUNDS * SINGLE_WRITES) / BLOCK; block++) {
      for (let i = 0; i < BLOCK; i++) single.floor.push(await relayOne(from, to));
      for (let i = 0; i < BLOCK; i++) single.ours.push(await syncOne(a, b, collectionId));
    }
    // The bulk rounds come last, since memory is cleaned up for a while after each.
    for (let round = 0; round < ROUNDS; round++) {
      bulk.floor = Math.min(bulk.floor, await relayMany(from, to));
      bulk.ours = Math.min(bulk.ours, await syncMany(a, b, collectionId));
    }
    const floor = distribution(single.floor);
    const ours = distribution(single.ours);
    return [
      {
        what: 'device to device through the server (p50)',
        measured: `${ms(ours.p50)} (p95 ${ms(ours.p95)})`,
        floor: `${ms(floor.p50)} (p95 ${ms(floor.p95)})`,
        ratio: ours.p50 / floor.p50,
        budget: '2x',
        kept: ours.p50 <= 2 * floor.p50,
      },
      {
        what: '5,000 single inserts until another device has them',
        measured: ms(bulk.ours),
        floor: ms(bulk.floor),
        ratio: bulk.ours / bulk.floor,
        budget: '1x',
        kept: bulk.ours <= bulk.floor,
      },
    ];
  } finally {
    relay.kill();
    await server.dispose();
  }
}

async function openRelay(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** As long as a push of one new task. */
const MESSAGE = JSON.stringify({ id: newId(), name: 'task.add', args: taskArgs(newId()) });

async function relayOne(from: WebSocket, to: WebSocket): Promise<number> {
  await pause(PAUSE);
  const start = performance.now();
  const arrived = once(to, 'message');
  from.send(MESSAGE);
  await arrived;
  return performance.now() - start;
}

async function relayMany(from: WebSocket, to: WebSocket): Promise<number> {
  const start = performance.now();
  let count = 0;
  const arrived = new Promise<void>((resolve) => {
    to.on('message', function listener() {
      if (++count < INSERTS) return;
      to.off('message', listener);
      resolve();
    });
  });
  for (let i = 0; i < INSERTS; i++) from.send(MESSAGE);
  await arrived;
  return performance.now() - start;
}

async function syncOne(a: Replica, b: Replica, collectionId: string): Promise<number> {
  await pause(PAUSE);
  const args = taskArgs(collectionId);
  const start = performance.now();
  const arrived = until(b, `task:${args.id}`, () => b.get('task', args.id) !== undefined);
  a.mutate('task.add', args).catch(fail);
  await arrived;
  const took = performance.now() - start;
  await until(a, 'status', () => a.status().unsent === 0);
  return took;
}

async function syncMany(a: Replica, b: Replica, collectionId: string): Promise<number> {
  const list = `in:${collectionId}` as const;
  const goal = b.lists.inCollection(collectionId).length + INSERTS;
  const start = performance.now();
  const arrived = until(b, list, () => b.lists.inCollection(collectionId).length === goal);
  for (let i = 0; i < INSERTS; i++) a.mutate('task.add', taskArgs(collectionId)).catch(fail);
  await arrived;
  const took = performance.now() - start;
  await until(a, 'status', () => a.status().unsent === 0);
  return took;
}

function taskArgs(collectionId: string) {
  const at = Date.now();
  return {
    id: newId(),
    name: 'Water the plants',
    description: '',
    date: calendarDayAt(at),
    collectionId,
    at,
  };
}

function fail(error: unknown): never {
  throw error;
}
