import { afterEach, describe, expect, test } from 'vitest';
import { HttpHarness } from '#src/server/testing/sockets/http-harness.ts';

/** Short limits, so that tests need not wait. No test asserts a time. */
const SHORT = {
  headersMs: 100,
  requestMs: 150,
  uploadMs: 1_000,
  checkEveryMs: 20,
  idleMs: 100,
  stalledMs: 200,
};

let harness: HttpHarness;
afterEach(() => harness.stop());

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
    harness = await HttpHarness.start();

    const answer = await harness.talk(`POST / HTTP/1.1\r\nHost: a\r\n${rest}`);

    expect(harness.asked).not.toContain('GET /smuggled');
    // A request with an error only in its body may already have been answered.
    const rejected = /^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/;
    expect(answer).toMatch(harness.asked.length === 0 ? rejected : /^(HTTP\/1\.1 (400|200) [^]*)?$/);
  });

  test.each([
    ['has no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['is of another version', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
    ['is no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('is rejected: it %s', async (_what, request) => {
    harness = await HttpHarness.start();

    expect(await harness.talk(request)).toMatch(/^HTTP\/1\.1 400 /);
    expect(harness.asked).toEqual([]);
  });

  test('an offer of HTTP/2 is an ordinary request', async () => {
    harness = await HttpHarness.start();
    harness.server.on('upgrade', (_request, socket) => socket.destroy());

    const upgrade =
      'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ';
    const answer = await harness.talk(`GET / HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a slow client', () => {
  test.each([
    ['says nothing', ''],
    ['does not finish its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['asks for a socket and does not finish', 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n'],
  ])('is rejected when it %s', async (_what, begun) => {
    harness = await HttpHarness.start(SHORT);
    const slow = harness.connect();
    slow.write(begun);

    expect(await slow.all).toMatch(/^HTTP\/1\.1 408 [^]*"code":"REQUEST_TIMEOUT"/);
    expect(harness.asked).toEqual([]);
  });

  test('is rejected when headers come byte by byte, while others are served', async () => {
    harness = await HttpHarness.start(SHORT);
    const slow = harness.connect();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
    const dripping = setInterval(() => slow.write('a'), 10);

    expect(await harness.talk('GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      '200 OK',
    );
    expect(await slow.all).toContain(' 408 ');
    clearInterval(dripping);
    expect(harness.asked).toEqual(['GET /other']);
  });

  test.each([
    ['of a length that it told', 'Content-Length: 1000000', 'a'],
    ['of any length', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
  ])('is cut off when a body %s comes byte by byte', async (_what, header, part) => {
    const ends: boolean[] = [];
    harness = await HttpHarness.start(SHORT, (request) => {
      request.resume();
      request.once('close', () => ends.push(request.complete));
    });
    const slow = harness.connect();
    slow.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
    const dripping = setInterval(() => slow.write(part), 10);

    await slow.all;
    clearInterval(dripping);
    await expect.poll(() => ends).toEqual([false]);
  });

  test('has more time for a photo than for other requests', async () => {
    const { promise: cutOff, resolve } = Promise.withResolvers<void>();
    harness = await HttpHarness.start(SHORT, (request, response) => {
      request.resume();
      request.once('end', () => response.end('ok'));
      if (request.url === '/') request.once('close', resolve);
    });
    const upload = harness.connect();
    upload.write(
      'PUT /api/account/photo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n',
    );
    const other = harness.connect();
    other.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    const dripping = setInterval(() => other.write('a'), 10);

    await cutOff;
    clearInterval(dripping);
    upload.write('ab');

    expect(await upload.all).toContain('200 OK');
  });

  test('is cut off when it has nothing more to ask', async () => {
    harness = await HttpHarness.start(SHORT);

    expect(await harness.talk('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toContain('200 OK');
  });

  test('is cut off when it does not read its answer', async () => {
    harness = await HttpHarness.start(SHORT, (_request, response) =>
      response.end(Buffer.alloc(64 * 1_048_576)),
    );
    const slow = harness.connect();
    slow.socket.pause();
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');

    await expect.poll(() => harness.asked).toHaveLength(1);
    await expect.poll(() => harness.connections()).toBe(0);
    slow.socket.destroy();
  });
});
