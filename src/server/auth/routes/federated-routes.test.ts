import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { IdentityProvider } from '#src/server/testing/identity-provider.ts';
import { MailServer } from '#src/server/testing/mail-server.ts';
import { startTestServer, type TestBrowser, type TestServer } from '#src/server/testing/test-server.ts';

describeEachEngine('signing in at a provider', (engine) => {
  let identity: IdentityProvider;
  let mail: MailServer;
  let server: TestServer;
  beforeAll(async () => {
    identity = await IdentityProvider.create();
    mail = await MailServer.start();
    server = await startTestServer(await engine.create(), {
      settings: { ...mail.settings, ...identity.settings },
    });
    identity.register(server.publicUrl);
    // Only now: a server starts while its provider is down.
    await identity.start();
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
    await identity.stop();
  });

  /** Sets out for the provider, as the pages do. */
  function setOut(browser: TestBrowser, path: '/sign-in/social' | '/link-social', more: object = {}) {
    return browser.post(`/api/auth${path}`, { provider: 'oidc', ...more }, { origin: server.publicUrl });
  }

  async function addressOf(answer: Response): Promise<string> {
    const { url } = (await answer.json()) as { url: string };
    return url;
  }

  /** Comes back; returns the path to which that leads. */
  async function comeBack(browser: TestBrowser, url: string): Promise<string> {
    expect(url).toMatch(`${server.publicUrl}/api/auth/callback/oidc?`);
    const answer = await browser.fetch(url.slice(server.publicUrl.length));
    const location = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, location.origin]).toEqual([303, server.publicUrl]);
    return location.pathname + location.search;
  }

  /** The whole way, for somebody whom the provider knows by `login`. */
  async function go(
    browser: TestBrowser,
    login: string,
    path: '/sign-in/social' | '/link-social' = '/sign-in/social',
  ) {
    const away = await addressOf(await setOut(browser, path));
    return comeBack(browser, await identity.logIn(away, login));
  }

  /** Somebody whom the provider knows. */
  function known(login: string, isVerified: boolean | string = true): string {
    const email = `${login}@example.com`;
    identity.accounts.set(login, {
      email,
      email_verified: isVerified,
      name: 'Ada\r\nLovelace',
      picture: 'https://example.com/ada.png',
    });
    return email;
  }

  /** A browser whose user has confirmed the email, and is signed in by a password. */
  async function confirmed(email: string): Promise<TestBrowser> {
    const browser = server.browser();
    await browser.signUp(email);
    const { token } = await mail.linkTo(email);
    expect((await browser.post('/api/auth/link/verify', { token })).status).toBe(200);
    return browser;
  }

  async function waysIn(browser: TestBrowser): Promise<Record<string, unknown>> {
    return (await (await browser.fetch('/api/auth/list-accounts')).json()) as Record<string, unknown>;
  }

  test('who comes for the first time gets an account, and the same one the next time', async () => {
    const email = known('new');
    const [first, second] = [server.browser(), server.browser()];

    expect(await go(first, 'new')).toBe('/auth/return');
    expect(await go(second, 'new')).toBe('/auth/return');

    const session = await first.session();
    // Neither a second line in a name nor a picture from another site.
    expect(session).toMatchObject({
      user: { email, emailVerified: true, name: 'Ada Lovelace', image: null },
    });
    expect((await second.session())?.user.id).toBe(session?.user.id);
    expect(await waysIn(first)).toEqual({
      password: false,
      email,
      phone: null,
      passkeys: 0,
      providers: ['oidc'],
    });
  });

  test('a request says which provider, and nothing of where it leads', async () => {
    known('elsewhere');
    const browser = server.browser();

    const answer = await setOut(browser, '/sign-in/social', {
      callbackURL: 'https://evil.example.com',
      errorCallbackURL: 'https://evil.example.com',
      newUserCallbackURL: '//evil.example.com',
      scopes: ['offline_access'],
      additionalParams: { prompt: 'none' },
    });
    const away = await addressOf(answer);

    expect(new URL(away).searchParams.get('scope')).toBe('openid email profile');
    expect(new URL(away).searchParams.get('code_challenge_method')).toBe('S256');
    expect(away).not.toContain('prompt');
    expect(await comeBack(browser, await identity.logIn(away, 'elsewhere'))).toBe('/auth/return');
  });

  test.each(['google', 'nobody', '', 7])(
    'the provider %j, which is not set up, is refused',
    async (provider) => {
      for (const path of ['/sign-in/social', '/link-social', '/unlink-account']) {
        const answer = await server
          .browser()
          .post(`/api/auth${path}`, { provider }, { origin: server.publicUrl });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
      }
    },
  );

  test('another site can neither start the way nor take a way in', async () => {
    known('forged');
    const browser = server.browser();
    await go(browser, 'forged');

    for (const path of ['/sign-in/social', '/link-social', '/unlink-account']) {
      const answer = await browser.post(
        `/api/auth${path}`,
        { provider: 'oidc' },
        { origin: 'https://evil.example.com' },
      );
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'INVALID_ORIGIN' });
    }
  });

  test('a way back works once, and only in the browser that set out', async () => {
    known('twice');
    const browser = server.browser();
    const back = await identity.logIn(await addressOf(await setOut(browser, '/sign-in/social')), 'twice');
    const thief = server.browser();

    expect(await comeBack(thief, back)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    expect(await comeBack(browser, back)).toBe('/auth/return');
    expect(await comeBack(browser, back)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    expect(await thief.session()).toBeNull();
  });

  test('nobody can be signed in with a code that another browser has got', async () => {
    known('mallory');
    const [mallory, victim] = [server.browser(), server.browser()];
    const stolen = new URL(
      await identity.logIn(await addressOf(await setOut(mallory, '/sign-in/social')), 'mallory'),
    );
    const own = new URL(await addressOf(await setOut(victim, '/sign-in/social')));
    stolen.searchParams.set('state', own.searchParams.get('state') ?? '');

    // The code was given for another PKCE challenge.
    expect(await comeBack(victim, stolen.href)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    expect(await victim.session()).toBeNull();
  });

  test.each(['', 'code=x', 'code=x&state=made-up', 'error=access_denied&error_description=%3Cb%3EBoo'])(
    'what no provider sent back (%j) leads to the log-in page',
    async (query) => {
      const back = `${server.publicUrl}/api/auth/callback/oidc?${query}`;

      expect(await comeBack(server.browser(), back)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    },
  );

  test('who thinks better of it is back at the log-in page, without the words of the provider', async () => {
    const browser = server.browser();
    const away = await addressOf(await setOut(browser, '/sign-in/social'));

    expect(await comeBack(browser, await identity.refuse(away))).toBe('/auth/login?error=PROVIDER_DENIED');
  });

  test('a confirmed email gets into the account that has it', async () => {
    const email = known('owner');
    const owner = await confirmed(email);
    const browser = server.browser();

    expect(await go(browser, 'owner')).toBe('/auth/return');

    expect((await browser.session())?.user.id).toBe((await owner.session())?.user.id);
    expect(await waysIn(owner)).toMatchObject({ password: true, providers: ['oidc'] });
  });

  test.each([false, 'false', 'true'])(
    'an email that is not confirmed there (%j) takes over nothing',
    async (isVerified) => {
      const login = `thief-${String(isVerified)}-${typeof isVerified}`;
      const owner = await confirmed(known(login, isVerified));
      const browser = server.browser();

      expect(await go(browser, login)).toBe('/auth/login?error=EMAIL_UNPROVEN');

      expect(await browser.session()).toBeNull();
      expect(await waysIn(owner)).toMatchObject({ providers: [] });
    },
  );

  test('an email that is not confirmed there has to be confirmed by mail, and looks the same with an account or without', async () => {
    const email = known('doubtful', false);
    const browser = server.browser();

    expect(await go(browser, 'doubtful')).toBe('/auth/login?error=EMAIL_UNPROVEN');
    expect(await browser.session()).toBeNull();
    const { token } = await mail.linkTo(email);
    expect((await browser.post('/api/auth/link/verify', { token })).status).toBe(200);

    expect(await browser.session()).toMatchObject({ user: { email, emailVerified: true } });
    expect(await go(server.browser(), 'doubtful')).toBe('/auth/return');
  });

  test('an account whose email was never confirmed here waits for no one to be let in by a provider', async () => {
    const email = known('prepared');
    await server.browser().signUp(email, 'a password of somebody else');
    const owner = server.browser();

    expect(await go(owner, 'prepared')).toBe('/auth/login?error=EMAIL_UNPROVEN');
    expect(await owner.session()).toBeNull();

    // The owner proves the address by a link, which ends what the other one had prepared.
    await owner.post('/api/auth/sign-in/magic-link', { email });
    await owner.post('/api/auth/link/sign-in', { token: (await mail.linkTo(email, 2)).token });
    expect(await go(owner, 'prepared')).toBe('/auth/return');
    expect((await server.browser().signIn(email, 'a password of somebody else')).status).toBe(401);
  });

  test('who is signed in links a provider, and unlinks it', async () => {
    const browser = await confirmed(known('linker'));

    expect(await go(browser, 'linker', '/link-social')).toBe('/app/account');
    expect(await waysIn(browser)).toMatchObject({ password: true, providers: ['oidc'] });

    const answer = await browser.post('/api/auth/unlink-account', { provider: 'oidc' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ password: true, providers: [] });
  });

  test('what belongs to another account, or has another email, is not linked', async () => {
    known('taken');
    await go(server.browser(), 'taken');
    const browser = await confirmed(known('other'));

    expect(await go(browser, 'taken', '/link-social')).toBe('/app/account?error=EMAIL_DIFFERS');
    identity.accounts.set('taken', { email: 'other@example.com', email_verified: true });
    expect(await go(browser, 'taken', '/link-social')).toBe('/app/account?error=LINKED_ELSEWHERE');
    identity.accounts.set('other', { email: 'other@example.com', email_verified: false });
    expect(await go(browser, 'other', '/link-social')).toBe('/app/account?error=EMAIL_NOT_VOUCHED');

    expect(await waysIn(browser)).toMatchObject({ providers: [] });
  });

  test('nobody signed in links, unlinks or sees anything', async () => {
    const stranger = server.browser();

    expect((await setOut(stranger, '/link-social')).status).toBe(401);
    expect((await stranger.post('/api/auth/unlink-account', { provider: 'oidc' })).status).toBe(401);
    expect((await stranger.fetch('/api/auth/list-accounts')).status).toBe(401);
  });

  test('setting out too often is slowed down', async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => setOut(server.browser(), '/sign-in/social')),
    );

    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(await comeBack(server.browser(), `${server.publicUrl}/api/auth/callback/oidc?code=x`)).toBe(
      '/auth/login?error=TOO_MANY',
    );
  });
});
