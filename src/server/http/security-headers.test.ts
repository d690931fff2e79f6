import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { webFolder } from '#src/server/testing/processes/web-folder.ts';

const HTTPS = 'https://sunglow.example.com';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Every kind of answer: the request, and the status of its answer. */
const ANSWERS: readonly [what: string, status: number, headers?: Record<string, string>, body?: string][] = [
  ['GET /', 200],
  ['HEAD /', 200],
  ['GET /app/today', 200],
  ['GET /assets/main-Ab12.js', 200],
  ['GET /assets/missing-Ab12.js', 404],
  ['GET /photos/missing', 404],
  ['GET /healthz', 200],
  ['GET /readyz', 200],
  ['GET /api/auth/ways', 200],
  ['HEAD /api/auth/ways', 200],
  ['GET /api/auth/get-session', 200],
  ['HEAD /api/auth/get-session', 200],
  ['GET /api/nothing', 404],
  ['GET /api/sync', 426],
  ['PUT /api/account/photo', 401, { origin: HTTPS }],
  ['POST /api/auth/sign-out', 403],
  ['POST /api/auth/sign-in/email', 400, { origin: HTTPS, ...JSON_TYPE }, '{'],
  ['POST /api/auth/sign-in/email', 413, { origin: HTTPS, ...JSON_TYPE }, 'x'.repeat(20_000)],
  ['POST /app/today', 404],
  ['OPTIONS /api/auth/ways', 403],
  ['TRACE /', 404],
];

/** Requests that are answered before they reach the app. */
const RAW: readonly [what: string, status: number, headers: Record<string, string>][] = [
  ['GET /elsewhere', 404, { connection: 'Upgrade', upgrade: 'websocket' }],
  ['GET /api/sync', 403, { connection: 'Upgrade', upgrade: 'websocket' }],
  ['GET /', 431, { 'x-large': 'x'.repeat(17_000) }],
];

describeEachEngine('security headers', (engine) => {
  const web = webFolder({
    'index.html': 'x',
    'landing.html': 'x',
    'assets/main-Ab12.js': 'x',
    '.vite/manifest.json': '{"src/web/main.tsx":{}}',
  });
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(await engine.create(), {
      web,
      settings: { PUBLIC_URL: HTTPS, SIGNUPS: 'invite' },
    });
  });
  afterAll(() => server.stop());

  test.each(ANSWERS)('%s is answered with %i and all headers', async (what, status, headers, body) => {
    const answer = await ask(what, headers, body);

    expect(answer.status).toBe(status);
    const policy = answer.headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'; style-src 'self'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(answer.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), ') as unknown,
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(answer.headers['x-powered-by'] ?? answer.headers['server']).toBeUndefined();
  });

  test.each(ANSWERS.filter(([what]) => what.includes(' /api/')))(
    '%s is answered with %i, which no cache keeps',
    async (what, _status, headers, body) => {
      const answer = await ask(what, headers, body);

      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test.each(RAW)('%s is answered with %i, and not as a page', async (what, status, headers) => {
    const answer = await ask(what, headers);

    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['subdomains', 'max-age=31536000; includeSubDomains'],
    ['preload', 'max-age=31536000; includeSubDomains; preload'],
  ])('HSTS=%s sends browsers that header', async (HSTS, expected) => {
    const settings = { PUBLIC_URL: HTTPS, HSTS };
    const other = await startTestServer(await engine.create(), { web, settings });
    const answer = await fetch(`${other.url}/`);
    await other.stop();

    expect(answer.headers.get('strict-transport-security')).toBe(expected);
  });

  test.each(['GET /api/auth/ways', 'GET /api/auth/invitation', 'GET /api/auth/get-session'])(
    'no cache keeps the answer to %s',
    async (what) => {
      expect((await ask(what)).headers['cache-control']).toBe('no-store');
    },
  );

  test("the build's own notes are not served", async () => {
    const answer = await fetch(`${server.url}/.vite/manifest.json`);

    expect(await answer.text()).not.toContain('src/web');
  });

  async function ask(
    what: string,
    headers: Record<string, string> = {},
    body = '',
  ): Promise<{ status: number | undefined; headers: IncomingHttpHeaders }> {
    const [method = '', path = ''] = what.split(' ');
    const asked = request(`${server.url}${path}`, { method, headers, agent: false });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return { status: answer.statusCode, headers: answer.headers };
  }
});
