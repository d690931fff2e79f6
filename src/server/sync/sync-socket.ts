import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';

import type { Sessions } from '#src/server/auth/sessions/sessions.ts';
import type { ErrorBody } from '#src/server/http/error-body.ts';
import type { Log } from '#src/server/log/log.ts';
import {
  currentLogContext,
  inLogContext,
  REQUEST_ID_ANSWER,
  requestContext,
} from '#src/server/log/log-context.ts';
import { answerRaw } from '#src/server/http/raw-answer.ts';
import { securityLog } from '#src/server/auth/security-log.ts';
import type { SendBuffers } from './send-buffers.ts';
import { MOVE_REASON, SyncConnection } from './sync-connection.ts';
import { letIn, type EntryOptions, type Visitor } from './sync-visitor.ts';
import { CLOSE, MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import type { Hub } from '#src/sync/server/hub.ts';
import { inSlices } from '#src/sync/server/in-slices.ts';

const UNAVAILABLE: ErrorBody = { code: 'UNAVAILABLE', message: 'Try again in a moment.' };
/** Each session is looked up at one of this many beats: once a minute. */
const BEATS_PER_CHECK = 4;
/** The number of parameters that both databases take in one statement. */
const CHECK_BATCH = 500;
/** Longer than the time between two beats, also with the differing clocks of several servers. */
const DELETED_LATELY_MS = 600_000;
/**
 * How long (ms) a device has to answer the close. A device that is stuck, or only takes up room, does not
 * answer.
 */
const CLOSE_TIMEOUT_MS = 2_000;
const SERVICE_RESTART = 1012;

/** The reasons when `ws` itself closes a socket (RFC 6455, 7.4.1). It tells the device only the code. */
const REASONS: Readonly<Record<number, string>> = {
  1002: 'A frame is not as WebSocket has it.',
  1007: 'A text frame must be UTF-8.',
  1008: 'A message has too many fragments.',
  1009: `A message must have ${MAX_FRAME_BYTES} bytes at most.`,
};

class ReasoningWebSocket extends WebSocket {
  override close(code?: number, reason: string | Buffer | undefined = REASONS[code ?? 0]): void {
    super.close(code, reason);
  }
}

export interface SyncSocketsOptions extends EntryOptions {
  readonly hub: Pick<Hub, 'connect' | 'beat' | 'drain' | 'settled'>;
  readonly sessions: Pick<Sessions, 'find' | 'alive'>;
  /** A test for users that any process deleted after an instant (ms). Null when there are none. */
  readonly deletedUsers: (since: number) => Promise<((userId: string) => boolean) | null>;
  /** Deletes late rows of a deleted user's devices. */
  readonly sweep: (userId: string) => Promise<void>;
  readonly inBackground: (work: Promise<unknown>) => void;
  readonly requestIdHeader: string | null;
  readonly log: Log;
  readonly buffers: SendBuffers;
  /** The most bytes that may wait for a slow reader before another message. */
  readonly maxBufferedBytes?: number;
}

/**
 * The sync sockets of this server: accepts devices by the cookie of their session, and passes their frames to
 * the hub.
 */
export class SyncSockets {
  readonly #options: SyncSocketsOptions;
  readonly #security: Log;
  readonly #server = new WebSocketServer({
    noServer: true,
    WebSocket: ReasoningWebSocket,
    // A compression context for each connection would take 236 KB.
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
  });
  readonly #connections = new Set<SyncConnection>();
  /**
   * The time (ms of `performance.now`) until all devices have to move to other servers. Null during normal
   * work.
   */
  #movesUntil: number | null = null;
  #draining = false;
  #beats = 0;
  #accepted = 0;

  constructor(options: SyncSocketsOptions) {
    this.#options = options;
    this.#security = securityLog(options.log);
    this.#server.on('headers', (headers) => {
      headers.push(`${REQUEST_ID_ANSWER}: ${currentLogContext()?.requestId}`);
    });
  }

  /** True when the server is about to stop: new devices should go to another server. */
  get isDraining(): boolean {
    return this.#draining || this.#movesUntil !== null;
  }

  /** The number of connected devices. */
  get size(): number {
    return this.#connections.size;
  }

  /** Handles the requests of `server` for a WebSocket. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // Without a listener, a client that leaves before it is accepted or rejected would end the process.
      socket.on('error', ignore);
      const context = requestContext(request.headers, this.#options.requestIdHeader);
      void inLogContext(context, () =>
        this.#upgrade(request, socket, head).catch((error: unknown) => {
          this.#options.log.error({ err: error }, 'a socket could not be opened');
          answerRaw(socket, 503, UNAVAILABLE);
        }),
      );
    });
  }

  /** Closes the sockets of an ended session. */
  endSession(sessionId: string): void {
    for (const connection of this.#connections) {
      if (connection.session.id === sessionId) signIn(connection);
    }
  }

  /** Closes the sockets of a deleted user, and deletes rows that were still stored for them. */
  endUser(userId: string): void {
    const { hub, sweep, inBackground } = this.#options;
    for (const connection of this.#connections) {
      if (connection.session.userId === userId) signIn(connection);
    }
    inBackground(hub.settled(userId).then(() => sweep(userId)));
  }

  /**
   * Has to be called every BEAT_INTERVAL_MS. Ends dead sockets, and sockets whose session has ended
   * elsewhere.
   */
  async beat(): Promise<void> {
    this.#beats += 1;
    this.#options.limits.sweep();
    await inSlices(this.#connections, (connection) => connection.beat());
    await this.#options.hub.beat();
    await this.#endDeleted();
    const due = [...this.#connections].filter(({ slot }) => slot === this.#beats % BEATS_PER_CHECK);
    for (let i = 0; i < due.length; i += CHECK_BATCH) await this.#check(due.slice(i, i + CHECK_BATCH));
  }

  /**
   * Serves for `ms` more, and meanwhile moves its devices to other servers one by one, at random moments. New
   * devices are moved too, as a load balancer may take some seconds to notice.
   */
  async move(ms: number): Promise<void> {
    this.#movesUntil = performance.now() + ms;
    for (const connection of this.#connections) this.#moveSoon(connection, this.#movesUntil);
    await delay(ms);
  }

  /**
   * Takes no more frames, waits for the answers to received ones, then asks every device to come back later.
   */
  async drain(): Promise<void> {
    this.#draining = true;
    for (const connection of this.#connections) connection.stopReceiving();
    await this.#options.hub.drain();
    const closed = [...this.#connections].map((connection) => {
      this.#close(connection);
      return connection.whenClosed;
    });
    await Promise.race([Promise.all(closed), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    for (const connection of this.#connections) connection.terminate();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (this.#draining) return answerRaw(socket, 503, UNAVAILABLE);
    const visitor = await letIn(request, socket, this.#options, this.#security);
    if (visitor === null || socket.destroyed) return;
    this.#server.handleUpgrade(request, socket, head, (webSocket) =>
      this.#accept(webSocket, socket as Socket, visitor),
    );
  }

  #accept(webSocket: WebSocket, socket: Socket, { session, network, source }: Visitor): void {
    if (session === null) {
      // A browser tells a page the code of a close, but not the status of an HTTP answer.
      webSocket.on('error', ignore);
      signIn(webSocket);
      return;
    }
    this.#accepted += 1;
    const connection = new SyncConnection({
      webSocket,
      socket,
      session,
      network,
      source,
      slot: this.#accepted % BEATS_PER_CHECK,
      log: this.#options.log,
      security: this.#security,
      buffers: this.#options.buffers,
      maxBufferedBytes: this.#options.maxBufferedBytes,
    });
    this.#connections.add(connection);
    void connection.whenClosed.then(() => this.#connections.delete(connection));
    connection.start(this.#options.hub);
    if (this.#draining) this.#close(connection);
    else if (this.#movesUntil !== null) this.#moveSoon(connection, this.#movesUntil);
  }

  #moveSoon(connection: SyncConnection, end: number): void {
    const move = () => {
      if (!this.#draining) void connection.move();
    };
    setTimeout(move, Math.random() * Math.max(0, end - performance.now())).unref();
  }

  /** Devices that were told to move go to another server. Otherwise they wait for this one. */
  #close(connection: SyncConnection): void {
    if (this.#movesUntil === null) connection.close(SERVICE_RESTART, 'The server restarts. Connect again.');
    else connection.close(CLOSE.MOVE, MOVE_REASON);
  }

  async #endDeleted(): Promise<void> {
    try {
      const isDeleted = await this.#options.deletedUsers(Date.now() - DELETED_LATELY_MS);
      if (!isDeleted) return;
      const userIds = new Set([...this.#connections].map(({ session }) => session.userId));
      for (const userId of userIds) if (isDeleted(userId)) this.endUser(userId);
    } catch (error) {
      this.#options.log.error({ err: error }, 'deleted users could not be looked up');
    }
  }

  async #check(connections: readonly SyncConnection[]): Promise<void> {
    try {
      const ids = new Set(connections.map(({ session }) => session.id));
      const alive = await this.#options.sessions.alive([...ids]);
      for (const connection of connections) if (!alive.has(connection.session.id)) signIn(connection);
    } catch (error) {
      // A failed look-up ends no socket: the next one follows in a minute.
      this.#options.log.error({ err: error }, 'sessions could not be checked');
    }
  }
}

function ignore(): void {}

function signIn(socket: Pick<SyncConnection, 'close' | 'terminate'>): void {
  socket.close(CLOSE.SIGN_IN, 'Sign in, then connect again.');
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
}
