import type { Actor, SpaceId } from '#src/domain/space.ts';
import {
  BadMessage,
  CLOSE,
  MAX_BATCH,
  newestOf,
  type ClientMessage,
  type Hello,
  type Patch,
  type Pull,
  type Push,
} from '#src/sync/protocol.ts';
import { parseClientMessage } from '#src/sync/parse-message.ts';
import { hintAt, type Bus, type Hint } from './bus.ts';
import type { OtherUsers } from './other-users.ts';
import type { Connection } from './connection.ts';
import type { SyncDatabase, WorkSize } from './database.ts';
import type { Pace, Work } from './pace.ts';
import { partsOf, type PartSizes } from './parts.ts';
import type { SyncObserver } from './observer.ts';
import type { Erasing } from '#src/sync/server/history/erasing.ts';
import { mayBeLost, outdateDevices } from './outdate-devices.ts';
import { pull } from './pull.ts';
import { push, type PushSizes } from './push.ts';
import { RejectedSocket } from './rejected-socket.ts';
import type { WaitingInput } from './waiting-input.ts';

export interface RoomOptions extends PushSizes, PartSizes {
  readonly database: SyncDatabase;
  readonly log: { error(details: object, message: string): void };
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Null to let everybody write as fast as they can. */
  readonly pace: Pace | null;
  /** Null to let everybody read as fast as they can. */
  readonly readPace: Pace | null;
  /** Null when there are no other servers, or no bus to them. Their changes then come with the next beat. */
  readonly bus: Bus | null;
  readonly observer?: SyncObserver | undefined;
  /** Runs the answer to a message of that type, to trace it. */
  readonly trace?: ((type: ClientMessage['type'], answer: () => Promise<void>) => Promise<void>) | undefined;
}

/** A device waits for its patch before it pushes again. A device that sends this many frames unanswered is broken. */
const MAX_WAITING_FRAMES = 16;

/** A device sends only pulls while it loads. A device that is owed the outcomes of this many frames is broken, too. */
const MAX_OWED = MAX_WAITING_FRAMES * MAX_BATCH;

/** The WebSocket close code for a failure of the server. The device sends everything again that was not acknowledged. */
const INTERNAL_ERROR = 1011;

/** The mutations of a push that go into one transaction. */
interface Part {
  readonly mutations: Push['mutations'];
  /** The size of the whole push. */
  readonly size: WorkSize;
  readonly isWhole: boolean;
}

/** Rows in a page while other users are there. They wait some 4 ms for a page of this size. */
const SHARED_PAGE_ROWS = 1_000;

/**
 * Mutations in a part while other users are there, and how long (ms) they run. The others also wait for the part's
 * reads and writes.
 */
export const SHARED_PART = { mutations: 50, ms: 4 };

/**
 * All connections to one space. Every read and write of its rows takes its turn, so that patches leave in order of
 * version. Pushes go one after the other, and so do reads. Both wait for their paces outside of the turns, and not for
 * each other's.
 */
export class Room {
  readonly connections = new Set<Connection>();
  readonly #spaceId: SpaceId;
  readonly #options: RoomOptions;
  /** How much waiting input all rooms hold together. */
  readonly #input: WaitingInput;
  readonly #otherUsers: OtherUsers;
  readonly #erasing: Erasing;
  #turns: Promise<unknown> = Promise.resolve();
  #pushes: Promise<void> = Promise.resolve();
  #reads: Promise<void> = Promise.resolve();
  /** How long (ms) the last read took. */
  #readMs = 0;
  /** The messages in work, and those that wait. */
  readonly #messages = new Set<Promise<void>>();
  /** The newest version of the space that this server knows. */
  #version = 0;

  constructor(
    spaceId: SpaceId,
    options: RoomOptions,
    input: WaitingInput,
    otherUsers: OtherUsers,
    erasing: Erasing,
  ) {
    this.#spaceId = spaceId;
    this.#options = options;
    this.#input = input;
    this.#otherUsers = otherUsers;
    this.#erasing = erasing;
  }

