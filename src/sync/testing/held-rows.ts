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
  note(device: SimulatedDevice, { rows: left, versions, known }: LostState): void {
    const { rows, version, rejections } = device.disk.image().state;
    this.#forgetFound(device, known, new Set(rejections.map(({ mutation }) => mutation.args.id)));
    if (version <= (versions.get(device.userId) ?? 0)) return;
    const held = this.#byDevice.get(device) ?? new Set();
    for (const table of TOLD_BY_ALL)
      for (const row of (rows[table] ?? []) as readonly AnyRow[])
        if (row.deletedAt === null && !left.has(row.id)) held.add(row.id);
    this.#byDevice.set(device, held);
  }

  /**
   * Forgets the rows that the server had again before it was set back once more, unless the device still has the row or
   * offers it. They may have been deleted or purged in between, and the check at the end no longer sees that.
   */
  #forgetFound(device: SimulatedDevice, known: ReadonlySet<string>, offered: ReadonlySet<string>): void {
    const { rows } = device.disk.image().state;
    const live = TOLD_BY_ALL.flatMap((table) => (rows[table] ?? []) as readonly AnyRow[]);
    const shown = new Set(live.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id));
    for (const id of this.#byDevice.get(device) ?? [])
      if (known.has(id) && !shown.has(id) && !offered.has(id)) this.#byDevice.get(device)?.delete(id);
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
