import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { vi } from 'vitest';
import { WebSocket } from 'ws';

import type { Session } from '#src/server/auth/sessions/sessions.ts';
import { createLog } from '#src/server/log/log.ts';
import type { SyncConnection } from '#src/server/sync/sync-connection.ts';
import { SendBuffers } from '#src/server/sync/send-buffers.ts';
import { SocketLimits } from '#src/server/sync/socket-limits.ts';
import { SyncSockets } from '#src/server/sync/sync-socket.ts';

export const MEBIBYTE = 1_048_576;
/** The limit for all slow readers together. */
export const MAX_WAITING_BYTES = 100 * MEBIBYTE;
const ORIGIN = 'https://sunglow.example.com';

export interface StandSocketOptions {
  readonly cookie?: string;
  readonly origin?: string | null;
  readonly path?: string;
  /** The address of the device; by default this machine. */
  readonly address?: string;
}

/** The sync sockets between real devices and stubs of the hub and the sessions. */
export class SocketHarness {
  /** The sessions by their cookies. */
  readonly sessions = new Map<string, Session>([['ada', { id: 'session-of-ada', userId: 'ada' }]]);
  sessionsFail = false;
  /** Awaited before the session of a cookie is known. */
  lookUp: () => Promise<void> = async () => {};
  readonly deletedUsers = new Set<string>();
  /** The data deleted of such users, and a promise awaited before that. */
  readonly swept: string[] = [];
  settled: Promise<void> = Promise.resolve();
  /** The events of the hub: received frames, and the users of closed sockets. */
  readonly received: string[] = [];
  readonly closed: string[] = [];
  onReceive: (text: string) => void = () => {};
  /** Awaited before a moving device has its answers. */
  answered: () => Promise<void> = async () => {};
  /** The hub's connections and the devices' TCP sockets, both in the order of opening. */
  readonly devices: SyncConnection[] = [];
  readonly wires: Socket[] = [];
  readonly sockets: SyncSockets;
  readonly #server: Server = createServer();

  constructor(limits: SocketLimits = new SocketLimits()) {
    this.sockets = new SyncSockets({
      hub: {
        connect: (userId, socket) => {
          this.devices.push(socket as SyncConnection);
          return {
            receive: (text) => {
              this.received.push(text);
              this.onReceive(text);
            },
            answered: async () => {
              await this.answered();
              socket.send('answered');
            },
            closed: () => this.closed.push(userId),
          };
        },
        beat: async () => {},
        settled: () => this.settled,
        drain: async () => this.devices.forEach((device) => device.send('answered')),
      },
      sessions: {
        find: async (headers) => {
          await this.lookUp();
          this.#checkSessions();
          return this.sessions.get(headers.get('cookie') ?? '') ?? null;
        },
        alive: async (ids) => {
          this.#checkSessions();
          const alive = new Set([...this.sessions.values()].map((session) => session.id));
          return new Set(ids.filter((id) => alive.has(id)));
        },
      },
      deletedUsers: async () =>
        this.deletedUsers.size === 0 ? null : (userId) => this.deletedUsers.has(userId),
      sweep: async (userId) => void this.swept.push(userId),
      inBackground: () => {},
      allowedOrigins: [ORIGIN],
      requestIdHeader: null,
      trustedProxyHeader: 'x-forwarded-for',
      limits,
      log: createLog('silent'),
      buffers: new SendBuffers(MAX_WAITING_BYTES),
      maxBufferedBytes: 4 * MEBIBYTE,
    });
    this.sockets.attach(this.#server);
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    await this.sockets.drain();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  open(options: StandSocketOptions = {}): WebSocket {
    const { cookie = 'ada', origin = ORIGIN, path = '/api/sync', address } = options;
    const { port } = this.#server.address() as AddressInfo;
    return new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      ...(origin !== null && { origin }),
      headers: { cookie, ...(address !== undefined && { 'x-forwarded-for': address }) },
      createConnection: () => {
        const wire = connect(port, '127.0.0.1');
        this.wires.push(wire);
        return wire;
      },
    });
  }

  async connected(cookie = 'ada'): Promise<WebSocket> {
    const socket = this.open({ cookie });
    await once(socket, 'open');
    return socket;
  }

  /** Makes the server hear from the device, so that the next beat finds it alive. */
  async showLife(socket: WebSocket): Promise<void> {
    const before = this.received.length;
    socket.send('alive');
    await vi.waitUntil(() => this.received.length > before, { interval: 1 });
  }

  #checkSessions(): void {
    if (this.sessionsFail) throw new Error('the database is away');
  }
}

export async function closeOf(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return { code, reason: reason.toString() };
}

/** The HTTP status of an answer that rejects the socket. */
export async function statusOf(socket: WebSocket): Promise<number> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  return response.statusCode;
}
