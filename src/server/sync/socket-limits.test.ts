import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';

import { SocketLimits } from './socket-limits.ts';
import {
  closeOf,
  SocketHarness,
  statusOf,
  type StandSocketOptions,
} from '#src/server/testing/sockets/socket-harness.ts';

const LIMITS = {
  perUser: { open: 5, rate: { burst: 10, perSecond: 0.001 } },
  perAddress: { open: 8, rate: { burst: 15, perSecond: 0.001 } },
};

describe('sync sockets past a limit', () => {
  let harness: SocketHarness;

  beforeEach(async () => {
    harness = new SocketHarness(new SocketLimits(LIMITS));
    for (const name of ['bob', 'cy']) harness.sessions.set(name, { id: `session-of-${name}`, userId: name });
    await harness.start();
  });
  afterEach(() => harness.stop());

  test('of one user are rejected until others close, and another user can connect', async () => {
    const sockets = await open(5);

    expect(await statusOf(harness.open())).toBe(429);
    await open(1, { cookie: 'bob' });
    await closed(sockets.slice(0, 1));

    await open(1);
  });

  test('of one address are rejected, and another address and this machine can connect', async () => {
    const address = '203.0.113.1';
    await open(4, { address });
    await open(4, { address, cookie: 'bob' });

    expect(await statusOf(harness.open({ address, cookie: 'cy' }))).toBe(429);
    await open(1, { address: '203.0.113.2', cookie: 'cy' });
    await open(1, { cookie: 'cy' });
  });

  test('of one address are rejected at the same limit, together or one after the other', async () => {
    const found = Promise.withResolvers<void>();
    let lookUps = 0;
    harness.lookUp = () => {
      lookUps += 1;
      return found.promise;
    };
    const address = '203.0.113.1';
    const sockets = ['ada', 'bob', 'cy'].flatMap((cookie) =>
      Array.from({ length: 4 }, () => harness.open({ address, cookie })),
    );
    const answers = sockets.map((socket) =>
      Promise.race([once(socket, 'open').then(() => 101), statusOf(socket)]),
    );
    await expect.poll(() => lookUps).toBe(sockets.length);
    found.resolve();

    const statuses = await Promise.all(answers);
    expect(statuses.filter((status) => status === 101)).toHaveLength(8);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('opened one after the other are rejected after a while, with the time to wait', async () => {
    const address = '203.0.113.1';
    for (let i = 0; i < 10; i++) await closed(await open(1, { address }));

    const rejected = harness.open({ address });
    const [, response] = (await once(rejected, 'unexpected-response')) as [
      unknown,
      AsyncIterable<Buffer> & { statusCode: number; headers: Record<string, string> },
    ];
    let body = '';
    for await (const chunk of response) body += chunk.toString();

    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body)).toEqual({
      code: 'TOO_MANY_SOCKETS',
      message: expect.stringContaining('Try again in') as unknown,
    });
  });

  test('of an address without sessions are rejected before sessions are looked up', async () => {
    const address = '203.0.113.1';
    for (let i = 0; i < 15; i++) await closeOf(harness.open({ address, cookie: 'nobody' }));
    harness.sessionsFail = true;

    expect(await statusOf(harness.open({ address, cookie: 'nobody' }))).toBe(429);
  });

  async function open(count: number, options: StandSocketOptions = {}): Promise<WebSocket[]> {
    const sockets = Array.from({ length: count }, () => harness.open(options));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    return sockets;
  }

  /** Closes the sockets. Resolves when the server knows. */
  async function closed(sockets: readonly WebSocket[]): Promise<void> {
    const before = harness.closed.length;
    for (const socket of sockets) socket.close();
    await expect.poll(() => harness.closed.length).toBe(before + sockets.length);
  }
});