  receive(connection: Connection, text: string): void {
    if (!connection.open) return;
    this.#otherUsers.note(connection.userId);
    try {
      const isBroken = connection.waiting >= MAX_WAITING_FRAMES || connection.owed >= MAX_OWED;
      if (isBroken || this.#input.isFull(connection.userId))
        throw new BadMessage('Wait for answers before sending more.');
      const message = parseClientMessage(text);
      if (message.type === 'hello') this.#checkHello(connection, message);
      else if (!connection.isGreeted) throw new BadMessage('The first message must be hello.');
      this.#enqueue(connection, message, text.length);
    } catch (error) {
      this.#reject(connection, error);
    }
  }

  beat(): void {
    for (const connection of this.connections) {
      if (connection.version !== null) connection.sendBeat({ type: 'beat', version: this.#version });
    }
  }

  /** `version` of this space is committed. */
  learnVersion(version: number): void {
    this.#version = Math.max(this.#version, version);
  }

  /** Another server has committed a version: brings the connections behind it to the newest one. */
  takeHint({ version, news }: Hint): void {
    this.#turns = this.#turns.then(async () => {
      for (const connection of this.connections) {
        if (connection.takesNews && (connection.version ?? 0) < version)
          await this.#announce(connection, news ?? null);
      }
    });
  }

  get isIdle(): boolean {
    return this.#messages.size === 0;
  }

  /** Resolves when every message and hint received so far has been dealt with. */
  async idle(): Promise<void> {
    await Promise.all([...this.#messages, this.#turns]);
  }

  #checkHello(connection: Connection, hello: Hello): void {
    if (connection.isGreeted) throw new BadMessage('hello is sent once.');
    if (hello.userId !== connection.userId) {
      throw new RejectedSocket(CLOSE.OTHER_USER, 'Signed in as another user than these data belong to.');
    }
    connection.greet(hello);
  }

  #enqueue(connection: Connection, message: ClientMessage, characters: number): void {
    connection.waiting += 1;
    if (message.type === 'pull') connection.newestPull = message;
    this.#input.count(connection.userId, characters);
    const since = performance.now();
    const deal = async () => {
      try {
        const { trace, observer } = this.#options;
        const answer = () => this.#answer(connection, message, since);
        await (trace ? trace(message.type, answer) : answer());
        if (!connection.hasFailed) observer?.answered(secondsSince(since));
      } catch (error) {
        this.#reject(connection, error);
      }
    };
    const answered =
      message.type === 'push'
        ? (this.#pushes = this.#pushes.then(deal))
        : (this.#reads = this.#reads.then(deal));
    const dealt = answered.finally(() => {
      connection.waiting -= 1;
      this.#input.count(connection.userId, -characters);
      this.#messages.delete(dealt);
    });
    this.#messages.add(dealt);
  }

  /**
   * Does `work` for a connection after all earlier turns. Once a turn of the connection has failed, it does nothing and
   * resolves to undefined.
   */
  #inTurn<T>(connection: Connection, work: () => Promise<T>): Promise<T | undefined> {
    const turn = this.#turns.then(async () => {
      // The device sends the failed message again. Later messages of it must not be applied before that one.
      if (connection.hasFailed) return undefined;
      try {
        return await work();
      } catch (error) {
        connection.hasFailed = true;
        throw error;
      }
    });
    this.#turns = turn.catch(() => {});
    return turn;
  }

