import { timeOfId } from '#src/domain/id.ts';
import { EFFECTS } from '#src/mutators/effects.ts';
import type { Mutation } from '#src/mutators/index.ts';
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

/** An open, or opening, socket to the server. */
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
 * `connecting`: not heard from the server yet. `online`: in step with it. `offline`: trying again at intervals. The others
 * wait for the user: to sign in again, to sign in as the user whose data these are, to load the new app.
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
  /** Where the rows on this device stand: their version, and `loadedAt` of the load under way (see Load), else 0. */
  readonly cursor: () => { readonly version: number; readonly loadedAt: number };
  /** Hands over a patch; `settled` is to be called with its outcomes when it is stored, so that the next batch can go. */
  readonly onPatch: (patch: ReceivedPatch) => void;
  readonly onBeat: (version: number) => void;
  readonly onState: (state: ConnectionState) => void;
  /** The socket is given up: what comes next begins where the device then stands. */
  readonly onDropped: () => void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

const WAITS_FOR_USER: Readonly<Record<number, ConnectionState>> = {
  [CLOSE.SIGN_IN]: 'signed-out',
  [CLOSE.OTHER_USER]: 'other-user',
  [CLOSE.UPGRADE]: 'upgrade',
};

/** A patch as it comes to a device. */
export interface ReceivedPatch extends Patch {
  /** These mutations, on the rows at `from`, give the rows of the patch, which does not bring them (see Ok). */
  readonly foreseen: readonly Mutation[];
}

/** The conversation of one device with the server (sync rules W3 and W4): keeps it up, and sends what waits in order. */
export class Link {
  readonly #options: LinkOptions;
  readonly #batcher: Batcher;
  #state: ConnectionState | null = null;
  #socket: Socket | null = null;
  /** The server has sent all there is on this socket. Before, it is not asked for more, and gets nothing to answer. */
  #caughtUp = false;
  /** The format of the server's last frame on this socket. Pushes are written in it; null before there is one. */
  #format: DeviceFormat | null = null;
  /**
   * Breaks since a server was last known to work. A last patch does not prove that: one whose database can be read but not written
   * greets each device with a patch, and closes at its push.
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

  /** Starts to connect, and keeps at it until `stop`. */
  start(): void {
    this.#setState('connecting');
    this.#open();
  }

  /** Sends what waits, unless a batch is under way. Call it whenever a mutation becomes durable or is settled. */
  flush(): void {
    if (!this.#caughtUp || !this.#format) return;
    const mutations = this.#batcher.next();
    const [oldest] = mutations;
    if (!oldest) return;
    // A clock that was put back must not make a frame that no server takes.
    const waited = Math.max(0, this.#options.now() - timeOfId(oldest.id));
    this.#sendText(this.#format.encodePush(mutations, waited));
    this.#watch.expectAnswer();
  }

  /** The outcomes of these mutations are stored. Once all of the batch are, the next one goes. */
  settled(ids: ReadonlySet<string>): void {
    if (this.#batcher.settled(ids)) this.#failures = 0;
    this.flush();
  }

  /** Asks for what is missing between the device's version and the server's. */
  pull(): void {
    if (this.#caughtUp) this.#send({ type: 'pull', version: this.#options.cursor().version });
  }

  /** Gives up the socket and tries again after a while: what it brought could not be used. */
  fail(): void {
    if (this.#stopped) return;
    this.#drop();
    this.#retryLater();
  }

  /** Connects anew at once: after signing in, when the network is back, when a patch is missing. */
  reconnect(): void {
    if (this.#stopped) return;
    this.#drop();
    this.#failures = 0;
    this.#setState('connecting');
    this.#open();
  }

  /** The user or the device is back: a wait to try again ends, and a socket that has been silent for too long is given up. */
  check(): void {
    const isWaiting = this.#socket ? this.#watch.isLate : this.#state === 'offline';
    if (isWaiting) this.reconnect();
  }

  /** Asks the server for a sign of life, and without one soon says that it is out of reach. */
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
    // A device that has nothing gets much, and is not to seem to have all there is.
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
      // It may have been out of reach for a while.
      if (message.type === 'patch' || this.#caughtUp) this.#setState('online');
      if (message.type === 'beat') return this.#beat(message.version);
      if (message.rest) {
        this.#failures = 0;
        // This goes at once: the next page is on its way while this one is stored.
        this.#send({ type: 'pull', version: message.to });
      }
      this.#options.onPatch(message);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      this.fail();
    }
  }

  /** Says of an answer what it is the answer to. */
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
    // Another server is there. Where none had anything to say on this socket, that is not to be relied on.
    if (code === CLOSE.MOVE && this.#state === 'online') return this.reconnect();
    const { inFlight } = this.#batcher;
    this.#drop();
    const state = WAITS_FOR_USER[code];
    if (state) return this.#setState(state);
    if (code === CLOSE.BAD_MUTATION && inFlight.length > 0) {
      // The search takes several connections, and ends.
      this.#failures = 0;
      this.#batcher.search(inFlight);
    }
    this.#retryLater();
  }

  #retryLater(): void {
    this.#setState('offline');
    const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    // Jitter, so that a server that comes back is not met by all its devices at once.
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
