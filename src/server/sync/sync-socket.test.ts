import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import { networkOf } from '#src/server/http/network-of.ts';
import { frame, OPCODE } from '#src/server/testing/sockets/raw-socket.ts';
import { closeOf, SocketHarness, statusOf } from '#src/server/testing/sockets/socket-harness.ts';
import { CLOSE, MAX_FRAME_BYTES } from '#src/sync/protocol.ts';

describe('sync sockets', () => {
  let harness: SocketHarness;

  beforeEach(async () => {
    harness = new SocketHarness();
    await harness.start();
  });
  afterEach(() => harness.stop());

  test('a page of another site is rejected', async () => {
    expect(await statusOf(harness.open({ origin: 'https://evil.example.com' }))).toBe(403);
    expect(await statusOf(harness.open({ origin: 'null' }))).toBe(403);
    expect(await statusOf(harness.open({ origin: null }))).toBe(403);
    expect(harness.devices).toEqual([]);
  });

  test('no other path opens a socket', async () => {
    expect(await statusOf(harness.open({ path: '/api/sync/other' }))).toBe(404);
  });

  test('[W13] a device without a session is told to sign in', async () => {
    const close = await closeOf(harness.open({ cookie: 'nobody' }));

    expect(close).toEqual({ code: CLOSE.SIGN_IN, reason: 'Sign in, then connect again.' });
    expect(harness.devices).toEqual([]);
  });

  test.each([
    ['never was signed in', 'nobody', () => {}],
    ['was signed out', 'ada', () => harness.sockets.endSession('session-of-ada')],
  ])('[W13] a device that %s and does not answer the close is cut off', async (_who, cookie, signOut) => {
    const socket = harness.open({ cookie });
    await once(socket, 'open');
    const [wire] = harness.wires;
    // Nothing that the device sends from now on arrives.
    vi.spyOn(wire!, 'write').mockReturnValue(true);
    signOut();

    // The library of sockets would do it only after half a minute.
    await once(wire!, 'close');
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
  });

  test('a database that does not answer signs no device out', async () => {
    harness.sessionsFail = true;

    expect(await statusOf(harness.open())).toBe(503);
  });

  test('frames go to the hub and its answers to the device', async () => {
    const socket = await harness.connected();
    harness.onReceive = (text) => harness.devices[0]!.send(`answer to ${text}`);
    socket.send('hello ☀');

    const [answer] = (await once(socket, 'message')) as [Buffer];

    expect(answer.toString()).toBe('answer to hello ☀');
  });

  test('the hub gets the network of a device, and none for this machine', async () => {
    await once(harness.open({ address: '2001:db8:1:2:3::4' }), 'open');
    await harness.connected();

    expect(harness.devices.map(({ network }) => network)).toEqual([networkOf('2001:db8:1:2::5'), null]);
  });

  test('the hub hears when a device has gone', async () => {
    const socket = await harness.connected();
    socket.close();
    await closeOf(socket);

    await expect.poll(() => harness.closed).toEqual(['ada']);
  });

  test('[W13] at the next beat, a user that another process deleted is told to sign in', async () => {
    harness.sessions.set('bob', { id: 'session-of-bob', userId: 'bob' });
    const socket = await harness.connected();
    const other = await harness.connected('bob');
    harness.deletedUsers.add('ada');

    await harness.sockets.beat();

    expect((await closeOf(socket)).code).toBe(CLOSE.SIGN_IN);
    expect(other.readyState).toBe(WebSocket.OPEN);
  });

  test('[W13] late rows of such a user are deleted once they are stored, and no rows of others', async () => {
    harness.sessions.set('bob', { id: 'session-of-bob', userId: 'bob' });
    const sockets = [await harness.connected(), await harness.connected(), await harness.connected('bob')];
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
    harness.settled = settled;
    harness.deletedUsers.add('ada');

    await harness.sockets.beat();
    sockets[0]!.send('too late');
    await Promise.all(sockets.slice(0, 2).map(closeOf));
    expect([harness.received, harness.swept]).toEqual([[], []]);
    settle();

    await expect.poll(() => harness.swept).toEqual(['ada']);
  });

  test('a binary frame is rejected', async () => {
    const socket = await harness.connected();
    socket.send(Buffer.from('{}'));

    expect((await closeOf(socket)).code).toBe(CLOSE.BAD_MESSAGE);
    expect(harness.received).toEqual([]);
  });

  test.each<[string, Buffer, number]>([
    ['is no frame', Buffer.from([0xf1, 0x80]), 1002],
    ['is not UTF-8', frame(Buffer.from([0xff])), 1007],
    ['comes in too many parts', parts(20_000), 1008],
    ['is too large', frame('{', { length: MAX_FRAME_BYTES + 1 }), 1009],
  ])('a message that %s is rejected with a reason', async (_, bytes, code) => {
    const socket = await harness.connected();
    const close = closeOf(socket);

    harness.wires[0]!.write(bytes);

    expect(await close).toEqual({ code, reason: expect.stringMatching(/^A .*\.$/) });
    expect(harness.received).toEqual([]);
  });

  test('a frame past the largest size is rejected, and one of that size is accepted', async () => {
    const socket = await harness.connected();
    socket.send('x'.repeat(MAX_FRAME_BYTES));
    socket.send('x'.repeat(MAX_FRAME_BYTES + 1));

    expect((await closeOf(socket)).code).toBe(1009);
    expect(harness.received.map((text) => text.length)).toEqual([MAX_FRAME_BYTES]);
  });

  test('an error in one frame ends one socket, and not the server', async () => {
    const first = await harness.connected();
    const second = await harness.connected();
    harness.onReceive = () => {
      throw new Error('a bug');
    };
    first.send('x');

    expect((await closeOf(first)).code).toBe(1011);
    harness.onReceive = () => harness.devices[1]!.send('alive');
    second.send('y');
    expect(((await once(second, 'message')) as [Buffer])[0].toString()).toBe('alive');
  });

  test('[W13] the sockets of a session end with it, and other sockets stay', async () => {
    harness.sessions.set('ada elsewhere', { id: 'other-session', userId: 'ada' });
    const ending = await harness.connected();
    const staying = await harness.connected('ada elsewhere');

    harness.sockets.endSession('session-of-ada');

    expect((await closeOf(ending)).code).toBe(CLOSE.SIGN_IN);
    expect(staying.readyState).toBe(WebSocket.OPEN);
  });

  test('[W13] the hub hears once of a device that does not answer its close', async () => {
    const socket = await harness.connected();
    harness.wires[0]!.pause();

    harness.sockets.endSession('session-of-ada');

    expect(harness.closed).toEqual(['ada']);
    const close = closeOf(socket);
    harness.wires[0]!.resume();
    expect((await close).code).toBe(CLOSE.SIGN_IN);
    await expect.poll(() => harness.sockets.size).toBe(0);
    expect(harness.closed).toEqual(['ada']);
  });

  test('[W13] sessions that ended elsewhere are found within four beats, a quarter at each', async () => {
    const ending = [
      await harness.connected(),
      await harness.connected(),
      await harness.connected(),
      await harness.connected(),
    ];
    const codes: number[] = [];
    for (const socket of ending) socket.on('close', (code) => codes.push(code));
    harness.sessions.clear();

    for (let beat = 1; beat <= 4; beat++) {
      await harness.sockets.beat();
      await expect.poll(() => codes).toEqual(Array(beat).fill(CLOSE.SIGN_IN));
      for (const socket of ending) if (socket.readyState === WebSocket.OPEN) await harness.showLife(socket);
    }
  });

  test('a failed look-up of sessions signs no device out', async () => {
    const socket = await harness.connected();
    harness.sessionsFail = true;

    for (let beat = 1; beat <= 4; beat++) {
      await harness.sockets.beat();
      await harness.showLife(socket);
    }

    expect(socket.readyState).toBe(WebSocket.OPEN);
  });
});

/** A message in `count` fragments after the first, without its last one. */
function parts(count: number): Buffer {
  const rest = frame(' ', { opcode: OPCODE.continuation, isLast: false });
  return Buffer.concat([frame('{', { isLast: false }), ...Array.from({ length: count }, () => rest)]);
}
