import { connect } from 'node:net';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { webFolder } from '#src/server/testing/processes/web-folder.ts';

const INDEX = '<!doctype html><title>Sunglow</title>';
const LANDING = '<!doctype html><meta property="og:image" content="%PUBLIC_URL%/social.png">';
const SCRIPT = 'console.log("sunglow");'.repeat(100);

describeEachEngine('the web app over HTTP', (engine) => {
  const web = webFolder({
    'index.html': INDEX,
    'landing.html': LANDING,
    'favicon.svg': '<svg/>',
    'assets/main-Ab12.js': SCRIPT,
    'assets/main-Ab12.js.br': brotliCompressSync(SCRIPT),
  });
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(await engine.create(), { web });
  });
  afterAll(() => server.stop());

  test('files named by their content are cached for good, and others are checked each time', async () => {
    const script = await fetch(`${server.url}/assets/main-Ab12.js`);
    const icon = await fetch(`${server.url}/favicon.svg`);

    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe(SCRIPT);
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  });

  test('files are sent compressed to clients that accept it', async () => {
    const path = '/assets/main-Ab12.js';
    const compressed = await raw(`GET ${path}`, 'Accept-Encoding: gzip, deflate, br, zstd');
    const plain = await raw(`GET ${path}`, 'Accept-Encoding: gzip, br;q=0');

    expect(compressed.head).toContain('content-encoding: br');
    expect(brotliDecompressSync(compressed.body).toString()).toBe(SCRIPT);
    expect(plain.head).not.toContain('content-encoding');
    expect(plain.body.toString()).toBe(SCRIPT);
  });

  test('an unchanged file is not sent again', async () => {
    const first = await fetch(server.url);
    const again = await fetch(server.url, { headers: { 'if-none-match': first.headers.get('etag')! } });

    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('the landing page has a document of its own, with its address', async () => {
    const plain = await raw('GET /');
    const compressed = await raw('GET /', 'Accept-Encoding: br');

    const filled = LANDING.replace('%PUBLIC_URL%', server.url.replace('127.0.0.1', 'localhost'));
    expect(plain.head).toMatch(/^HTTP\/1.1 200 /);
    expect(plain.head).toContain('content-type: text/html');
    expect(plain.head).toContain('cache-control: no-cache');
    expect(plain.body.toString()).toBe(filled);
    expect(compressed.head).toContain('content-encoding: br');
    expect(brotliDecompressSync(compressed.body).toString()).toBe(filled);
  });

  test.each([
    ['/index.html', 200],
    ['/app/today', 200],
    ['/app/today/', 200],
    ['/app/project/50%25%20off%2Fon%23%3F', 200],
    ['/app/project/%', 200],
    ['/app/project/%E0%A4%A', 200],
    ['/app/project/%F0%9F%8C%9E', 200],
    // The app has a page for unknown addresses.
    ['/nowhere', 404],
    ['/app/nowhere', 404],
    ['/landing.html', 404],
    ['/../../package.json', 404],
    ['/..%2f..%2fpackage.json', 404],
    ['/assets%2f..%2f..%2f..%2fpackage.json', 404],
    ['/%00', 404],
    ['//evil.example.com/', 404],
    ['/.git/config', 404],
  ])('%s shows the app, as %i', async (path, status) => {
    const { head, body } = await raw(`GET ${path}`);

    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-type: text/html');
    expect(head).toContain('cache-control: no-cache');
    expect(body.toString()).toBe(INDEX);
  });

  test('a script of another version is not found, and the app does not replace it', async () => {
    const answer = await fetch(`${server.url}/assets/main-Old0.js`);

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('HEAD is answered as GET, without the body', async () => {
    for (const path of ['/', '/app/today', '/assets/main-Ab12.js']) {
      const get = await raw(`GET ${path}`);
      const head = await raw(`HEAD ${path}`);

      expect(head.body).toHaveLength(0);
      expect(head.head.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
      expect(linesOf(head.head)).toEqual(linesOf(get.head));
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s of a page is rejected', async (method) => {
    const answer = await fetch(`${server.url}/app/today`, { method });

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each(['/api', '/api/', '/api/nothing', '/api/auth', '/api/%'])(
    '%s is answered with an error that says so',
    async (path) => {
      const answer = await raw(`GET ${path}`);

      expect(answer.head).toMatch(/^HTTP\/1.1 404 /);
      expect(JSON.parse(answer.body.toString())).toEqual({
        code: 'NOT_FOUND',
        message: 'There is nothing here. Check the address and the method.',
      });
    },
  );

  test('every answer keeps scripts, frames and windows of other sites away', async () => {
    for (const path of ['/', '/assets/main-Ab12.js', '/api/nothing', '/healthz', '/api/auth/get-session']) {
      const { headers } = await fetch(`${server.url}${path}`);
      const policy = headers.get('content-security-policy')!;

      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('a request that could be read in two ways is rejected', async () => {
    const answer = await raw('POST /', 'Content-Length: 4', 'Transfer-Encoding: chunked');

    expect(answer.head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'BAD_REQUEST' });
  });

  /** Sends the path unchanged: `fetch` would normalize it. */
  async function raw(request: string, ...headers: string[]): Promise<{ head: string; body: Buffer }> {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      [`${request} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    return {
      head: answer
        .subarray(0, end)
        .toString()
        .replaceAll(/^[A-Z][\w-]+(?=:)/gm, lower),
      body: answer.subarray(end + 4),
    };
  }
});

function lower(name: string): string {
  return name.toLowerCase();
}

/** The headers in sorted order, without those that differ each time. */
function linesOf(head: string): string[] {
  const lines = head.split('\r\n').filter((line) => !/^(date|x-request-id):/.test(line));
  return lines.toSorted((a, b) => a.localeCompare(b));
}
