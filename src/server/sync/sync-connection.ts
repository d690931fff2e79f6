import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';

import type { Session } from '#src/server/auth/sessions/sessions.ts';
import type { Log } from '#src/server/log/log.ts';
import { connectionContext, inLogContext } from '#src/server/log/log-context.ts';
import type { SendBuffers } from './send-buffers.ts';
import { CLOSE } from '#src/sync/protocol.ts';
import type { ClientSocket } from '#src/sync/server/connection.ts';
import type { Hub, HubConnection } from '#src/sync/server/hub.ts';

/** A few pages. A device asks for them one by one (PAGE_CHARACTERS). */
const MAX_BUFFERED_BYTES = 8 * 1_048_576;
/** Two minutes: a phone on a bad network reads some megabytes in that time. */
const SILENT_BEATS_OF_SLOW_READER = 8;
/** The memory of a waiting frame besides its text. */
const FRAME_BYTES = 512;
const INTERNAL_ERROR = 1011;
const TRY_AGAIN_LATER = 1013;

export const MOVE_REASON = 'This server stops. Connect again, to another one.';

export interface SyncConnectionOptions {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  readonly session: Session;
  /** The network from `networkOf`. */
  readonly network: string | null;
  /** The name of the device. */
  readonly source: string;
  /** The beat that looks up this session again. Slots spread the look-ups over several beats. */
  readonly slot: number;
  readonly log: Log;
  /** See securityLog. */
  readonly security: Pick<Log, 'info'>;
  /** Shared by all connections. */
  readonly buffers: SendBuffers;
  readonly maxBufferedBytes: number | undefined;
}

/** The socket of one device. */
export class SyncConnection implements ClientSocket {
  readonly session: Session;
  readonly network: string | null;
  readonly source: string;
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
  /** True when the device has sent anything since the last beat. */
  #heard = true;
  /** The number of beats in a row without a message before them. */
  #silentBeats = 0;
  /** The number of beats without the first message. */
  #beatsWithoutHello = 0;
  #hasSpoken = false;
  /** The number of frames that the system has not taken completely yet. */
  #waitingFrames = 0;
  readonly #frameLeft = () => {
    this.#waitingFrames -= 1;
  };

  constructor(options: SyncConnectionOptions) {
    this.session = options.session;
    this.network = options.network;
    this.source = options.source;
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
    // The close code tells the device about an invalid frame (too large, not UTF-8 …).
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
    // A frame for a device that has gone would count as waiting for good.
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (this.bufferedAmount > this.#maxBufferedBytes) {
      this.close(TRY_AGAIN_LATER, 'The device reads too slowly. Connect again.');
      return;
    }
    this.#waitingFrames += 1;
    this.#webSocket.send(this.#buffers.frameOf(text), { binary: false }, this.#frameLeft);
    this.#buffers.sent(this);
  }

  /**
   * Tells the hub at once that the device has gone, even if it never answers the close: nothing more is read
   * from it.
   */
  close(code: number, reason: string): void {
    this.#receiving = false;
    if (code === CLOSE.BAD_MESSAGE) {
      const { userId } = this.session;
      this.#logged(() => this.#security.info({ code, userId }, 'a device sent an invalid message'));
    }
    this.#webSocket.close(code, reason);
    this.#leave();
  }

  terminate(): void {
    this.#webSocket.terminate();
  }

  /** Ignores further messages, as if they had been lost: the device sends them again. */
  stopReceiving(): void {
    this.#receiving = false;
  }

  /** Waits for the answers to received messages, then sends the device to another server. */
  async move(): Promise<void> {
    this.stopReceiving();
    await this.#receiver?.answered();
    this.close(CLOSE.MOVE, MOVE_REASON);
  }

  /**
   * Ends the socket if the device gave no sign of life since the last beat, and pings it for the next one. A
   * device without a message by its second beat is closed: it is alive, and only takes up room.
   */
  beat(): void {
    this.#silentBeats = this.#heard ? 0 : this.#silentBeats + 1;
    // A ping waits behind earlier data, so a slow reader cannot answer in time.
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

  /** Logs with the socket's own context, as its events belong to no request any more. */
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
      // `ws` passes one Buffer by default.
      this.#receiver?.receive((data as Buffer).toString('utf8'));
    } catch (error) {
      this.#log.error({ err: error }, 'failed to handle a frame');
      this.close(INTERNAL_ERROR, 'The server failed. Connect again.');
    }
  }
}
