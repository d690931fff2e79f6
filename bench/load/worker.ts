// A process with the connections of many users. It writes on some of them as its parent orders (fleet.ts).
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { newId } from '#src/domain/id.ts';
import { MAX_BATCH } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';
import { openSocket } from '#src/sync/testing/node-device.ts';
import type { LoadDevice, LoadOrder, LoadReport, WriteOrder } from './fleet.ts';
import { COLLECTION } from '#bench/plant-tasks.ts';

/** The number of connections opened at a time. */
const AT_ONCE = 25;
/** The most ms until the last writes are answered and reach the other device. */
const SETTLE_MS = 30_000;

/** The time of writing each task that another device watches, in ms of this process's clock. */
const written = new Map<string, number>();
let delays: number[] = [];
let acknowledged = 0;
/** The number of writes acknowledged in time. */
let inTime = 0;

/** A device that writes. Unsent writes go out together, one push at a time (sync rule W4). */
class Writer {
  /** Called when all its writes are acknowledged. */
  onIdle: (() => void) | null = null;
  isWatched = false;
  readonly userId: string;
  readonly #socket: WebSocket;
  #outbox: object[] = [];
  #inFlight = 0;

  constructor(userId: string, socket: WebSocket) {
    this.userId = userId;
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
  }

  get isIdle(): boolean {
    return this.#inFlight + this.#outbox.length === 0;
  }

  add(): void {
    const id = newId();
    if (this.isWatched) written.set(id, performance.now());
    const args = { name: 'Water the plants', description: '', date: '2026-01-01' };
    this.#outbox.push({
      id: newId(),
      name: 'task.add',
      args: { ...args, collectionId: COLLECTION, id, at: Date.now() },
    });
    if (this.#inFlight === 0) this.#send();
  }

  #send(): void {
    const mutations = this.#outbox.splice(0, MAX_BATCH);
    this.#inFlight = mutations.length;
    this.#socket.send(JSON.stringify(pushOf(mutations)));
  }

  #receive(text: string): void {
    const message = parseServerMessage(text);
    if (message.type !== 'patch' || message.outcomes.length === 0) return;
    const rejected = message.outcomes.find(({ rejection }) => rejection !== null);
    if (rejected) throw new Error(`A write was rejected: ${rejected.rejection}.`);
    if (message.outcomes.length !== this.#inFlight) throw new Error('Not every write was answered.');
    acknowledged += this.#inFlight;
    this.#inFlight = 0;
    if (this.#outbox.length > 0) this.#send();
    else this.onIdle?.();
  }
}

const writers = new Map<string, Writer>();

process.on('message', (order: LoadOrder) => {
  void run(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit(0));

async function run(order: LoadOrder): Promise<LoadReport> {
  acknowledged = 0;
  inTime = 0;
  delays = [];
  if (order.do === 'connect') await connectAll(order.devices);
  else await write(order);
  return { acknowledged, inTime, delays };
}

async function connectAll(devices: readonly LoadDevice[]): Promise<void> {
  for (let i = 0; i < devices.length; i += AT_ONCE)
    await Promise.all(devices.slice(i, i + AT_ONCE).map(connect));
}

async function connect(device: LoadDevice): Promise<void> {
  const { userId, role, address } = device;
  const socket = openSocket(device, { 'x-forwarded-for': address });
  await once(socket, 'open');
  socket.on('close', (code, reason) => {
    throw new Error(`A ${role} device was cut off: ${code} ${reason.toString()}`);
  });
  const hello = helloOf(userId);
  socket.send(JSON.stringify(hello));
  await once(socket, 'message');
  if (role === 'writer') writers.set(userId, new Writer(userId, socket));
  if (role === 'watcher') watch(socket, writers.get(userId));
}

/** Watches for a writer's tasks on the other device. */
function watch(socket: WebSocket, writer: Writer | undefined): void {
  if (!writer) throw new Error('There is no writer to watch.');
  writer.isWatched = true;
  socket.on('message', (data: Buffer) => {
    const message = parseServerMessage(data.toString());
    if (message.type === 'patch') for (const { id } of message.rows.task ?? []) arrived(id);
  });
}

function arrived(id: string): void {
  const at = written.get(id);
  if (at === undefined) return;
  delays.push(performance.now() - at);
  written.delete(id);
}

async function write({ ms, perSecond }: WriteOrder): Promise<void> {
  const all = [...writers.values()];
  const end = performance.now() + ms;
  if (perSecond === null) await writeWithoutPause(all, end);
  else await writeAtRate(all, end, perSecond);
  inTime = acknowledged;
  await settle(all);
}

/** Each user acts as soon as the last action is acknowledged. */
async function writeWithoutPause(all: readonly Writer[], end: number): Promise<void> {
  for (const writer of all) {
    writer.onIdle = () => {
      if (performance.now() < end) writer.add();
      else writer.onIdle = null;
    };
    writer.add();
  }
  await delay(end - performance.now());
}

/** Users act at random instants, `perSecond` in total, even if the server falls behind. */
async function writeAtRate(all: readonly Writer[], end: number, perSecond: number): Promise<void> {
  for (let due = performance.now(); due < end; due += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    const wait = due - performance.now();
    if (wait >= 1) await delay(wait);
    all[Math.floor(Math.random() * all.length)]?.add();
  }
}

async function settle(all: readonly Writer[]): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (written.size > 0 || all.some(({ isIdle }) => !isIdle)) {
    if (performance.now() > end) throw new Error(`${written.size} writes never reached the other device.`);
    await delay(5);
  }
}
