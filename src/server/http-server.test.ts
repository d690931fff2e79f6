import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createHttpServer, type HttpLimits } from '#src/server/http-server.ts';

/** Short, so that tests need not wait; nothing is asserted of when. */
const SHORT = {
  headersMs: 100,
  requestMs: 150,
  uploadMs: 1_000,
  checkEveryMs: 20,
  idleMs: 100,
  stalledMs: 200,
};

let server: Server;
/** What the app got to see, as `GET /path`. */
let asked: string[];

async function start(limits: Partial<HttpLimits> = {}, answer: RequestListener = answerOk): Promise<void> {
  asked = [];
  server = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  }, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('a request that could be read in two ways', () => {
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
  const chunked = 'Transfer-Encoding: chunked';

  test.each<[string, string]>([
    ['has a length and comes in chunks', `Content-Length: 4\r\n${chunked}\r\n\r\n0\r\n\r\n${smuggled}`],
    ['comes in chunks and has a length', `${chunked}\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`],
    ['has two lengths', `Content-Length: 0\r\nContent-Length: 5\r\n\r\n${smuggled}`],
    ['has a length of two', `Content-Length: 0, 5\r\n\r\n${smuggled}`],
    ['has a length with a sign', `Content-Length: +0\r\n\r\n${smuggled}`],
    ['has a length that is less than nothing', `Content-Length: -1\r\n\r\n${smuggled}`],
    ['is encoded in no known way', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['is encoded and then not', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['has a space before a colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['has a header on two lines', `X-A: b\r\n ${chunked}\r\n\r\n0\r\n\r\n${smuggled}`],
    ['has a header without a colon', `X-A\r\n${chunked}\r\n\r\n0\r\n\r\n${smuggled}`],
    ['has a NUL in a header', `X-A: b\0c\r\n\r\n${smuggled}`],
    ['has a carriage return in a header', `X-A: b\rX-B: c\r\n\r\n${smuggled}`],
    ['ends its lines without a carriage return', `${chunked}\n\n0\n\n${smuggled}`],
    ['has a chunk of a wrong size', `${chunked}\r\n\r\n0x0\r\n\r\n${smuggled}`],
    ['has a chunk of a size with a sign', `${chunked}\r\n\r\n-1\r\n\r\n${smuggled}`],
    ['has a chunk of a size past all numbers', `${chunked}\r\n\r\nfffffffffffffffff\r\n\r\n${smuggled}`],
    ['has a chunk that is longer than it says', `${chunked}\r\n\r\n1\r\nab\r\n0\r\n\r\n${smuggled}`],
    ['ends a chunk without a carriage return', `${chunked}\r\n\r\n1\na\n0\n\n${smuggled}`],
  ])('is rejected: it %s', async (_what, rest) => {
    await start();

    const answer = await talk(`POST / HTTP/1.1\r\nHost: a\r\n${rest}`);

    expect(asked).not.toContain('GET /smuggled');
    // What is wrong only in its body may have been answered by then.
    const refused = /^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/;
    expect(answer).toMatch(asked.length === 0 ? refused : /^(HTTP\/1\.1 (400|200) [^]*)?$/);
  });

  test.each([
    ['has no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['is of another version', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
    ['is no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('is rejected: it %s', async (_what, request) => {
    await start();

    expect(await talk(request)).toMatch(/^HTTP\/1\.1 400 /);
    expect(asked).toEqual([]);
  });

  test('an offer of HTTP/2 is an ordinary request', async () => {
    await start();
    server.on('upgrade', (_request, socket) => socket.destroy());

    const upgrade =
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ';
    const answer = await talk(`GET / HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a slow client', () => {
  test.each([
    ['says nothing', ''],
    ['does not finish its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['asks for a socket and does not finish', 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n'],
  ])('is told off when it %s', async (_what, begun) => {
    await start(SHORT);
    const slow = new Client();
    slow.write(begun);

    expect(await slow.all).toMatch(/^HTTP\/1\.1 408 [^]*"code":"REQUEST_TIMEOUT"/);
    expect(asked).toEqual([]);
  });

  test('is told off when headers come byte by byte, while others are served', async () => {
    await start(SHORT);
    const slow = new Client();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
    const dripping = setInterval(() => slow.write('a'), 10);

    expect(await talk('GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('200 OK');
    expect(await slow.all).toContain(' 408 ');
    clearInterval(dripping);
    expect(asked).toEqual(['GET /other']);
  });

  test.each([
    ['of a length that it told', 'Content-Length: 1000000', 'a'],
    ['of any length', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
  ])('is cut off when a body %s comes byte by byte', async (_what, header, part) => {
    const ends: boolean[] = [];
    await start(SHORT, (request) => {
      request.resume();
      request.once('close', () => ends.push(request.complete));
    });
    const slow = new Client();
    slow.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
    const dripping = setInterval(() => slow.write(part), 10);

    await slow.all;
    clearInterval(dripping);
    await expect.poll(() => ends).toEqual([false]);
  });

  test('may take longer over a photo than over anything else', async () => {
    const { promise: cutOff, resolve } = Promise.withResolvers<void>();
    await start(SHORT, (request, response) => {
      request.resume();
      request.once('end', () => response.end('ok'));
      if (request.url === '/') request.once('close', resolve);
    });
    const upload = new Client();
    upload.write(
      'PUT /api/account/photo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n',
    );
    const other = new Client();
    other.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    const dripping = setInterval(() => other.write('a'), 10);

    await cutOff;
    clearInterval(dripping);
    upload.write('ab');

    expect(await upload.all).toContain('200 OK');
  });

  test('is cut off when it has nothing more to ask', async () => {
    await start(SHORT);

    expect(await talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('200 OK');
  });

  test('is cut off when it does not read its answer', async () => {
    await start(SHORT, (_request, response) => response.end(Buffer.alloc(64 * 1_048_576)));
    const slow = new Client();
    slow.socket.pause();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');

    await expect.poll(() => asked).toHaveLength(1);
    await expect.poll(() => connectionsOf(server)).toBe(0);
    slow.socket.destroy();
  });
});

describe('a client that asks too much', () => {
  test('headers that are too large are rejected', async () => {
    await start();

    const answer = await talk(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'a'.repeat(17_000)}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*"code":"HEADERS_TOO_LARGE"/);
    expect(asked).toEqual([]);
  });

  test('chunks of mostly extensions are rejected', async () => {
    await start();
    const chunks = `1;${'a'.repeat(20_000)}\r\na\r\n0\r\n\r\n`;

    await talk(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect(await talk('GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('200 OK');
  });

  test('of a flood of requests without waiting for answers, few are begun', async () => {
    const held: (() => void)[] = [];
    await start({ requestsAtOnce: 4 }, (_request, response) => held.push(() => response.end('ok')));
    const client = new Client();
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));

    await expect.poll(() => held.length).toBe(4);
    held.forEach((answer) => answer());
    const answers = await client.all;

    expect(asked).toHaveLength(4);
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(4);
    expect(answers).toMatch(/HTTP\/1\.1 429 [^]*"code":"TOO_MANY_REQUESTS"/);
  });

  test('one after the other, as many as it likes', async () => {
    await start({ requestsAtOnce: 4 });
    const client = new Client();
    for (let i = 1; i <= 20; i++) {
      client.write(`GET /${i} HTTP/1.1\r\nHost: a\r\n${i === 20 ? 'Connection: close\r\n' : ''}\r\n`);
      await expect.poll(() => asked.length).toBe(i);
    }

    expect((await client.all).match(/HTTP\/1\.1 200 /g)).toHaveLength(20);
  });

  test('past the most connections, new ones are turned away until others end', async () => {
    await start({ connections: 2 });
    const first = new Client();
    const second = new Client();
    await expect.poll(() => connectionsOf(server)).toBe(2);

    expect(await talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
    first.socket.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(1);

    expect(await talk('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('200 OK');
    second.socket.destroy();
  });
});

describe('connections of one address', () => {
  /** All connections seem to come from there. */
  let address: string;
  beforeEach(async () => {
    address = '203.0.113.7';
    await start({ connectionsOfAddress: 2 });
    server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    server.prependListener('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: address }),
    );
  });
  const ASK = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  test('past the most are turned away until others end, and those of another address are served', async () => {
    const first = new Client();
    const second = new Client();
    await expect.poll(() => connectionsOf(server)).toBe(2);

    expect(await talk(ASK)).toBe('');
    address = '203.0.113.8';
    expect(await talk(ASK)).toContain('200 OK');
    address = '203.0.113.7';
    first.socket.destroy();
    await expect.poll(() => connectionsOf(server)).toBe(1);

    expect(await talk(ASK)).toContain('200 OK');
    second.socket.destroy();
  });

  test('that have become sync sockets count no more', async () => {
    const sockets = [new Client(), new Client()];
    for (const socket of sockets) {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      await once(socket.socket, 'data');
    }

    expect(await talk(ASK)).toContain('200 OK');
    for (const { socket } of sockets) socket.destroy();
  });
});

const answerOk: RequestListener = (request, response) => {
  request.resume();
  response.end('ok');
};

class Client {
  readonly socket: Socket;
  /** All that the server answered, once it has ended the connection. */
  readonly all: Promise<string>;
  #text = '';

  constructor() {
    this.socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.#text += text));
    this.socket.on('error', () => {});
    // Not `once` of node:events, which rejects when the server resets the connection: that is an end too.
    this.all = new Promise((resolve) => this.socket.once('close', () => resolve(this.#text)));
  }

  write(text: string): void {
    this.socket.write(text, 'latin1');
  }
}

/** Sends `text`, and returns what the server answered until it ended the connection. */
function talk(text: string): Promise<string> {
  const client = new Client();
  client.write(text);
  return client.all;
}

function connectionsOf(of: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    of.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
