import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { closeOf, SocketStand, statusOf } from '#src/server/testing/socket-stand.ts';
import { CLOSE } from '#src/sync/protocol.ts';

describe('a server that leaves its devices to others', () => {
  let stand: SocketStand;

  beforeEach(async () => {
    stand = new SocketStand();
    await stand.start();
  });
  afterEach(() => stand.stop());

  test('sends them away one by one, each when it has its answers', async () => {
    const users = Array.from({ length: 8 }, (_, n) => `user ${n}`);
    for (const user of users) stand.sessions.set(user, { id: `session of ${user}`, userId: user });
    const sockets = await Promise.all(users.map((user) => stand.connected(user)));
    const heard: string[] = [];
    const closes = sockets.map(async (socket) => {
      socket.on('message', (data: Buffer) => heard.push(data.toString()));
      const { code } = await closeOf(socket);
      heard.push(String(code));
      return performance.now();
    });

    const began = performance.now();
    await stand.sockets.move(1_000);
    const times = (await Promise.all(closes)).map((time) => time - began).toSorted((a, b) => a - b);

    expect(heard.filter((text) => text === 'answered')).toHaveLength(8);
    expect(heard.filter((text) => text === String(CLOSE.MOVE))).toHaveLength(8);
    // By chance they would all be so close together once in a million runs.
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(100);
  });

  test('what comes after that is not taken: the device sends it to the other server', async () => {
    const socket = await stand.connected();
    const answered = Promise.withResolvers<void>();
    stand.answered = () => answered.promise;
    const moved = stand.devices[0]!.move();

    socket.send('late');
    socket.ping();
    await once(socket, 'pong');
    expect(stand.received).toEqual([]);
    answered.resolve();
    await moved;

    expect((await closeOf(socket)).code).toBe(CLOSE.MOVE);
  });

  test('still takes in who comes, and sends them away too; at its end nobody any more', async () => {
    expect(stand.sockets.isDraining).toBe(false);
    const moved = stand.sockets.move(1_000);
    expect(stand.sockets.isDraining).toBe(true);

    const late = await stand.connected();
    const close = closeOf(late);
    await moved;
    await stand.sockets.drain();

    expect((await close).code).toBe(CLOSE.MOVE);
    expect(await statusOf(stand.open())).toBe(503);
  });
});
