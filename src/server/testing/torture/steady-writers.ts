import { setTimeout as delay } from 'node:timers/promises';

import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { Stored } from './torture-check.ts';
import { openDevice, until, type Account } from '#src/sync/testing/node-device.ts';

type Replica = Awaited<ReturnType<typeof openDevice>>;

const PAUSE_MS = 50;

/**
 * An added task, with the times (ms of `performance.now`) of adding it, of the server having it, and of all
 * the user's devices having it.
 */
interface Write {
  readonly id: string;
  readonly device: Replica;
  readonly began: number;
  acknowledged: number | null;
  everywhere: number | null;
}

/**
 * Devices of one user with the real client. Each but the first adds a task, waits until the server has it,
 * pauses, and repeats. The first only reads, so it gets no news by answers to its own writes.
 */
export class SteadyWriters {
  readonly userId: string;
  readonly writes: Write[] = [];
  /** The number of times a device had to wait before it could reconnect. */
  breaks = 0;
  readonly #devices: readonly Replica[];
  readonly #writers: readonly Replica[];
  readonly #collectionId: string;
  readonly #running: readonly Promise<void>[];
  #progress = Promise.withResolvers<void>();
  #isEnding = false;

  /** Connects one reading device and `writers` writing ones, and begins. */
  static async start(account: Account, writers: number): Promise<SteadyWriters> {
    const devices = await Promise.all(Array.from({ length: 1 + writers }, () => openDevice(account)));
    const id = newId();
    await devices[0]?.mutate('collection.add', { id, name: 'Steady', color: '#FFCC33', at: Date.now() });
    for (const device of devices)
      await until(device, 'collections', () => device.lists.collections.all().length > 0);
    return new SteadyWriters(account.userId, devices, id);
  }

  private constructor(userId: string, devices: readonly Replica[], collectionId: string) {
    this.userId = userId;
    this.#devices = devices;
    this.#writers = devices.slice(1);
    this.#collectionId = collectionId;
    for (const device of devices) {
      device.subscribe('status', () => {
        if (device.status().connection === 'offline') this.breaks += 1;
      });
    }
    this.#running = this.#writers.map((device) => this.#run(device));
  }

  /** Resolves once the first task of every writing device after `since` is there, with the ms it took. */
  async since(since: number, there: 'acknowledged' | 'everywhere'): Promise<number> {
    const times = this.#writers.map(async (device) => {
      for (;;) {
        const write = this.writes.find((one) => one.device === device && one.began >= since);
        const moment = write?.[there] ?? null;
        if (moment !== null) return moment - since;
        await this.#progress.promise;
      }
    });
    return Math.max(...(await Promise.all(times)));
  }

  /** Ends the writing; resolves once every device has everything. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#running);
    while (this.writes.some(({ everywhere }) => everywhere === null)) await this.#progress.promise;
  }

  close(): void {
    for (const device of this.#devices) device.close();
  }

  /** Checks that the server has all written tasks, and no others. Returns the problems. */
  check(stored: Stored | undefined): string[] {
    const problems = this.#devices.flatMap((device) =>
      device.rejections().map(({ mutation, code }) => `${mutation.name} of a device was rejected: ${code}`),
    );
    const ids = new Set(stored?.tasks.map(({ id }) => id));
    for (const { id } of this.writes) if (!ids.has(id)) problems.push(`task ${id} is lost`);
    // The collection is one more mutation.
    const counts = [ids.size + 1, stored?.counts.task ?? 0, stored?.outcomes.size ?? 0];
    const expected = this.writes.length + 1;
    if (counts.join() !== [expected, expected - 1, expected].join())
      problems.push(
        `of ${expected} changes the server has ${counts.join(', ')} rows, tasks by its count, outcomes`,
      );
    return problems;
  }

  async #run(device: Replica): Promise<void> {
    while (!this.#isEnding) {
      await this.#write(device);
      await delay(PAUSE_MS);
    }
  }

  async #write(device: Replica): Promise<void> {
    const at = Date.now();
    const began = performance.now();
    const write: Write = { id: newId(), device, began, acknowledged: null, everywhere: null };
    this.writes.push(write);
    await device.mutate('task.add', {
      id: write.id,
      name: `Task ${this.writes.length}`,
      description: '',
      date: calendarDayAt(at),
      collectionId: this.#collectionId,
      at,
    });
    void this.#spread(write);
    await until(device, 'status', () => device.status().unsent === 0);
    write.acknowledged = performance.now();
    this.#step();
  }

  async #spread(write: Write): Promise<void> {
    for (const device of this.#devices)
      await until(device, `task:${write.id}`, () => device.get('task', write.id) !== undefined);
    write.everywhere = performance.now();
    this.#step();
  }

  #step(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }
}
