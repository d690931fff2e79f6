import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpHarness } from '#src/server/testing/sockets/http-harness.ts';

let harness: HttpHarness;
afterEach(() => harness.stop());

describe('a client that asks too much', () => {
  test('headers that are too large are rejected', async () => {
    harness = await HttpHarness.start();

    const answer = await harness.talk(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*"code":"HEADERS_TOO_LARGE"/);
    expect(harness.asked).toEqual([]);
  });

  test('an address that is too large is rejected with a problem, as the API has them', async () => {
    harness = await HttpHarness.start();

    const answer = await harness.talk(`GET /?query=${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);

    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 431 [^]*content-type: application\/problem\+json/i);
    expect(JSON.parse(body)).toMatchObject({
      status: 431,
      code: 'HEADERS_TOO_LARGE',
      detail: expect.stringContaining('Shorten the address'),
    });
  });

  test('chunks of mostly extensions are rejected', async () => {
    harness = await HttpHarness.start();
    const chunks = `1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`;

    await harness.talk(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect(await harness.talk('GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      '200 OK',
    );
  });

  test('a flood of requests that waits for no answer is begun only in part', async () => {
    const held: (() => void)[] = [];
    harness = await HttpHarness.start({ requestsAtOnce: 4 }, (_request, response) =>
      held.push(() => response.end('ok')),
    );
    const client = harness.connect();
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));

    await expect.poll(() => held.length).toBe(4);
    held.forEach((answer) => answer());
    const answers = await client.all;

    expect(harness.asked).toHaveLength(4);
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(4);
    expect(answers).toMatch(/HTTP\/1\.1 429 [^]*"code":"TOO_MANY_REQUESTS"/);
  });

  test('any number of requests is served one after the other', async () => {
    harness = await HttpHarness.start({ requestsAtOnce: 4 });
    const client = harness.connect();
    for (let i = 1; i <= 20; i++) {
      client.write(`GET /${i} HTTP/1.1\r\nHost: a\r\n${i === 20 ? 'Connection: close\r\n' : ''}\r\n`);
      await expect.poll(() => harness.asked.length).toBe(i);
    }

    expect((await client.all).match(/HTTP\/1\.1 200 /g)).toHaveLength(20);
  });

  test('past the most connections, new ones are turned away until others end', async () => {
    harness = await HttpHarness.start({ connections: 2 });
    const first = harness.connect();
    const second = harness.connect();
    await expect.poll(() => harness.connections()).toBe(2);

    expect(await harness.talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    first.socket.destroy();
    await expect.poll(() => harness.connections()).toBe(1);

    expect(await harness.talk('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('200 OK');
    second.socket.destroy();
  });
});

describe('connections of one address', () => {
  /** The address that all connections seem to come from. */
  let address: string;
  beforeEach(async () => {
    address = '203.0.113.7';
    harness = await HttpHarness.start({ connectionsOfAddress: 2 });
    harness.server.on('upgrade', (_request, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    );
    harness.server.prependListener('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: address }),
    );
  });
  const ASK = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  test('past the limit are turned away until others end, and another address is still served', async () => {
    const first = harness.connect();
    const second = harness.connect();
    await expect.poll(() => harness.connections()).toBe(2);

    expect(await harness.talk(ASK)).toBe('');
    address = '203.0.113.8';
    expect(await harness.talk(ASK)).toContain('200 OK');
    address = '203.0.113.7';
    first.socket.destroy();
    await expect.poll(() => harness.connections()).toBe(1);

    expect(await harness.talk(ASK)).toContain('200 OK');
    second.socket.destroy();
  });

  test('do not count once they have become sync sockets', async () => {
    const sockets = [harness.connect(), harness.connect()];
    for (const socket of sockets) {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      await once(socket.socket, 'data');
    }

    expect(await harness.talk(ASK)).toContain('200 OK');
    for (const { socket } of sockets) socket.destroy();
  });
});
