import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { closeOf, MEBIBYTE, SocketHarness, statusOf } from '#src/server/testing/sockets/socket-harness.ts';
import { CLOSE } from '#src/sync/protocol.ts';

describe('a dead, slow or closing sync socket', () => {
  let harness: SocketHarness;

  beforeEach(async () => {
    harness = new SocketHarness();
    await harness.start();
  });
  afterEach(() => harness.stop());

  test('a device that gives no sign of life is cut off', async () => {
    const socket = await harness.connected();
    const dead = closeOf(socket);
    harness.wires[0]!.pause();

    await harness.sockets.beat();
    await harness.sockets.beat();
    await expect.poll(() => harness.closed).toEqual(['ada']);
    harness.wires[0]!.resume();

    expect((await dead).code).toBe(1006);
  });

  test('a slow device gets more time, and not without end', async () => {
    const slow = await harness.connected();
    const slower = await harness.connected();
    for (const socket of [slow, slower]) await harness.showLife(socket);
    const read = once(slow, 'message') as Promise<[Buffer]>;
    for (const wire of harness.wires) wire.pause();
    for (const device of harness.devices) device.send('x'.repeat(40 * MEBIBYTE));

    for (let beat = 1; beat <= 8; beat++) await harness.sockets.beat();
    expect(harness.closed).toEqual([]);
    harness.wires[0]!.resume();
    expect((await read)[0]).toHaveLength(40 * MEBIBYTE);
    for (let beat = 9; beat <= 10; beat++) {
      await harness.showLife(slow);
      await harness.sockets.beat();
    }

    await expect.poll(() => harness.closed).toEqual(['ada']);
    expect(slow.readyState).toBe(WebSocket.OPEN);
  });

  test('a device that sends nothing is cut off at its second beat, though it is alive', async () => {
    const silent = await harness.connected();
    const other = await harness.connected();
    await harness.showLife(other);
    const pinged = once(silent, 'ping');

    await harness.sockets.beat();
    await pinged;
    await harness.showLife(other);
    expect(silent.readyState).toBe(WebSocket.OPEN);
    await harness.sockets.beat();

    expect(await closeOf(silent)).toEqual({
      code: CLOSE.BAD_MESSAGE,
      reason: 'The first message must be hello, and come at once.',
    });
    expect(other.readyState).toBe(WebSocket.OPEN);
  });

  test('a device with too much waiting data is told to come back later', async () => {
    const socket = await harness.connected();
    const close = closeOf(socket);
    harness.wires[0]!.pause();
    for (let i = 0; i < 20; i++) harness.devices[0]!.send('x'.repeat(MEBIBYTE));
    harness.wires[0]!.resume();

    expect((await close).code).toBe(1013);
  });

  test('a device with too many short waiting messages is told to come back later', async () => {
    const socket = await harness.connected();
    const close = closeOf(socket);
    harness.wires[0]!.pause();
    // More than the system takes at once.
    harness.devices[0]!.send('x'.repeat(3.9 * MEBIBYTE));
    for (let i = 0; i < 20_000; i++) harness.devices[0]!.send('x');
    harness.wires[0]!.resume();

    expect((await close).code).toBe(1013);
  });

  test('no answer waits for a device that has gone', async () => {
    const socket = await harness.connected();
    socket.terminate();
    await expect.poll(() => harness.closed).toEqual(['ada']);

    harness.devices[0]!.send('x'.repeat(MEBIBYTE));

    expect(harness.devices[0]!.bufferedAmount).toBe(0);
  });

  test('stopping answers received messages, takes no more, and asks the device to come back', async () => {
    const socket = await harness.connected();
    const messages: string[] = [];
    socket.on('message', (data: Buffer) => messages.push(data.toString()));

    const close = closeOf(socket);
    await harness.sockets.drain();

    expect(await close).toEqual({ code: 1012, reason: 'The server restarts. Connect again.' });
    expect(messages).toEqual(['answered']);
    expect(await statusOf(harness.open())).toBe(503);
  });

  test('stopping does not wait for a device that is stuck', async () => {
    const socket = await harness.connected();
    const close = closeOf(socket);
    harness.wires[0]!.pause();

    await harness.sockets.drain();
    harness.wires[0]!.resume();

    expect(await close).toBeDefined();
  });
});
