import type { Transaction } from 'kysely';
import { spaceOf, type Actor, type SpaceId } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { hintAt } from './bus.ts';
import { Erasing } from '#src/sync/server/history/erasing.ts';
import { OtherUsers } from './other-users.ts';
import { Connection, type ClientSocket } from './connection.ts';
import type { SyncTables } from './database.ts';
import { inSlices } from './in-slices.ts';
import { newestVersions } from './pull.ts';
import { push, type Follow, type Pushed, type PushedRows } from './push.ts';
import { Room, type RoomOptions } from './room.ts';
import { WaitingInput } from './waiting-input.ts';

/** The hub's side of one socket, for the transport. */
export interface HubConnection {
  receive(text: string): void;
  /** Resolves when the hub has dealt with everything received so far. */
  answered(): Promise<void>;
  closed(): void;
}

/** Looks at changes before they are committed. It throws to take all of them back. */
export type ChangeCheck = (tx: Transaction<SyncTables>, pushed: Pushed, written: PushedRows) => Promise<void>;

/** How many spaces' versions one statement reads: both databases take as many parameters. */
const BEAT_BATCH = 1_000;

/** Answers the devices' messages, and hands the changes of each space to all its connected devices. */
export class Hub {
  readonly #options: RoomOptions;
  readonly #rooms = new Map<SpaceId, Room>();
  readonly #input = new WaitingInput();
  readonly #otherUsers = new OtherUsers();
  readonly #erasing: Erasing;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#erasing = new Erasing(options);
    options.bus?.subscribe((hint) => this.#rooms.get(hint.spaceId)?.takeHint(hint));
  }

  /** Takes in a socket whose session belongs to `userId`. The hub sends nothing to it before its hello. */
  connect(userId: string, socket: ClientSocket): HubConnection {
    const spaceId = spaceOf(userId);
    const room =
      this.#rooms.get(spaceId) ??
      new Room(spaceId, this.#options, this.#input, this.#otherUsers, this.#erasing);
    this.#rooms.set(spaceId, room);
    const connection = new Connection(userId, socket);
    room.connections.add(connection);
    return {
      receive: (text) => room.receive(connection, text),
      answered: () => this.#hurry(() => room.idle()),
      closed: () => {
        room.connections.delete(connection);
        void this.#dropWhenEmpty(spaceId, room);
      },
    };
  }

  /**
   * Applies a user's changes that come from no socket, and tells the devices of the space. Throws what `check` throws.
   */
  async change(actor: Actor, mutations: readonly Mutation[], check?: ChangeCheck): Promise<Pushed> {
    const { database, bus, now, follow } = this.#options;
    const pushed = await database.transact(async (tx) => {
      const told: PushedRows[] = [];
      const watched: Follow = async (...args) => {
        told.push(args[2]);
        return (await follow?.(...args)) ?? { rows: 0, committed: undefined };
      };
      const sizes = { ...this.#options, partMs: Infinity, follow: watched };
      const result = await push(tx, actor, mutations, now(), sizes);
      const [written] = told;
      if (!written) throw new Error('The push told no rows to check.');
      await check?.(tx, result, written);
      return result;
    });
    const { patch, committed, isErasing } = pushed;
    committed?.();
    if (isErasing) this.#erasing.start(actor.spaceId, { userId: actor.userId, network: null });
    const hint = hintAt(actor.spaceId, patch);
    this.#rooms.get(actor.spaceId)?.learnVersion(hint.version);
    this.#rooms.get(actor.spaceId)?.takeHint(hint);
    bus?.publish(hint);
    return pushed;
  }

  /** Tells every device the version of its space; the server calls it every BEAT_INTERVAL_MS. */
  async beat(): Promise<void> {
    this.#options.pace?.sweep();
    this.#options.readPace?.sweep();
    await this.#learnVersions();
    await inSlices(this.#rooms.values(), (room) => room.beat());
  }

  /**
   * Resolves when every message to the user's space received so far has been dealt with. Messages still wait for their
   * pace.
   */
  async settled(userId: string): Promise<void> {
    await this.#rooms.get(spaceOf(userId))?.idle();
  }

  /**
   * Resolves when every message and hint received so far has been dealt with, and texts have left the history. Nothing
   * waits for its pace meanwhile.
   */
  async drain(): Promise<void> {
    await this.#hurry(() => Promise.all([...this.#rooms.values()].map((room) => room.idle())));
    await this.#erasing.idle();
  }

  async #hurry(work: () => Promise<unknown>): Promise<void> {
    const { pace, readPace } = this.#options;
    const written = () => (pace ? pace.hurry(work) : work());
    await (readPace ? readPace.hurry(written) : written());
  }

  /** Finds versions of other servers that no hint told. One read for all spaces takes 20 ms for 10,000 of them. */
  async #learnVersions(): Promise<void> {
    const { database, log } = this.#options;
    const spaceIds = [...this.#rooms.keys()];
    try {
      for (let start = 0; start < spaceIds.length; start += BEAT_BATCH) {
        const batch = spaceIds.slice(start, start + BEAT_BATCH);
        const versions = await database.snapshot((tx) => newestVersions(tx, batch));
        for (const [spaceId, version] of versions) this.#rooms.get(spaceId)?.learnVersion(version);
      }
    } catch (error) {
      // The beat goes out all the same: without this sign of life, every device would reconnect.
      log.error({ err: error }, 'the versions of connected spaces could not be read');
    }
  }

  /**
   * Drops a room once it has no connections and no work. It waits for the room's work, also for that of a device that
   * came and went meanwhile: a second room beside it would not hear of a push under way in the first.
   */
  async #dropWhenEmpty(spaceId: SpaceId, room: Room): Promise<void> {
    do await room.idle();
    while (!room.isIdle);
    if (room.connections.size === 0 && this.#rooms.get(spaceId) === room) this.#rooms.delete(spaceId);
  }
}