  async #answer(connection: Connection, message: ClientMessage, since: number): Promise<void> {
    if (message.type === 'push') return this.#push(connection, message, since);
    return this.#read(connection, message);
  }

  /** When several pulls of a device wait, only the newest is answered: it tells where the device is now. */
  async #read(connection: Connection, message: Hello | Pull): Promise<void> {
    const { readPace } = this.#options;
    const isWanted = () =>
      this.connections.has(connection) && (message.type === 'hello' || message === connection.newestPull);
    const restMs = this.#otherUsers.arePresentBeside(connection.userId) ? this.#readMs : 0;
    if (readPace && isWanted()) await readPace.giveWay(connection.userId, connection.network, restMs);
    await this.#inTurn(connection, async () => {
      if (!isWanted()) return;
      // The device sent this pull before it had its last page. It pulls the next page as soon as it has that one, and
      // would get each page twice.
      if (connection.isLoading && message.version !== connection.version) return;
      const start = performance.now();
      const characters = connection.sendPatch(await this.#pull(connection, message.version));
      this.#readMs = performance.now() - start;
      readPace?.countRead(connection.userId, connection.network, characters);
    });
  }

  /** Does the parts of a push one after the other, each like a push of its own. Messages of others come between them. */
  async #push(connection: Connection, { mutations, waited }: Push, since: number): Promise<void> {
    const { database, observer, smallPush } = this.#options;
    observer?.waited(waited / 1_000);
    const size = mutations.length > smallPush ? 'large' : 'small';
    const parts = await this.#inTurn(connection, () =>
      partsOf(database, this.#spaceId, mutations, this.#options),
    );
    for (const part of parts ?? []) {
      // Reads for mutations that do not fit into this part are done again for the next one.
      let most = this.#mostInPart(connection);
      let rest = part;
      do {
        const some = rest.length > most ? rest.slice(0, most) : rest;
        const isWhole = some === mutations;
        const done = await this.#pushPart(connection, { mutations: some, size, isWhole }, since);
        if (done === 0) return;
        rest = rest.slice(done);
        most = Math.min(2 * done, this.#mostInPart(connection));
      } while (rest.length > 0);
    }
  }

  #mostInPart({ userId }: Connection): number {
    return this.#otherUsers.arePresentBeside(userId) ? SHARED_PART.mutations : Infinity;
  }

  #partMs({ userId }: Connection): number {
    const { partMs } = this.#options;
    return this.#otherUsers.arePresentBeside(userId) ? Math.min(partMs, SHARED_PART.ms) : partMs;
  }

  /**
   * Returns how many mutations of the part are done. Once the device of a waiting part is gone, the part is left: the
   * device sends it again.
   */
  async #pushPart(connection: Connection, part: Part, since: number): Promise<number> {
    const { pace } = this.#options;
    const { userId, network } = connection;
    const isAwaited = () => !connection.hasFailed && this.connections.has(connection);
    if (pace?.isBehind(userId, network)) {
      if (isAwaited()) await pace.wait(userId, network);
      if (!isAwaited()) connection.hasFailed = true;
    }
    const work = await this.#inTurn(connection, () => this.#commit(connection, part, since));
    if (work) pace?.count(userId, network, work);
    return work?.mutations ?? 0;
  }

  /** Commits the mutations, and tells all devices. */
  async #commit(connection: Connection, { mutations, size, isWhole }: Part, since: number): Promise<Work> {
    const { database, now, bus, observer } = this.#options;
    const actor: Actor = { userId: connection.userId, spaceId: this.#spaceId, source: connection.source };
    const sizes = { ...this.#options, partMs: this.#partMs(connection) };
    const { patch, done, isForeseen, work, committed, isErasing } = await database.transact(
      (tx) => push(tx, actor, mutations, now(), sizes),
      size,
    );
    const isAll = isWhole && done === mutations.length;
    committed?.();
    if (isErasing) this.#erasing.start(this.#spaceId, connection);
    observer?.committed(patch.outcomes, secondsSince(since));
    this.learnVersion(newestOf(patch));
    bus?.publish(hintAt(this.#spaceId, patch));
    // The others come first: their users wait for the change, while the device that pushed shows it already.
    const others = { ...patch, outcomes: [] };
    for (const other of this.connections) {
      if (other !== connection && other.takesNews) await this.#announce(other, others);
    }
    // A device that loads gets the rows with its pages, and the outcomes with the last page.
    if (connection.isLoading) connection.owe(patch.outcomes);
    // A part gets no `ok`. A device takes an `ok` as the answer to all sent mutations without a stored outcome.
    else if (isAll && isForeseen && connection.version === patch.from) connection.acknowledge(patch);
    else connection.sendPatch(await this.#patchFor(connection, patch));
    return work;
  }

  /** A failure at one device does not concern the device that pushed. */
  async #announce(connection: Connection, patch: Patch | null): Promise<void> {
    try {
      connection.sendPatch(await this.#patchFor(connection, patch));
    } catch (error) {
      this.#reject(connection, error);
    }
  }

  /** `patch` itself when the connection has everything before it; else a patch from the connection's own version. */
  async #patchFor(connection: Connection, patch: Patch | null): Promise<Patch> {
    const { version } = connection;
    if (patch && (version === null || version === patch.from)) return patch;
    return { ...(await this.#pull(connection, version ?? 0)), outcomes: patch?.outcomes ?? [] };
  }

  async #pull({ userId, loadedAt, rest }: Connection, version: number): Promise<Patch> {
    const { database, now, pageRows: most } = this.#options;
    const pageRows = this.#otherUsers.arePresentBeside(userId) ? Math.min(most, SHARED_PAGE_ROWS) : most;
    const read = () =>
      database.snapshot((tx) => pull(tx, this.#spaceId, { version, loadedAt, rest }, pageRows));
    let patch = await read();
    const seen = Math.max(version, loadedAt);
    if (seen > newestOf(patch) && mayBeLost(seen, now())) {
      await database.transact((tx) => outdateDevices(tx, [this.#spaceId], now(), seen));
      patch = await read();
    }
    this.learnVersion(newestOf(patch));
    return patch;
  }

  #reject(connection: Connection, error: unknown): void {
    if (error instanceof RejectedSocket || error instanceof BadMessage)
      return connection.close(error.closeCode, error.message);
    const { userId } = connection;
    this.#options.log.error({ err: error, userId, spaceId: this.#spaceId }, 'sync failed');
    connection.close(INTERNAL_ERROR, 'The server failed. What was not acknowledged is to be sent again.');
  }
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1_000;
}
