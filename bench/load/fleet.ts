import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '#src/sync/testing/node-device.ts';
import { cpuSeconds } from '#bench/process-usage.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const WORKERS = 2;

/** A watcher is the other device of a writer, and must be connected before it. */
export interface LoadDevice extends Credentials {
  readonly role: 'idle' | 'writer' | 'watcher';
  /** The address of the device, as from a proxy: otherwise all would share the limits of one address. */
  readonly address: string;
}

export interface WriteOrder {
  readonly do: 'write';
  readonly ms: number;
  /**
   * The writes per second of all writers; null when each writes again as soon as the last one is
   * acknowledged.
   */
  readonly perSecond: number | null;
}

/** An order to a worker, which answers with a LoadReport. */
export type LoadOrder = { readonly do: 'connect'; readonly devices: readonly LoadDevice[] } | WriteOrder;

export interface LoadReport {
  readonly acknowledged: number;
  /** The number of writes acknowledged in time. */
  readonly inTime: number;
  /** The time in ms from each watched write until the other device had it. */
  readonly delays: readonly number[];
}

/** The devices of many users, in separate processes. */
export class Fleet {
  readonly #workers: readonly ChildProcess[];
  #acknowledged = 0;

  constructor() {
    this.#workers = Array.from({ length: WORKERS }, () => fork(WORKER, { serialization: 'advanced' }));
  }

  /** The number of all acknowledged writes so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Resolves when each device has its first patch. All devices of a user are in one worker. */
  async connect(devices: readonly LoadDevice[]): Promise<void> {
    const mine = (n: number) => devices.filter(({ userId }) => hash(userId) % WORKERS === n);
    await Promise.all(this.#workers.map((worker, n) => ask(worker, { do: 'connect', devices: mine(n) })));
  }

  /** Resolves when all writes are acknowledged, and have reached the other devices. */
  async write(seconds: number, perSecond: number | null): Promise<LoadReport> {
    const share = perSecond === null ? null : perSecond / WORKERS;
    const order: LoadOrder = { do: 'write', ms: seconds * 1000, perSecond: share };
    const reports = await Promise.all(this.#workers.map((worker) => ask(worker, order)));
    const sum = (field: 'acknowledged' | 'inTime') =>
      reports.reduce((total, report) => total + report[field], 0);
    this.#acknowledged += sum('acknowledged');
    return {
      acknowledged: sum('acknowledged'),
      inTime: sum('inTime'),
      delays: reports.flatMap(({ delays }) => delays),
    };
  }

  cpuSeconds(): number {
    return this.#workers.reduce((sum, { pid = 0 }) => sum + cpuSeconds(pid), 0);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#workers.map(async (worker) => {
        if (worker.exitCode !== null || worker.signalCode !== null) return;
        const ended = once(worker, 'exit');
        worker.kill('SIGKILL');
        await ended;
      }),
    );
  }
}

async function ask(worker: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  const answered = Promise.withResolvers<LoadReport>();
  const onExit = () => answered.reject(new Error('A worker ended; what it said stands above.'));
  worker.once('message', (report) => answered.resolve(report as LoadReport));
  worker.once('exit', onExit);
  worker.send(order);
  const report = await answered.promise;
  worker.off('exit', onExit);
  return report;
}

/** Spreads users evenly, since ids are random, and always gives the same number for a user. */
function hash(userId: string): number {
  return Number.parseInt(userId.slice(0, 8), 16);
}
