import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { createLog } from '#src/server/log.ts';
import { SyncSockets } from '#src/server/sync-socket.ts';
import { CLOSE, MAX_FRAME_BYTES } from '#src/sync/protocol.ts';
import type { SyncConnection } from '#src/server/sync-connection.ts';

const ORIGIN = 'https://sunglow.example.com';
const MEBIBYTE = 1_048_576;

describe('sync socket', () => {
  let server: Server;
  let sockets: SyncSockets;
  let url: string;
  /** Sessions by the cookie that stands for them, as the stub of the session store has it. */
  let sessions: Map<string, { id: string; userId: string }>;
  let sessionsFail: boolean;
  /** What the stub of the hub was told. */
  let received: string[];
  let closed: string[];
  let devices: SyncConnection[];
  /** The TCP sockets of the devices, in the order of opening. */
  let wires: Socket[];
  let onReceive: (text: string) => void;

  beforeEach(async () => {
    sessions = new Map([['ada', { id: 'session-of-ada', userId: 'ada' }]]);
    sessionsFail = false;
    received = [];
    closed = [];
    devices = [];
    wires = [];
    onReceive = () => {};
    sockets = new SyncSockets({
      hub: {
        connect: (userId, socket) => {
          devices.push(socket as SyncConnection);
          return {
            receive: (text) => {
              received.push(text);
              onReceive(text);
            },
            closed: () => closed.push(userId),
          };
        },
        beat: () => {},
        drain: async () => devices.forEach((device) => device.send('answered')),
      },
      sessions: {
        find: async (headers) => {
          if (sessionsFail) throw new Error('the database is away');
          return sessions.get(headers.get('cookie') ?? '') ?? null;
        },
        alive: async (ids) => {
          if (sessionsFail) throw new Error('the database is away');
          const alive = new Set([...sessions.values()].map((session) => session.id));
          return new Set(ids.filter((id) => alive.has(id)));
        },
      },
      allowedOrigins: [ORIGIN],
      log: createLog('silent'),
      maxBufferedBytes: 4 * MEBIBYTE,
    });
    server = createServer();
    sockets.attach(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/sync`;
  });

  afterEach(async () => {
    await sockets.drain();
    server.closeAllConnections();
    server.close();
  });

  function open(options: { cookie?: string; origin?: string; path?: string } = {}): WebSocket {
    const { cookie = 'ada', origin = ORIGIN, path = '' } = options;
    return new WebSocket(`${url}${path}`, { origin, headers: { cookie }, createConnection: wire });
  }

  function wire(): Socket {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    wires.push(socket);
    return socket;
  }

  /** Has the server hear of the device, so that the next beat finds it alive. */
  async function showLife(socket: WebSocket): Promise<void> {
    const before = received.length;
    socket.send('alive');
    await expect.poll(() => received.length, { interval: 1 }).toBe(before + 1);
  }

  async function connected(cookie = 'ada'): Promise<WebSocket> {
    const socket = open({ cookie });
    await once(socket, 'open');
    return socket;
  }

  async function closeOf(socket: WebSocket): Promise<{ code: number; reason: string }> {
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    return { code, reason: reason.toString() };
  }

  async function statusOf(socket: WebSocket): Promise<number> {
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    return response.statusCode;
  }

  test('a page of another site is refused', async () => {
    expect(await statusOf(open({ origin: 'https://evil.example.com' }))).toBe(403);
    expect(await statusOf(open({ origin: 'null' }))).toBe(403);
    expect(await statusOf(new WebSocket(url, { headers: { cookie: 'ada' } }))).toBe(403);
    expect(devices).toEqual([]);
  });

  test('there are sockets nowhere else', async () => {
    expect(await statusOf(open({ path: '/other' }))).toBe(404);
  });

  test('[W13] who is not signed in is told so', async () => {
    const close = await closeOf(open({ cookie: 'nobody' }));

    expect(close).toEqual({ code: CLOSE.SIGN_IN, reason: 'Sign in, then connect again.' });
    expect(devices).toEqual([]);
  });

  test('a database that does not answer is no sign-out', async () => {
    sessionsFail = true;

    expect(await statusOf(open())).toBe(503);
  });

  test('frames go to the hub and its answers to the device', async () => {
    const socket = await connected();
    onReceive = (text) => devices[0]!.send(`answer to ${text}`);
    socket.send('hello ☀');

    const [answer] = (await once(socket, 'message')) as [Buffer];

    expect(answer.toString()).toBe('answer to hello ☀');
  });

  test('the hub hears when a device has gone', async () => {
    const socket = await connected();
    socket.close();
    await closeOf(socket);

    await expect.poll(() => closed).toEqual(['ada']);
  });

  test('a binary frame is refused', async () => {
    const socket = await connected();
    socket.send(Buffer.from('{}'));

    expect((await closeOf(socket)).code).toBe(CLOSE.BAD_MESSAGE);
    expect(received).toEqual([]);
  });

  test('a frame that is too large is refused, one of the largest size is not', async () => {
    const socket = await connected();
    socket.send('x'.repeat(MAX_FRAME_BYTES));
    socket.send('x'.repeat(MAX_FRAME_BYTES + 1));

    expect((await closeOf(socket)).code).toBe(1009);
    expect(received.map((text) => text.length)).toEqual([MAX_FRAME_BYTES]);
  });

  test('an error over one frame ends one socket, not the server', async () => {
    const first = await connected();
    const second = await connected();
    onReceive = () => {
      throw new Error('a bug');
    };
    first.send('x');

    expect((await closeOf(first)).code).toBe(1011);
    onReceive = () => devices[1]!.send('alive');
    second.send('y');
    expect(((await once(second, 'message')) as [Buffer])[0].toString()).toBe('alive');
  });

  test('[W13] the sockets of a session end with it, those of others stay', async () => {
    sessions.set('ada elsewhere', { id: 'other-session', userId: 'ada' });
    const ending = await connected();
    const staying = await connected('ada elsewhere');

    sockets.endSession('session-of-ada');

    expect((await closeOf(ending)).code).toBe(CLOSE.SIGN_IN);
    expect(staying.readyState).toBe(WebSocket.OPEN);
  });

  test('[W13] sessions that ended elsewhere are found out within four beats, a part at each', async () => {
    const ending = [await connected(), await connected(), await connected(), await connected()];
    const codes: number[] = [];
    for (const socket of ending) socket.on('close', (code) => codes.push(code));
    sessions.clear();

    for (let beat = 1; beat <= 4; beat++) {
      await sockets.beat();
      await expect.poll(() => codes).toEqual(Array(beat).fill(CLOSE.SIGN_IN));
      for (const socket of ending) if (socket.readyState === WebSocket.OPEN) await showLife(socket);
    }
  });

  test('nobody is signed out because the sessions could not be looked up', async () => {
    const socket = await connected();
    sessionsFail = true;

    for (let beat = 1; beat <= 4; beat++) {
      await sockets.beat();
      await showLife(socket);
    }

    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('a device that gives no sign of life is cut off', async () => {
    const socket = await connected();
    const dead = closeOf(socket);
    wires[0]!.pause();

    await sockets.beat();
    await sockets.beat();
    await expect.poll(() => closed).toEqual(['ada']);
    wires[0]!.resume();

    expect((await dead).code).toBe(1006);
  });

  test('a device that reads slowly is given time, and not for ever', async () => {
    const slow = await connected();
    await connected();
    const read = once(slow, 'message') as Promise<[Buffer]>;
    for (const wire of wires) wire.pause();
    for (const device of devices) device.send('x'.repeat(40 * MEBIBYTE));

    for (let beat = 1; beat <= 8; beat++) await sockets.beat();
    expect(closed).toEqual([]);
    wires[0]!.resume();
    expect((await read)[0]).toHaveLength(40 * MEBIBYTE);
    for (let beat = 9; beat <= 10; beat++) {
      await showLife(slow);
      await sockets.beat();
    }

    await expect.poll(() => closed).toEqual(['ada']);
    expect(slow.readyState).toBe(WebSocket.OPEN);
  });

  test('a device for which too much waits is told to come back later', async () => {
    const socket = await connected();
    const close = closeOf(socket);
    wires[0]!.pause();
    for (let i = 0; i < 20; i++) devices[0]!.send('x'.repeat(MEBIBYTE));
    wires[0]!.resume();

    expect((await close).code).toBe(1013);
  });

  test('stopping answers what was received, takes no more, and asks to come back', async () => {
    const socket = await connected();
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));

    const close = closeOf(socket);
    await sockets.drain();

    expect(await close).toEqual({ code: 1012, reason: 'The server restarts. Connect again.' });
    expect(messages).toEqual(['answered']);
    expect(await statusOf(open())).toBe(503);
  });

  test('stopping does not wait for a device that is stuck', async () => {
    const socket = await connected();
    const close = closeOf(socket);
    wires[0]!.pause();

    await sockets.drain();
    wires[0]!.resume();

    expect(await close).toBeDefined();
  });
});
