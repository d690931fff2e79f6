import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';

import type { Session } from '#src/server/auth/sessions/sessions.ts';
import type { Log } from './log.ts';
import { connectionContext, inLogContext } from './log-context.ts';
import type { SendBuffers } from './send-buffers.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import type { ClientSocket } from '#src/sync/server/connection.ts';
import type { Hub, HubConnection } from '#src/sync/server/hub.ts';

/** Some pages, which a device asks for one by one (PAGE_CHARACTERS). */
const MAX_BUFFERED_BYTES = 8 * 1_048_576;
/** Two minutes, in which a phone on a bad network reads some megabytes. */
const SILENT_BEATS_OF_SLOW_READER = 8;
/** What a frame that waits takes in memory besides its text. */
const FRAME_BYTES = 512;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;

export const MOVE_REASON = 'This server stops. Connect again, to another one.';

export interface SyncConnectionOptions {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly session: Session;
  /** The network as `networkOf` gives it. */
  readonly network: string | null;
  /** The one of the beats at which its session is looked up again, so that not all are at once. */
  readonly slot: number;
  readonly log: Log;
  /** See securityLog. */
  readonly security: Pick<Log, 'info'>;
  /** Shared by all connections. */
  readonly buffers: SendBuffers;
  readonly maxBufferedBytes: number | undefined;
}

/** One device's socket. */
export class SyncConnection implements ClientSocket {
  readonly session: Session;
  readonly network: string | null;
  readonly slot: number;
  readonly whenClosed: Promise<void>;
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #log: Log;
  readonly #security: Pick<Log, 'info'>;
  readonly #context = connectionContext();
  readonly #buffers: SendBuffers;
  readonly #maxBufferedBytes: number;
  #receiver: HubConnection | null = null;
  #receiving = true;
  /** Whether anything came from the device since the last beat. */
  #heard = true;
  /** Beats in a row before which nothing came. */
  #silentBeats = 0;
  /** Beats that have passed without its first message. */
  #beatsWithoutHello = 0;
  #hasSpoken = false;
  /** Frames of which the system has not taken all yet. */
  #waitingFrames = 0;
  readonly #frameLeft = () => {
    this.#waitingFrames -= 1;
  };

  constructor(options: SyncConnectionOptions) {
    this.session = options.session;
    this.network = options.network;
    this.slot = options.slot;
    this.#webSocket = options.webSocket;
    this.#socket = options.socket;
    this.#log = options.log;
    this.#security = options.security;
    this.#buffers = options.buffers;
    this.#maxBufferedBytes = options.maxBufferedBytes ?? MAX_BUFFERED_BYTES;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.whenClosed = promise;
    this.#webSocket.on('close', (code) => {
      this.#buffers.closed(this);
      this.#logged(() => {
        this.#log.info({ code }, 'a device is gone');
        this.#leave();
      });
      resolve();
    });
    // What is wrong with a frame (too large, not UTF-8 …) is told to the device by its close code.
    this.#webSocket.on('error', (error) =>
      this.#logged(() => this.#log.info({ err: error }, 'a socket failed')),
    );
    this.#webSocket.on('pong', () => {
      this.#heard = true;
    });
    this.#webSocket.on('message', (data, isBinary) => this.#logged(() => this.#receive(data, isBinary)));
  }

  get bufferedAmount(): number {
    return this.#webSocket.bufferedAmount + this.#waitingFrames * FRAME_BYTES;
  }

  start(hub: Pick<Hub, 'connect'>): void {
    this.#logged(() => this.#log.info({ userId: this.session.userId }, 'a device is connected'));
    this.#receiver = hub.connect(this.session.userId, this);
  }

  send(text: string): void {
    // What is sent to a device that has gone would count as waiting for it, for good.
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (this.bufferedAmount > this.#maxBufferedBytes) {
      this.close(TRY_AGAIN_LATER, 'The device reads too slowly. Connect again.');
      return;
    }
    this.#waitingFrames += 1;
    this.#webSocket.send(this.#buffers.frameOf(text), { binary: false }, this.#frameLeft);
    this.#buffers.sent(this);
  }

  /** A device that never answers the close is gone for the hub at once: nothing is read for it any more. */
  close(code: number, reason: string): void {
    this.#receiving = false;
    if (code === CLOSE.BAD_MESSAGE) {
      const { userId } = this.session;
      this.#logged(() => this.#security.info({ code, userId }, 'a device sent what no device of ours sends'));
    }
    this.#webSocket.close(code, reason);
    this.#leave();
  }

  terminate(): void {
    this.#webSocket.terminate();
  }

  /** What comes from now on is as if it had been lost: the device sends it again. */
  stopReceiving(): void {
    this.#receiving = false;
  }

  /** Has what came from the device answered, then sends it to another server. */
  async move(): Promise<void> {
    this.stopReceiving();
    await this.#receiver?.answered();
    this.close(CLOSE.MOVE, MOVE_REASON);
  }

  /**
   * Ends the socket if the device gave no sign of life since the last beat, and asks for the next one. One that has said
   * nothing by its second beat, though it is alive, only wants to take up room.
   */
  beat(): void {
    this.#silentBeats = this.#heard ? 0 : this.#silentBeats + 1;
    // A ping waits behind what was sent before it: a slow reader cannot answer in time.
    const patience = this.#socket.writableLength > 0 ? SILENT_BEATS_OF_SLOW_READER : 0;
    if (this.#silentBeats > patience) {
      this.terminate();
      return;
    }
    if (!this.#hasSpoken && ++this.#beatsWithoutHello === 2)
      return this.close(CLOSE.BAD_MESSAGE, 'The first message must be hello, and come at once.');
    this.#heard = false;
    this.#webSocket.ping();
  }

  /** What a socket says comes out of no request any more. */
  #logged(work: () => void): void {
    inLogContext(this.#context, work);
  }

  #leave(): void {
    this.#receiver?.closed();
    this.#receiver = null;
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#heard = true;
    if (!this.#receiving) return;
    if (isBinary) {
      this.close(CLOSE.BAD_MESSAGE, 'A frame must be text.');
      return;
    }
    this.#hasSpoken = true;
    try {
      // `ws` hands over one Buffer, unless told otherwise.
      this.#receiver?.receive((data as Buffer).toString('utf8'));
    } catch (error) {
      this.#log.error({ err: error }, 'a frame could not be dealt with');
      this.close(INTERNAL_ERROR, 'The server failed. Connect again.');
    }
  }
}
