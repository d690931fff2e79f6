import { afterAll, beforeAll, expect, test } from 'vitest';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('signing in', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(await engine.create());
  });
  afterAll(() => server.stop());

  test('a new user is signed in at once, on the next day, and on another device', async () => {
    const first = server.browser();
    const signUp = await first.signUp('Ada@Example.com');
    const second = server.browser();
    const signIn = await second.signIn('ada@example.com');

    expect(signUp.status).toBe(200);
    expect(signIn.status).toBe(200);
    expect(await first.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } });
    expect(await second.session()).toEqual({
      ...(await first.session()),
      session: expect.anything() as unknown,
    });
  });

  test('the cookie is for HTTP and this site only, and lasts for weeks', async () => {
    const response = await server.browser().signUp('cookie@example.com');
    const [cookie = ''] = response.headers.getSetCookie();

    expect(cookie).toMatch(/^sunglow\.session_token=/);
    const attributes = cookie.split('; ').slice(1);
    expect(attributes).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=5184000']),
    );
    expect(attributes).not.toContain('Secure');
  });

  test('no answer shows the token of the session to scripts', async () => {
    const browser = server.browser();
    const signUp = await browser.signUp('token@example.com');
    const session = await browser.session();

    expect(Object.keys((await signUp.json()) as object)).toEqual(['user']);
    expect(JSON.stringify(session)).not.toContain('token"');
  });

  test('a wrong password and an unknown email get the same answer', async () => {
    await server.browser().signUp('known@example.com');
    const wrong = await server.browser().signIn('known@example.com', 'not the password');
    const unknown = await server.browser().signIn('unknown@example.com', 'not the password');

    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const body = await wrong.json();
    expect(body).toEqual({ code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Wrong email or password.' });
    expect(await unknown.json()).toEqual(body);
    expect(headersOf(wrong)).toEqual(headersOf(unknown));
  });

  test('an email that has an account cannot sign up again', async () => {
    await server.browser().signUp('twice@example.com');
    const again = await server.browser().signUp('Twice@example.com', 'another password');

    expect(again.status).toBe(422);
    expect(await again.json()).toMatchObject({ code: 'USER_ALREADY_EXISTS' });
    expect((await server.browser().signIn('twice@example.com')).status).toBe(200);
  });

  test('two sign-ups with one email at once make one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.browser().signUp('race@example.com')),
    );

    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
  });

  test('signing out ends the session on the server, not only in the browser', async () => {
    const browser = server.browser();
    await browser.signUp('leaver@example.com');
    const { cookie } = browser;

    const answer = await browser.post('/api/auth/sign-out', {});

    expect(answer.status).toBe(200);
    expect(await browser.session()).toBeNull();
    const replayed = await server.browser().fetch('/api/auth/get-session', { headers: { cookie } });
    expect(await replayed.json()).toBeNull();
  });

  test('a changed cookie identifies nobody', async () => {
    const browser = server.browser();
    await browser.signUp('forged@example.com');
    const cookie = browser.cookie.replace(/(session_token=[^;]+).{8}(;|$)/, '$1AAAAAAAA$2');
    expect(cookie).not.toBe(browser.cookie);

    const answer = await server.browser().fetch('/api/auth/get-session', { headers: { cookie } });

    expect(await answer.json()).toBeNull();
  });

  test('another site can sign a user neither in nor out', async () => {
    const browser = server.browser();
    await browser.signUp('victim@example.com');
    const origin = 'https://evil.example.com';

    const signOut = await browser.post('/api/auth/sign-out', {}, { origin });
    const signIn = await server.browser().signIn('victim@example.com', PASSWORD, { origin });

    expect([signOut.status, signIn.status]).toEqual([403, 403]);
    expect(await signOut.json()).toMatchObject({ code: 'INVALID_ORIGIN' });
    expect(await browser.session()).not.toBeNull();
  });

  test.each([
    ['no name', { name: '  ', email: 'a@example.com', password: PASSWORD }, 'INVALID_NAME'],
    ['a name with a NUL', { name: 'A\0', email: 'a@example.com', password: PASSWORD }, 'INVALID_NAME'],
    ['no email', { name: 'Ada', password: PASSWORD }, 'INVALID_EMAIL'],
    ['a wrong email', { name: 'Ada', email: 'ada', password: PASSWORD }, 'INVALID_EMAIL'],
    ['a short password', { name: 'Ada', email: 'a@example.com', password: '1234567' }, 'PASSWORD_TOO_SHORT'],
    [
      'a long password',
      { name: 'Ada', email: 'a@example.com', password: 'x'.repeat(129) },
      'PASSWORD_TOO_LONG',
    ],
    ['no password', { name: 'Ada', email: 'a@example.com' }, 'INVALID_PASSWORD'],
    ['a list', [], 'BAD_JSON'],
  ])('a sign-up with %s is rejected, with the reason', async (_what, body, code) => {
    const answer = await server.browser().post('/api/auth/sign-up/email', body);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ code, message: expect.stringMatching(/\w+/) as unknown });
  });

  test.each([
    ['of a length that it tells', 'x'.repeat(20_000)],
    ['that comes in parts', new Blob(['x'.repeat(20_000)]).stream()],
  ])('a body that is too large, %s, is rejected', async (_what, body) => {
    const init = { method: 'POST', body, duplex: 'half' };
    const answer = await server.browser().fetch('/api/auth/sign-in/email', init);

    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'TOO_LARGE' });
  });

  test('a body without JSON is rejected', async () => {
    const answer = await server.browser().fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":',
    });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ code: 'BAD_JSON', message: 'Send a JSON object.' });
  });

  test.each([
    ['POST', '/api/auth/sign-in/social'],
    ['POST', '/api/auth/update-session'],
    ['POST', '/api/auth/revoke-session'],
    ['POST', '/api/auth/delete-user/callback'],
    ['GET', '/api/auth/list-sessions'],
    ['GET', '/api/auth/callback/google'],
    ['GET', '/api/auth/error'],
    ['GET', '/api/auth/sign-in/email'],
  ])('%s %s is not offered', async (method, path) => {
    const browser = server.browser();
    await browser.signIn('ada@example.com');

    const answer = await browser.fetch(path, { method, ...(method === 'POST' && { body: '{}' }) });

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describeEachEngine('wrong passwords', (engine) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(await engine.create(), {
      settings: { TRUSTED_PROXY_HEADER: 'X-Real-IP' },
    });
    await server.browser().signUp('ada@example.com');
  });
  afterAll(() => server.stop());

  const signIn = (email: string, password: string, address: string) =>
    server.browser().signIn(email, password, { 'x-real-ip': address });

  test.each(['ada@example.com', 'nobody@example.com'])(
    'are slowed down, also when sent at once, with and without an account: %s',
    async (email) => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => signIn(email, 'not the password', '198.51.100.1')),
      );
      const rejected = answers.filter((answer) => answer.status === 429);

      expect(rejected).toHaveLength(2);
      expect(Number(rejected[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await rejected[0]!.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    },
  );

  test('do not keep out the owner, who is elsewhere', async () => {
    expect((await signIn('ada@example.com', PASSWORD, '198.51.100.1')).status).toBe(429);
    expect((await signIn('ada@example.com', PASSWORD, '198.51.100.2')).status).toBe(200);
  });

  test('are the only ones counted', async () => {
    for (let i = 0; i < 12; i++) {
      expect((await signIn('ada@example.com', PASSWORD, '198.51.100.4')).status).toBe(200);
    }
  });
});

describeEachEngine('the settings', (engine) => {
  test('without a trusted proxy, no header changes the address of a request', async () => {
    const server = await startTestServer(await engine.create());
    const names = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'x-sunglow-client-address'];

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => {
        const headers = Object.fromEntries(names.map((name) => [name, `198.51.100.${i}`]));
        return server.browser().signIn('ada@example.com', 'not the password', headers);
      }),
    );
    await server.stop();

    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
  });

  test('on https the cookie is sent over https only, to this host alone', async () => {
    const origin = 'https://sunglow.example.com';
    const server = await startTestServer(await engine.create(), { settings: { PUBLIC_URL: origin } });
    const browser = server.browser();

    const body = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
    const response = await browser.post('/api/auth/sign-up/email', body, { origin });
    const session = await browser.session();
    await server.stop();

    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-sunglow\.session_token=/);
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'Path=/', 'HttpOnly']));
    expect(cookie).not.toContain('Domain');
    expect(session).toMatchObject({ user: { email: 'ada@example.com' } });
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });
});

/** Without the headers that differ each time. */
function headersOf(response: Response): Record<string, string> {
  const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
  return headers;
}
