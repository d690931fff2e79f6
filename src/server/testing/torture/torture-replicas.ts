import { calendarDayAt } from '#src/domain/time/calendar-day.ts';
import { newId } from '#src/domain/id.ts';
import type { Stored } from './torture-check.ts';
import { openDevice, until, type Account } from '#src/sync/testing/node-device.ts';

type Replica = Awaited<ReturnType<typeof openDevice>>;

/**
 * Two devices of one user with the real client. Each adds tasks, and counts up in the name of one of them.
 */
export class TortureReplicas {
  readonly userId: string;
  readonly #devices: readonly Replica[];
  readonly #counters: readonly string[];
  readonly #collectionId = newId();
  /** The expected tasks and names. */
  readonly #expected = new Map<string, string>();
  readonly #writes: Promise<void>[] = [];

  static async open(account: Account): Promise<TortureReplicas> {
    const devices = await Promise.all([openDevice(account), openDevice(account)]);
    const replicas = new TortureReplicas(account.userId, devices);
    await replicas.#start();
    return replicas;
  }

  private constructor(userId: string, devices: readonly Replica[]) {
    this.userId = userId;
    this.#devices = devices;
    this.#counters = devices.map(() => newId());
  }

  /** Adds a task on each device, and counts up. */
  write(): void {
    for (const [n, device] of this.#devices.entries()) {
      this.#add(device, newId(), `Task ${this.#expected.size}`);
      this.#count(device, this.#counters[n] ?? '');
    }
  }

  /** Resolves once everything is on the server, and on both devices. */
  async finish(): Promise<void> {
    await Promise.all(this.#writes);
    const list = `in:${this.#collectionId}` as const;
    const hasAll = (device: Replica) =>
      device.lists.inCollection(this.#collectionId).length === this.#expected.size &&
      [...this.#expected].every(([id, name]) => device.get('task', id)?.name === name);
    for (const device of this.#devices)
      await until(
        device,
        'status',
        () => device.status().unsent === 0 && device.status().connection === 'online',
      );
    for (const device of this.#devices) await until(device, list, () => hasAll(device));
  }

  close(): void {
    for (const device of this.#devices) device.close();
  }

  /** Checks that the server has all written tasks, each with its last name. Returns the problems. */
  check(stored: Stored | undefined): string[] {
    const problems: string[] = [];
    for (const device of this.#devices)
      for (const { mutation, code } of device.rejections())
        problems.push(`${mutation.name} of a device was rejected: ${code}`);
    const names = new Map(stored?.tasks.map(({ id, name }) => [id, name]));
    if (names.size !== this.#expected.size)
      problems.push(`${names.size} tasks are stored of ${this.#expected.size} that devices wrote`);
    for (const [id, name] of this.#expected)
      if (names.get(id) !== name) problems.push(`task ${id} is ${names.get(id)} instead of ${name}`);
    return problems;
  }

  async #start(): Promise<void> {
    const [first, ...others] = this.#devices;
    const args = { id: this.#collectionId, name: 'Torture', color: '#FFCC33', at: Date.now() } as const;
    await first?.mutate('collection.add', args);
    for (const device of others)
      await until(device, 'collections', () => device.lists.collections.all().length > 0);
    for (const [n, device] of this.#devices.entries())
      this.#add(device, this.#counters[n] ?? '', 'Counter 0');
  }

  #add(device: Replica, id: string, name: string): void {
    const at = Date.now();
    const date = calendarDayAt(at);
    const collectionId = this.#collectionId;
    this.#expected.set(id, name);
    this.#writes.push(device.mutate('task.add', { id, name, description: '', date, collectionId, at }));
  }

  #count(device: Replica, id: string): void {
    const name = `Counter ${this.#writes.length}`;
    this.#expected.set(id, name);
    this.#writes.push(device.mutate('task.edit', { id, changes: { name }, at: Date.now() }));
  }
}
