import { setTimeout as delay } from 'node:timers/promises';

import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { readStored } from '#src/server/testing/torture/torture-check.ts';
import { openDevice, until, type Account } from '#src/sync/testing/node-device.ts';

type Replica = Awaited<ReturnType<typeof openDevice>>;

const EVERY_MS = 50;

/**
 * A user's device with the real client that adds a task every 50 ms, each after the server has the one
 * before.
 */
export class Watch {
  readonly #account: Account;
  readonly #device: Replica;
  readonly #collectionId = newId();
  readonly #ids: string[] = [];
  readonly #running: Promise<void>;
  #isEnding = false;
  #awaited: { readonly since: number; readonly resolve: (at: number) => void } | null = null;

  static async open(account: Account): Promise<Watch> {
    return new Watch(account, await openDevice(account));
  }

  private constructor(account: Account, device: Replica) {
    this.#account = account;
    this.#device = device;
    this.#running = this.#run();
  }

  get count(): number {
    return this.#ids.length;
  }

  /** Resolves to the time (ms of `performance.now`) of the acknowledgement of a write made from now on. */
  nextAcknowledged(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#awaited = { since: performance.now(), resolve };
    return promise;
  }

  async finish(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    this.#device.close();
  }

  /** The writes that are not stored, or stored more than once. */
  async check(where: DatabaseOptions): Promise<string[]> {
    const [stored] = await readStored(where, [this.#account.userId]);
    const ids = stored?.tasks.map(({ id }) => id) ?? [];
    const lost = this.#ids
      .filter((id) => !ids.includes(id))
      .map((id) => `task ${id} was acknowledged, and is lost`);
    if (ids.length > this.#ids.length) lost.push(`${ids.length} tasks are stored of ${this.#ids.length}`);
    return lost;
  }

  async #run(): Promise<void> {
    const device = this.#device;
    const args = { id: this.#collectionId, name: 'Watch', color: '#FFCC33', at: Date.now() } as const;
    await device.mutate('collection.add', args);
    while (!this.#isEnding) {
      const [id, at, made] = [newId(), Date.now(), performance.now()];
      const date = calendarDayAt(at);
      const collectionId = this.#collectionId;
      await device.mutate('task.add', { id, name: 'Watch', description: '', date, collectionId, at });
      await until(device, 'status', () => device.status().unsent === 0);
      this.#ids.push(id);
      if (this.#awaited && made > this.#awaited.since) this.#awaited.resolve(performance.now());
      await delay(EVERY_MS);
    }
  }
}
