import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { deleteDB } from 'idb';
import { TABLE_NAMES } from '#src/tables/tables.ts';
import type {
  DeviceDisk,
  DevicePatch,
  DeviceState,
  Rejection,
} from '#src/sync/client/storage/device-store.ts';
import { IndexedDbStore } from '#src/sync/client/storage/indexed-db-store.ts';
import { addTask } from './samples.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { Process, World } from './world.ts';

/** A device with tabs that open stores over the same data. */
export interface TestDevice {
  readonly openTab: () => Promise<DeviceDisk>;
  /** Deletes all data under the tabs. */
  readonly erase: () => Promise<void>;
  /** Waits for the work of a store. */
  readonly finish: <T>(work: Promise<T>) => Promise<T>;
}

/** The kinds of stores by name, each with a function that makes a new device. */
export const DEVICES: Readonly<Record<string, () => TestDevice>> = {
  IndexedDbStore: () => {
    const name = randomUUID();
    return {
      openTab: () => IndexedDbStore.open(name),
      erase: () => deleteDB(name),
      finish: (work) => work,
    };
  },
  SimulatedDisk: () => {
    const world = new World(1);
    const disk = new SimulatedDisk(world);
    return {
      openTab: () => Promise.resolve(disk.storeFor(new Process())),
      erase: async () => disk.erase(),
      finish: async (work) => {
        work.catch(() => {});
        await world.rest();
        return work;
      },
    };
  },
};

export const EMPTY: DeviceState = {
  version: 0,
  load: null,
  tables: [],
  rows: {},
  outbox: [],
  rejections: [],
};

export function patch(from: number, to: number, fields: Partial<DevicePatch> = {}): DevicePatch {
  return { from, to, load: null, tables: TABLE_NAMES, rows: {}, settled: [], rejections: [], ...fields };
}

export function rejection(n: number, at: number): Rejection {
  return { mutation: addTask(n), code: 'COLLECTION_GONE', at };
}

/** A state without its empty tables: stores differ in keeping them. */
export function withoutEmpty(state: DeviceState): DeviceState {
  const rows = Object.fromEntries(Object.entries(state.rows).filter(([, list]) => list.length > 0));
  return { ...state, rows };
}

/** A new device with one tab, and the content of its store. */
export async function oneTab(createDevice: () => TestDevice) {
  const device = createDevice();
  const store = await device.openTab();
  return { ...device, store, load: async () => withoutEmpty(await device.finish(store.load())) };
}
