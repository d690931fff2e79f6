import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

import type { Account } from '#src/sync/testing/node-device.ts';

/** A server's action on a socket. */
export type RawEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'close'; readonly code: number; readonly reason: string }
  /** The connection ended without a close frame. */
  | { readonly type: 'gone' };

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameOptions {
  readonly opcode?: number;
  readonly isLast?: boolean;
  readonly isMasked?: boolean;
  /** The three bits reserved for extensions. */
  readonly reserved?: number;
  /** The length in the header, if it differs from the real one. */
  readonly length?: number;
}

/** A WebSocket frame (RFC 6455, 5.2), valid or invalid as requested. */
export function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = OPCODE.text, isLast = true, isMasked = true, reserved = 0 } = options;
  const data = Buffer.from(payload);
  const { length = data.length } = options;
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = isMasked ? 0x80 : 0;
  const header =
    length < 126
      ? Buffer.from([first, mask | length])
      : length < 65_536
        ? Buffer.from([first, mask | 126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([first, mask | 127]), bigEndian64(length)]);
  if (!isMasked) return Buffer.concat([header, data]);
  const key = Buffer.from([0x5a, 0xc3, 0x0f, 0x96]);
  const masked = Buffer.allocUnsafe(data.length);
  for (let i = 0; i < data.length; i++) masked[i] = (data[i] ?? 0) ^ (key[i & 3] ?? 0);
  return Buffer.concat([header, key, masked]);
}

function bigEndian64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A device that sends any bytes. It expects valid frames from the server. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #events: RawEvent[] = [];
  #buffer = Buffer.alloc(0);
  #isOpen = false;
  #wake = () => {};

  /** Connects. Throws if the server rejects it. */
  static async open({ url, cookie }: Account): Promise<RawSocket> {
    const { port, host } = new URL(url);
    const socket = new RawSocket(connect(Number(port), '127.0.0.1'));
    socket.write(
      `GET /api/sync HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nCookie: ${cookie}\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    while (!socket.#isOpen) {
      if (socket.#events.length > 0) throw new Error('The server did not let a socket in.');
      await socket.#change();
    }
    return socket;
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data: Buffer) => this.#receive(data));
    socket.on('error', () => {});
    socket.on('close', () => this.#add({ type: 'gone' }));
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** The server's next action. */
  async next(): Promise<RawEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event) return event;
      await this.#change();
    }
  }

  end(): void {
    this.#socket.destroy();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #add(event: RawEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  #receive(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    if (!this.#isOpen) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!this.#buffer.toString('latin1', 0, 12).endsWith('101')) return this.#add({ type: 'gone' });
      this.#buffer = this.#buffer.subarray(end + 4);
      this.#isOpen = true;
      this.#wake();
    }
    while (this.#readFrame()) continue;
  }

  /** Takes one frame from the received bytes. Returns false if there is no whole one. */
  #readFrame(): boolean {
    const buffer = this.#buffer;
    if (buffer.length < 2) return false;
    const short = (buffer[1] ?? 0) & 0x7f;
    const start = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (buffer.length < start) return false;
    const length =
      short === 127 ? Number(buffer.readBigUInt64BE(2)) : short === 126 ? buffer.readUInt16BE(2) : short;
    if (buffer.length < start + length) return false;
    const payload = buffer.subarray(start, start + length);
    this.#buffer = buffer.subarray(start + length);
    const opcode = (buffer[0] ?? 0) & 0x0f;
    if (opcode === OPCODE.text) this.#add({ type: 'text', text: payload.toString() });
    if (opcode === OPCODE.close) this.#closed(payload);
    return true;
  }

  #closed(payload: Buffer): void {
    const code = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
    this.#add({ type: 'close', code, reason: payload.toString('utf8', 2) });
    this.#socket.end(frame(payload.subarray(0, 2), { opcode: OPCODE.close }));
  }
}
