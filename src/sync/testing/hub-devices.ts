import { EFFECTS } from '#src/tables/effects.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { PAGE_ROWS, type Beat, type Patch, type ServerMessage } from '#src/sync/protocol.ts';
import { parseServerMessage } from '#src/sync/parse-message.ts';
import type { Bus } from '#src/sync/server/bus.ts';
import type { SyncDatabase } from '#src/sync/server/database.ts';
import { VERSION_ROWS } from '#src/sync/server/pull.ts';
import { Hub, type HubConnection } from '#src/sync/server/hub.ts';
import type { Pace } from '#src/sync/server/pace.ts';
import { PART_SIZES } from '#src/sync/server/parts.ts';
import { PUSH_SIZES } from '#src/sync/server/push.ts';
import type { RoomOptions } from '#src/sync/server/room.ts';
import { helloOf, pushOf } from './frames.ts';
import { addCollection } from './samples.ts';
import { ServerUser } from './server-calls.ts';

/** A device's end of a socket. It keeps the hub's messages, and the reason when the hub closes it. */
export class HubDevice {
  readonly userId: string;
  readonly received: ServerMessage[] = [];
  closed: { readonly code: number; readonly reason: string } | null = null;
  readonly #connection: HubConnection;

  /** `onMessage` gets each message as the hub sends it. `network` is the device's network, or null. */
  constructor(
    hub: Hub,
    userId: string,
    onMessage: (device: HubDevice, message: ServerMessage) => void = () => {},
    network: string | null = null,
  ) {
    this.userId = userId;
    this.#connection = hub.connect(userId, {
      network,
      send: (text) => {
        const message = parseServerMessage(text);
        this.received.push(message);
        onMessage(this, message);
      },
      close: (code, reason) => {
        this.closed = { code, reason };
        this.#connection.closed();
      },
    });
  }

  get patches(): Patch[] {
    return this.received.filter((message) => message.type === 'patch');
  }

  get beats(): Beat[] {
    return this.received.filter((message) => message.type === 'beat');
  }

  send(frame: unknown): void {
    this.#connection.receive(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  hello(version = 0, fields: object = {}): void {
    this.send({ ...helloOf(this.userId, { version, effects: EFFECTS }), ...fields });
  }

  push(...mutations: readonly Mutation[]): void {
    this.send(pushOf(mutations));
  }

  leave(): void {
    this.#connection.closed();
  }
}

/** A real database that fails or waits on a test's command. */
class TroubledDatabase implements SyncDatabase {
  readonly #database: SyncDatabase;
  /** Thrown by every call while set. */
  trouble: Error | null = null;
  /** Thrown instead of each commit while set. */
  commitTrouble: Error | null = null;
  /** Awaited before each transaction. */
  gate: Promise<void> = Promise.resolve();

  constructor(database: SyncDatabase) {
    this.#database = database;
  }

  transact: SyncDatabase['transact'] = async (work, size) => {
    await this.gate;
    if (this.trouble) throw this.trouble;
    return this.#database.transact(async (tx) => {
      const result = await work(tx);
      if (this.commitTrouble) throw this.commitTrouble;
      return result;
    }, size);
  };

  snapshot: SyncDatabase['snapshot'] = async (work) => {
    await this.gate;
    if (this.trouble) throw this.trouble;
    return this.#database.snapshot(work);
  };
}

/** A hub over `database`, with its log. */
function createHub(
  database: SyncDatabase,
  options: Pick<RoomOptions, 'pageRows' | 'versionRows' | 'bus' | 'pace' | 'readPace'> & Partial<RoomOptions>,
) {
  const logged: unknown[] = [];
  const hub = new Hub({
    database,
    log: { error: (details) => logged.push(details) },
    now: () => 1_000,
    ...PUSH_SIZES,
    ...PART_SIZES,
    // A stopped clock, so that no work counts as slow.
    clock: () => 0,
    ...options,
  });
  return { hub, logged };
}

/** A user with collection 1 at version 1, and a hub over `database` that a test can make fail. */
export async function setUpHub(
  database: SyncDatabase,
  pageRows = PAGE_ROWS,
  bus: Bus | null = null,
  pace: Pace | null = null,
  versionRows = VERSION_ROWS,
  readPace: Pace | null = null,
  sizes: Partial<RoomOptions> = {},
) {
  const user = new ServerUser(database);
  await user.push(addCollection(1));
  const troubled = new TroubledDatabase(database);
  const { hub, logged } = createHub(troubled, { pageRows, versionRows, bus, pace, readPace, ...sizes });
  /** A device at this version, after its hello. */
  const connect = async (version: number) => {
    const device = new HubDevice(hub, user.id);
    device.hello(version);
    await hub.drain();
    return device;
  };
  return { user, hub, logged, troubled, connect };
}
