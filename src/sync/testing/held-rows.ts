import assert from 'node:assert/strict';
import { TABLE_NAMES, type AnyRow } from '#src/tables/tables.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Model } from './model.ts';
import type { LostState } from './simulated-cluster.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** The tables that every app and server knows, also the older ones. */
const TOLD_BY_ALL = ['collection', 'task'] as const;

/**
 * The ids of rows that devices had stored and that the server lacked after it was set back (sync rule W20).
 */
export class HeldRows {
  readonly #byDevice = new Map<SimulatedDevice, Set<string>>();

  /** Records the rows of a device that was ahead of the state the server was set back to. */
  note(device: SimulatedDevice, { rows: left, versions }: LostState): void {
    const { rows, version } = device.disk.image().state;
    if (version <= (versions.get(device.userId) ?? 0)) return;
    const held = this.#byDevice.get(device) ?? new Set();
    for (const table of TOLD_BY_ALL)
      for (const row of (rows[table] ?? []) as readonly AnyRow[])
        if (row.deletedAt === null && !left.has(row.id)) held.add(row.id);
    this.#byDevice.set(device, held);
  }

  /** Forgets a row that a user has decided about: it may be deleted and purged. */
  settle(id: string): void {
    for (const held of this.#byDevice.values()) held.delete(id);
  }

  forget(device: SimulatedDevice): void {
    this.#byDevice.delete(device);
  }

  /**
   * Checks that each row exists again or waits for the user. A row in `gone` existed again, and has been deleted and
   * purged since.
   */
  assertOffered(replica: Replica, device: SimulatedDevice, model: Model, gone: ReadonlySet<string>): void {
    const offered = new Set(replica.rejections().map(({ mutation }) => mutation.args.id));
    for (const id of this.#byDevice.get(device) ?? []) {
      const isThere = TABLE_NAMES.some((table) => model[table].has(id));
      assert.ok(
        isThere || offered.has(id) || gone.has(id),
        `a device had ${id}, which the server lost, and does not offer it`,
      );
    }
  }
}
