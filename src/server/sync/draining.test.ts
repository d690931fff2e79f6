import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { closeOf, SocketHarness, statusOf } from '#src/server/testing/sockets/socket-harness.ts';
import { CLOSE } from '#src/sync/protocol.ts';

describe('a server that moves its devices to others', () => {
  let harness: SocketHarness;

  beforeEach(async () => {
    harness = new SocketHarness();
    await harness.start();
  });
  afterEach(() => harness.stop());

  test('closes their sockets one by one, each after its answers', async () => {
    const users = Array.from({ length: 8 }, (_, n) => `user ${n}`);
    for (const user of users) harness.sessions.set(user, { id: `session of ${user}`, userId: user });
    const sockets = await Promise.all(users.map((user) => harness.connected(user)));
    const heard: string[] = [];
    const closes = sockets.map(async (socket) => {
      socket.on('message', (data: Buffer) => heard.push(data.toString()));
      const { code } = await closeOf(socket);
      heard.push(String(code));
      return performance.now();
    });

    const began = performance.now();
    await harness.sockets.move(1_000);
    const times = (await Promise.all(closes)).map((time) => time - began).toSorted((a, b) => a - b);

    expect(heard.filter((text) => text === 'answered')).toHaveLength(8);
    expect(heard.filter((text) => text === String(CLOSE.MOVE))).toHaveLength(8);
    // By chance all of them would be so close together once in a million runs.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(100);
  });

  test('takes no message after that: the device sends it to the other server', async () => {
    const socket = await harness.connected();
    const answered = Promise.withResolvers<void>();
    harness.answered = () => answered.promise;
    const moved = harness.devices[0]!.move();

    socket.send('late');
    socket.ping();
    await once(socket, 'pong');
    expect(harness.received).toEqual([]);
    answered.resolve();
    await moved;

    expect((await closeOf(socket)).code).toBe(CLOSE.MOVE);
  });

  test('still accepts new devices, and moves them too; at its end it accepts none', async () => {
    expect(harness.sockets.isDraining).toBe(false);
    const moved = harness.sockets.move(1_000);
    expect(harness.sockets.isDraining).toBe(true);

    const late = await harness.connected();
    const close = closeOf(late);
    await moved;
    await harness.sockets.drain();

    expect((await close).code).toBe(CLOSE.MOVE);
    expect(await statusOf(harness.open())).toBe(503);
  });
});
