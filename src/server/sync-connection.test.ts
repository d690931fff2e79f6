import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { closeOf, MEBIBYTE, SocketStand, statusOf } from '#src/server/testing/socket-stand.ts';
import { CLOSE } from '#src/sync/protocol.ts';

describe('a sync socket that is dead, slow, or to close', () => {
  let stand: SocketStand;

  beforeEach(async () => {
    stand = new SocketStand();
    await stand.start();
  });
  afterEach(() => stand.stop());

  test('a device that gives no sign of life is cut off', async () => {
    const socket = await stand.connected();
    const dead = closeOf(socket);
    stand.wires[0]!.pause();

    await stand.sockets.beat();
    await stand.sockets.beat();
    await expect.poll(() => stand.closed).toEqual(['ada']);
    stand.wires[0]!.resume();

    expect((await dead).code).toBe(1006);
  });

  test('a device that reads slowly is given time, and not for ever', async () => {
    const slow = await stand.connected();
    const slower = await stand.connected();
    for (const socket of [slow, slower]) await stand.showLife(socket);
    const read = once(slow, 'message') as Promise<[Buffer]>;
    for (const wire of stand.wires) wire.pause();
    for (const device of stand.devices) device.send('x'.repeat(40 * MEBIBYTE));

    for (let beat = 1; beat <= 8; beat++) await stand.sockets.beat();
    expect(stand.closed).toEqual([]);
    stand.wires[0]!.resume();
    expect((await read)[0]).toHaveLength(40 * MEBIBYTE);
    for (let beat = 9; beat <= 10; beat++) {
      await stand.showLife(slow);
      await stand.sockets.beat();
    }

    await expect.poll(() => stand.closed).toEqual(['ada']);
    expect(slow.readyState).toBe(WebSocket.OPEN);
  });

  test('a device that says nothing is cut off by its second beat, though it is alive', async () => {
    const silent = await stand.connected();
    const other = await stand.connected();
    await stand.showLife(other);
    const pinged = once(silent, 'ping');

    await stand.sockets.beat();
    await pinged;
    await stand.showLife(other);
    expect(silent.readyState).toBe(WebSocket.OPEN);
    await stand.sockets.beat();

    expect(await closeOf(silent)).toEqual({
      code: CLOSE.BAD_MESSAGE,
      reason: 'The first message must be hello, and come at once.',
    });
    expect(other.readyState).toBe(WebSocket.OPEN);
  });

  test('a device for which too much waits is told to come back later', async () => {
    const socket = await stand.connected();
    const close = closeOf(socket);
    stand.wires[0]!.pause();
    for (let i = 0; i < 20; i++) stand.devices[0]!.send('x'.repeat(MEBIBYTE));
    stand.wires[0]!.resume();

    expect((await close).code).toBe(1013);
  });

  test('nothing waits for a device that has gone before its answer', async () => {
    const socket = await stand.connected();
    socket.terminate();
    await expect.poll(() => stand.closed).toEqual(['ada']);

    stand.devices[0]!.send('x'.repeat(MEBIBYTE));

    expect(stand.devices[0]!.bufferedAmount).toBe(0);
  });

  test('stopping answers what was received, takes no more, and asks to come back', async () => {
    const socket = await stand.connected();
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));

    const close = closeOf(socket);
    await stand.sockets.drain();

    expect(await close).toEqual({ code: 1012, reason: 'The server restarts. Connect again.' });
    expect(messages).toEqual(['answered']);
    expect(await statusOf(stand.open())).toBe(503);
  });

  test('stopping does not wait for a device that is stuck', async () => {
    const socket = await stand.connected();
    const close = closeOf(socket);
    stand.wires[0]!.pause();

    await stand.sockets.drain();
    stand.wires[0]!.resume();

    expect(await close).toBeDefined();
  });
});
