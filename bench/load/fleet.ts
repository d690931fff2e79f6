import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Credentials } from '#src/sync/testing/node-device.ts';
import { cpuSeconds } from '#bench/process-usage.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const WORKERS = 2;

/** A watcher is the other device of a writer, which is to be connected before it. */
export interface LoadDevice extends Credentials {
  readonly role: 'idle' | 'writer' | 'watcher';
  /** Where it comes from, as a proxy would say: else all would share the limits of one address. */
  readonly address: string;
}

export interface WriteOrder {
  readonly do: 'write';
  readonly ms: number;
  /** How much all writers write a second; null when each writes again as soon as the last write is acknowledged. */
  readonly perSecond: number | null;
}

/** What a worker is to do. It answers with a LoadReport. */
export type LoadOrder = { readonly do: 'connect'; readonly devices: readonly LoadDevice[] } | WriteOrder;

export interface LoadReport {
  /** Writes that the servers acknowledged. */
  readonly acknowledged: number;
  /** Those acknowledged before the time was up. */
  readonly inTime: number;
  /** The time from each write that another device watches until that device had it, ms. */
  readonly delays: readonly number[];
}

/** The devices of many users, in processes of their own. */
export class Fleet {
  readonly #workers: readonly ChildProcess[];
  #acknowledged = 0;

  constructor() {
    this.#workers = Array.from({ length: WORKERS }, () => fork(WORKER, { serialization: 'advanced' }));
  }

  /** All writes ever acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Resolves when each has had its first patch. The devices of one user are one worker's. */
  async connect(devices: readonly LoadDevice[]): Promise<void> {
    const mine = (n: number) => devices.filter(({ userId }) => hash(userId) % WORKERS === n);
    await Promise.all(this.#workers.map((worker, n) => ask(worker, { do: 'connect', devices: mine(n) })));
  }

  /** Resolves when all that was written is acknowledged, and on the other devices. */
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

/** The same for the same user; spread evenly, as ids are random. */
function hash(userId: string): number {
  return Number.parseInt(userId.slice(0, 8), 16);
}
