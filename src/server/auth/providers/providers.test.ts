import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { IdentityProvider, type IdentityTraits } from '#src/server/testing/sign-in/identity-provider.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('providers on a server of these settings', (engine) => {
  let identity: IdentityProvider;
  let stop = async () => {};
  beforeAll(async () => {
    identity = await IdentityProvider.create();
    identity.register('https://sunglow.example.com');
    await identity.start();
    identity.accounts.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
  });
  afterAll(async () => {
    await stop();
    await identity.stop();
  });

  /** Starts the server at a public address, without mail. */
  async function start(settings: Record<string, string> = {}) {
    await stop();
    const where = await engine.create();
    const server = await startTestServer(where, {
      settings: { PUBLIC_URL: 'https://sunglow.example.com', ...identity.settings, ...settings },
    });
    stop = () => server.stop();
    return { server, where };
  }

  function setOut(server: TestServer, provider = 'oidc', browser = server.browser()) {
    return browser.post('/api/auth/sign-in/social', { provider }, { origin: server.publicUrl });
  }

  async function go(server: TestServer, browser = server.browser()): Promise<string | null> {
    const { url } = (await (await setOut(server, 'oidc', browser)).json()) as { url: string };
    const back = await identity.signIn(url, 'ada');
    const answer = await browser.fetch(back.slice(server.publicUrl.length));
    return answer.headers.get('location');
  }

  test('each configured one is offered by its name, and sends the browser to its own site', async () => {
    const { server } = await start({
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 's',
      FACEBOOK_CLIENT_ID: 'f',
      FACEBOOK_CLIENT_SECRET: 's',
      GITHUB_CLIENT_ID: 'h',
      GITHUB_CLIENT_SECRET: 's',
      TWITTER_CLIENT_ID: 't',
      TWITTER_CLIENT_SECRET: 's',
    });

    const methods: unknown = await (await server.browser().fetch('/api/auth/ways')).json();
    expect(methods).toMatchObject({
      providers: [
        { id: 'google', name: 'Google', vouches: true },
        { id: 'facebook', name: 'Facebook', vouches: false },
        { id: 'github', name: 'GitHub', vouches: true },
        { id: 'twitter', name: 'X', vouches: true },
        { id: 'oidc', name: 'Example ID', vouches: true },
      ],
    });
    for (const [id, host] of [
      ['google', 'accounts.google.com'],
      ['facebook', 'www.facebook.com'],
      ['github', 'github.com'],
      ['twitter', 'x.com'],
    ] as const) {
      const { url } = (await (await setOut(server, id)).json()) as { url: string };
      const { host: actual, searchParams } = new URL(url);
      expect(actual).toBe(host);
      expect(searchParams.get('redirect_uri')).toBe(`https://sunglow.example.com/api/auth/callback/${id}`);
      expect(searchParams.get('scope')).not.toContain('offline');
    }
  });

  test('on https its cookies are for this host alone', async () => {
    const { server } = await start();
    const answer = await setOut(server);

    expect(answer.headers.getSetCookie()).toEqual([
      // Ten minutes, the lifetime of the server's state.
      expect.stringMatching(
        /^__Host-sunglow\.state\.[\da-f]{16}=\S+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  test('the only sign-in method stays, and no token of the provider is kept', async () => {
    const { server, where } = await start();
    const browser = server.browser();
    expect(await go(server, browser)).toBe('https://sunglow.example.com/auth/return');

    const answer = await browser.post(
      '/api/auth/unlink-account',
      { provider: 'oidc' },
      { origin: server.publicUrl },
    );
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'LAST_WAY_IN' });

    // A second try might store tokens that the first one did not.
    await go(server);
    await stop();
    stop = async () => {};
    const database = openDatabase(where);
    const rows = await database.db.selectFrom('account').selectAll().execute();
    await database.close();
    expect(rows).toMatchObject([
      {
        accountId: 'ada',
        accessToken: null,
        refreshToken: null,
        idToken: null,
        scope: null,
        password: null,
      },
    ]);
  });

  test('on a server closed for sign-ups, only users with an account get in', async () => {
    const { server } = await start({ SIGNUPS: 'closed' });
    const browser = server.browser();

    expect(await go(server, browser)).toBe('https://sunglow.example.com/auth/login?error=SIGN_UPS_CLOSED');
    expect(await browser.session()).toBeNull();
  });

  test('an email that this server cannot confirm is never linked', async () => {
    const { server } = await start();
    const owner = { origin: server.publicUrl };
    const fields = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
    await server.browser().post('/api/auth/sign-up/email', fields, owner);

    expect(await go(server)).toBe('https://sunglow.example.com/auth/login?error=ACCOUNT_EXISTS');
  });

  test('an unreachable provider is reported, and everything else works', async () => {
    const down = await IdentityProvider.create();
    const { server } = await start(down.settings);
    const answer = await setOut(server);

    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      code: 'PROVIDER_NOT_FOUND',
      message: 'This provider does not answer. Try again later, or use another sign-in method.',
    });
    expect((await server.browser().signUp('grace@example.com')).status).toBe(403);
  });

  /** The warnings that the server writes while a user comes back from the provider. */
  async function warnings(server: TestServer, work: () => Promise<unknown>): Promise<string> {
    const before = server.logged().length;
    await work();
    return server.logged().slice(before).join('\n');
  }

  async function withTraits(traits: IdentityTraits, settings: Record<string, string> = {}) {
    const other = await IdentityProvider.create(traits);
    other.register('https://sunglow.example.com');
    await other.start();
    onTestFinished(() => other.stop());
    other.accounts.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada' });
    const { server } = await start({ ...other.settings, ...settings });
    const come = async () => {
      const browser = server.browser();
      const { url } = (await (await setOut(server, 'oidc', browser)).json()) as { url: string };
      const back = await other.signIn(url, 'ada');
      return (await browser.fetch(back.slice(server.publicUrl.length))).headers.get('location');
    };
    return { server, come };
  }

  const IN = 'https://sunglow.example.com/auth/return';
  const FAILED = 'https://sunglow.example.com/auth/login?error=PROVIDER_FAILED';

  test.each([
    { methods: ['client_secret_basic'], method: 'client_secret_basic' },
    { methods: ['client_secret_post'], method: 'client_secret_post' },
    // The provider lists both, and accepts one.
    {
      says: ['client_secret_basic', 'client_secret_post'],
      methods: ['client_secret_post'],
      method: 'client_secret_post',
    },
    {
      says: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      methods: ['client_secret_basic'],
      method: 'client_secret_basic',
    },
  ] as const)('a provider gets the client secret as it wants it: %j', async (traits) => {
    const { come } = await withTraits(traits);

    expect([await come(), await come()]).toEqual([IN, IN]);
  });

  test('a secret that the provider rejects is no temporary problem, and the log says what to set', async () => {
    const { server, come } = await withTraits({}, { OIDC_CLIENT_SECRET: 'another-secret' });

    const lines = await warnings(server, async () => expect(await come()).toBe(FAILED));

    expect(lines).toContain('invalid_client');
    expect(lines).toContain('OIDC_CLIENT_SECRET');
    expect(lines).not.toContain('another-secret');
    expect(lines).not.toContain('"auth: "');
  });

  test('a provider with a clock 20 s ahead is accepted, and one 2 minutes ahead is not, as the log says', async () => {
    expect(await (await withTraits({ aheadMs: 20_000 })).come()).toBe(IN);
    const { server, come } = await withTraits({ aheadMs: 120_000 });

    const lines = await warnings(server, async () => expect(await come()).toBe(FAILED));

    expect(lines).toMatch(/the ID token cannot be used: .*nbf/);
  });

  test('a provider that signs with HS256 gets one sentence that says what to do', async () => {
    const other = await IdentityProvider.create({ signsWith: 'HS256' });
    await other.start();
    onTestFinished(() => other.stop());
    const { server } = await start(other.settings);

    const answer = await setOut(server);

    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 'PROVIDER_SIGNS_WITH_SECRET',
        message:
          'This provider signs with HS256, which cannot be checked safely. Ask whoever runs this server to choose RS256 or ES256 there.',
      },
    ]);
    expect(server.logged().join('\n')).toMatch(/OIDC_ISSUER.*HS256.*RS256/);
  });

  test('a provider that signs with HS256 only for this client gets the same sentence', async () => {
    const { server, come } = await withTraits({ signsWith: 'HS256', says: ['client_secret_post'] });

    const lines = await warnings(server, async () =>
      expect(await come()).toBe('https://sunglow.example.com/auth/login?error=PROVIDER_SIGNS_WITH_SECRET'),
    );

    expect(lines).toContain('signed with HS256');
  });

  test('a provider without a description is named in the log with its answer', async () => {
    const empty = createServer((_, response) => void response.writeHead(404).end());
    empty.listen(0, 'localhost');
    await once(empty, 'listening');
    onTestFinished(() => void empty.close());
    const { port } = empty.address() as AddressInfo;
    const { server } = await start({ OIDC_ISSUER: `http://localhost:${port}` });

    await setOut(server);

    expect(server.logged().join('\n')).toMatch(/openid-configuration answered 404/);
  });

  test('a provider that reports another address than the settings is rejected', async () => {
    const posing = createServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      void fetch(identity.issuer + request.url).then(({ body }) => pipeline(body!, response));
    });
    posing.listen(0, 'localhost');
    await once(posing, 'listening');
    onTestFinished(() => void posing.close());
    const { port } = posing.address() as AddressInfo;
    const { server } = await start({ OIDC_ISSUER: `http://localhost:${port}` });

    const answer = await setOut(server);

    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'PROVIDER_NOT_FOUND' }]);
  });
});
