import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const EVIL = 'https://evil.example.com';

/** The routes below /api that do more than read, from their source files. */
function writes(): { method: string; path: string }[] {
  const folder = join(import.meta.dirname, 'routes');
  const files = readdirSync(folder).filter((name) => name.endsWith('-routes.ts'));
  const sources = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = sources.join('\n').matchAll(/app\.(post|put|delete)\('([^']+)'/g);
  return [
    ...[...found].map(([, method = '', path = '']) => ({
      method: method.toUpperCase(),
      path: `/api/auth${path}`,
    })),
    { method: 'PUT', path: '/api/account/photo' },
    { method: 'DELETE', path: '/api/account/photo' },
  ];
}

describeEachEngine('attacks on any sign-in method', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  test('no page of another site can change anything, signed in or not', async () => {
    const browser = server.browser();
    await browser.signUp('ada@example.com');
    expect(writes().length).toBeGreaterThan(20);

    for (const { method, path } of writes()) {
      for (const origin of [
        EVIL,
        'null',
        'http://localhost.evil.example.com',
        `${server.url}.evil.example.com`,
      ]) {
        for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
          const headers = { origin, 'content-type': type };
          const answer = await browser.fetch(path, { method, headers, body: '{"password":"x"}' });
          expect([path, origin, answer.status]).toEqual([path, origin, 403]);
        }
      }
    }
    expect(await browser.session()).not.toBeNull();
  });

  test('a request that does not say its origin is rejected too', async () => {
    const answer = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: PASSWORD }),
    });

    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'MISSING_OR_NULL_ORIGIN' });
  });

  test('a session needs the signature of its token: none, another one, or that of another token does not work', async () => {
    const [ada, eve] = [server.browser(), server.browser()];
    await ada.signUp('signed@example.com');
    await eve.signUp('eve@example.com');
    const [token = '', signature = ''] =
      /sunglow\.session_token=([^;]+)/.exec(ada.cookie)?.[1]?.split('.') ?? [];
    const others = /sunglow\.session_token=[^.]+\.([^;]+)/.exec(eve.cookie)?.[1] ?? '';
    const status = async (value: string) => {
      const cookie = `sunglow.session_token=${value}`;
      return (await fetch(`${server.url}/api/auth/sessions`, { headers: { cookie } })).status;
    };

    expect(await status(`${token}.${signature}`)).toBe(200);
    for (const value of [token, `${token}.`, `${token}.${others}`, `${token}.${signature.slice(1)}A`]) {
      expect(await status(value)).toBe(401);
    }
  });

  test('no answer can be read by a script of another site', async () => {
    const answer = await server.browser().fetch('/api/auth/get-session', { headers: { origin: EVIL } });

    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test("a sign-in begins a new session in a browser with an attacker's session", async () => {
    const attacker = server.browser();
    await attacker.signUp('attacker@example.com');
    await server.browser().signUp('victim@example.com');
    const planted = attacker.cookie;

    const victim = server.browser();
    const answer = await victim.signIn('victim@example.com', PASSWORD, { cookie: planted });

    expect(answer.status).toBe(200);
    expect(await victim.session()).toMatchObject({ user: { email: 'victim@example.com' } });
    expect(victim.cookie).not.toContain(planted);
    // A browser has one session: its earlier one ends.
    expect(await attacker.session()).toBeNull();
  });

  test('a made-up cookie begins no session', async () => {
    const made = server.browser();

    await made.signIn('victim@example.com', 'wrong password', { cookie: 'sunglow.session_token=chosen' });
    const answer = await server
      .browser()
      .fetch('/api/auth/get-session', { headers: { cookie: 'sunglow.session_token=chosen' } });

    expect(await answer.json()).toBeNull();
  });

  test('a client that tries many links is slowed down, and finds none', async () => {
    const guesser = server.browser();
    for (const [path, more] of [
      ['link/sign-in', {}],
      ['link/verify', {}],
      ['reset-password', { newPassword: PASSWORD }],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          guesser.post(`/api/auth/${path}`, { token: `guess${i}`.padEnd(32, 'x'), ...more }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(429);
      expect(statuses.filter((status) => status < 400)).toEqual([]);
    }
    expect(await guesser.session()).toBeNull();
  });
});
