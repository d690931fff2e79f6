import { timeOfId } from '#src/domain/id.ts';
import { EFFECTS } from '#src/tables/effects.ts';
import type { Mutation } from '#src/tables/operations.ts';
import {
  BadMessage,
  CLOSE,
  PROTOCOL_VERSION,
  type Beat,
  type Hello,
  type Patch,
  type Pull,
  type ServerMessage,
} from '#src/sync/protocol.ts';
import { parseServerFrame } from '#src/sync/parse-message.ts';
import { NEWEST_FORMAT, type DeviceFormat } from '#src/sync/wire.ts';
import type { StartTimer } from '#src/sync/client/start-timer.ts';
import { Batcher, type BatcherOptions } from './batcher.ts';
import { ServerWatch } from './server-watch.ts';

/** A socket to the server, open or opening. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(text: string): void;
  closed(code: number): void;
}

export type Connect = (events: SocketEvents) => Socket;

/**
 * `connecting`: the server has sent nothing yet. `online`: the device is in step with the server. `offline`: the link
 * tries again at intervals. The other states wait for the user: `signed-out` for a sign-in, `other-user` for a sign-in
 * as the user of these data, `upgrade` for loading the new app.
 */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'signed-out' | 'other-user' | 'upgrade';

export interface LinkOptions extends BatcherOptions {
  readonly userId: string;
  readonly connect: Connect;
  readonly startTimer: StartTimer;
  /** 0 to 1, exclusive. */
  readonly random: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** The version of the rows on this device, and `loadedAt` of the load under way (see Load), 0 without a load. */
  readonly cursor: () => { readonly version: number; readonly loadedAt: number };
  /** Hands over a patch. Call `settled` with its outcomes once it is stored, so that the next batch can go. */
  readonly onPatch: (patch: ReceivedPatch) => void;
  readonly onBeat: (version: number) => void;
  readonly onState: (state: ConnectionState) => void;
  /** The socket is given up. The next connection begins at the version that the device then has. */
  readonly onDropped: () => void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

const WAITS_FOR_USER: Readonly<Record<number, ConnectionState>> = {
  [CLOSE.SIGN_IN]: 'signed-out',
  [CLOSE.OTHER_USER]: 'other-user',
  [CLOSE.UPGRADE]: 'upgrade',
};

/** A patch as the device receives it. */
export interface ReceivedPatch extends Patch {
  /**
   * The mutations that give the rows of the patch when run on the rows at `from`. Empty when the patch brings its rows
   * itself (see Ok).
   */
  readonly foreseen: readonly Mutation[];
}

/**
 * The conversation of one device with the server (sync rules W3 and W4). Keeps the connection up and sends the outbox
 * in order.
 */
export class Link {
  readonly #options: LinkOptions;
  readonly #batcher: Batcher;
  #state: ConnectionState | null = null;
  #socket: Socket | null = null;
  /**
   * True once the server has sent all rows on this socket. Before that, the link pushes nothing and pulls only the next
   * page.
   */
  #caughtUp = false;
  /** The format of the server's last frame on this socket, used for pushes. Null before the first frame. */
  #format: DeviceFormat | null = null;
  /**
   * Number of breaks since the server last proved to work. A patch is no proof: a server that can read its database but
   * not write it greets each device with a patch, then closes at the push.
   */
  #failures = 0;
  #stopWaiting: () => void = () => {};
  readonly #watch: ServerWatch;
  #stopped = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#batcher = new Batcher(options);
    this.#watch = new ServerWatch({
      ...options,
      ask: () => this.pull(),
      onMissing: () => this.#setState('offline'),
      onDead: () => this.fail(),
    });
  }

  /** Connects, and keeps the connection up until `stop`. */
  start(): void {
    this.#setState('connecting');
    this.#open();
  }

  /** Sends the next batch, unless one is in flight. Call it whenever a mutation becomes durable or is settled. */
  flush(): void {
    if (!this.#caughtUp || !this.#format) return;
    const mutations = this.#batcher.next();
    const [oldest] = mutations;
    if (!oldest) return;
    // A clock that was put back makes the difference negative, and no server accepts such a frame.
    const waited = Math.max(0, this.#options.now() - timeOfId(oldest.id));
    this.#sendText(this.#format.encodePush(mutations, waited));
    this.#watch.expectAnswer();
  }

  /** The outcomes of these mutations are stored. The next batch goes once all outcomes of the last one are stored. */
  settled(ids: ReadonlySet<string>): void {
    if (this.#batcher.settled(ids)) this.#failures = 0;
    this.flush();
  }

  /** Asks for the changes between the device's version and the server's. */
  pull(): void {
    if (this.#caughtUp) this.#send({ type: 'pull', version: this.#options.cursor().version });
  }

  /** Gives up the socket, as after data that the device cannot use, and tries again after a wait. */
  fail(): void {
    if (this.#stopped) return;
    this.#drop();
    this.#retryLater();
  }

  /** Connects again at once: after a sign-in, when the network is back, or when a patch is missing. */
  reconnect(): void {
    if (this.#stopped) return;
    this.#drop();
    this.#failures = 0;
    this.#setState('connecting');
    this.#open();
  }

  /** The user or the device is back. Ends a wait for the next try, and replaces a socket that was silent for too long. */
  check(): void {
    const isWaiting = this.#socket ? this.#watch.isLate : this.#state === 'offline';
    if (isWaiting) this.reconnect();
  }

  /** Asks the server for a sign of life. Without one, the link soon goes `offline`. */
  probe(): void {
    this.#watch.ask();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop();
  }

  #open(): void {
    const events: SocketEvents = {
      opened: () => this.#socket === socket && this.#greet(),
      received: (text) => this.#socket === socket && this.#receive(text),
      closed: (code) => this.#socket === socket && this.#closed(code),
    };
    const socket = this.#options.connect(events);
    this.#socket = socket;
    this.#watch.expectFirst();
  }

  #greet(): void {
    const { userId } = this.#options;
    const cursor = this.#options.cursor();
    // A device without rows gets a large first load. Going `offline` meanwhile would make its empty lists look complete.
    if (cursor.version > 0) this.#watch.expectFirst();
    else this.#watch.heard(false);
    const app = { protocol: PROTOCOL_VERSION, format: NEWEST_FORMAT, effects: EFFECTS };
    this.#send({ type: 'hello', ...app, userId, ...cursor });
  }

  #receive(text: string): void {
    try {
      const frame = parseServerFrame(text);
      const message = this.#completed(frame.message);
      this.#format = frame.format;
      if (message.type === 'patch') this.#caughtUp = !message.rest;
      this.#watch.heard(this.#caughtUp);
      // The server may have been out of reach before this frame.
      if (message.type === 'patch' || this.#caughtUp) this.#setState('online');
      if (message.type === 'beat') return this.#beat(message.version);
      if (message.rest) {
        this.#failures = 0;
        // Pulls at once, so that the next page travels while the device stores this one.
        this.#send({ type: 'pull', version: message.to });
      }
      this.#options.onPatch(message);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.fail();
    }
  }

  /** Turns an `ok` into a patch, with the batch that it answers. */
  #completed(message: ServerMessage): ReceivedPatch | Beat {
    if (message.type === 'beat') return message;
    if (message.type === 'patch') return { ...message, foreseen: [] };
    const { inFlight: foreseen } = this.#batcher;
    const outcomes = foreseen.map(({ id }) => ({ id, rejection: null }));
    return { ...message, type: 'patch', rows: {}, changes: {}, outcomes, rest: null, foreseen };
  }

  #beat(version: number): void {
    this.#failures = 0;
    this.#batcher.beat();
    this.flush();
    this.#options.onBeat(version);
  }

  #closed(code: number): void {
    // Another server takes over. A socket that never came online does not prove that, so it waits as after any failure.
    if (code === CLOSE.MOVE && this.#state === 'online') return this.reconnect();
    const { inFlight } = this.#batcher;
    this.#drop();
    const state = WAITS_FOR_USER[code];
    if (state) return this.#setState(state);
    if (code === CLOSE.BAD_MUTATION && inFlight.length > 0) {
      // The search breaks several connections before it ends. These breaks are no failures.
      this.#failures = 0;
      this.#batcher.search(inFlight);
    }
    this.#retryLater();
  }

  #retryLater(): void {
    this.#setState('offline');
    const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    // Random waits, so that not all devices come back to a restarted server at once.
    const ms = ceiling * (0.5 + this.#options.random() / 2);
    this.#stopWaiting = this.#options.startTimer(ms, () => this.#open());
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #drop(): void {
    this.#stopWaiting();
    this.#watch.stop();
    const socket = this.#socket;
    this.#socket = null;
    this.#caughtUp = false;
    this.#format = null;
    this.#batcher.drop();
    this.#options.onDropped();
    socket?.close();
  }

  #send(message: Hello | Pull): void {
    this.#sendText(message);
  }

  #sendText(message: unknown): void {
    this.#socket?.send(JSON.stringify(message));
  }
}
