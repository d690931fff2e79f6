import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { IdentityProvider } from '#src/server/testing/sign-in/identity-provider.ts';
import { ProviderJourney, waysInOf } from '#src/server/testing/sign-in/provider-journey.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('the way to a provider and back', (engine) => {
  let identity: IdentityProvider;
  let server: TestServer;
  let journey: ProviderJourney;
  beforeAll(async () => {
    identity = await IdentityProvider.create();
    server = await startTestServer(await engine.create(), { settings: identity.settings });
    journey = new ProviderJourney(server, identity);
    identity.register(server.publicUrl);
    // The provider starts after the server, which must start without it.
    await identity.start();
  });
  afterAll(async () => {
    await server.stop();
    await identity.stop();
  });

  test('a new user gets an account, and the same one the next time', async () => {
    const email = journey.introduce('new');
    const [first, second] = [server.browser(), server.browser()];

    expect(await journey.go(first, 'new')).toBe('/auth/return');
    expect(await journey.go(second, 'new')).toBe('/auth/return');

    const session = await first.session();
    // The name has no second line, and no picture comes from another site.
    expect(session).toMatchObject({
      user: { email, emailVerified: true, name: 'Ada Lovelace', image: null },
    });
    expect((await second.session())?.user.id).toBe(session?.user.id);
    expect(await waysInOf(first)).toEqual({
      password: false,
      email,
      phone: null,
      passkeys: 0,
      providers: ['oidc'],
    });
  });

  test('a request names the provider, and nothing about the destination', async () => {
    journey.introduce('elsewhere');
    const browser = server.browser();

    const away = await journey.leave(browser, '/sign-in/social', {
      callbackURL: 'https://evil.example.com',
      errorCallbackURL: 'https://evil.example.com',
      newUserCallbackURL: '//evil.example.com',
      scopes: ['offline_access'],
      additionalParams: { prompt: 'none' },
    });

    expect(new URL(away).searchParams.get('scope')).toBe('openid email profile');
    expect(new URL(away).searchParams.get('code_challenge_method')).toBe('S256');
    expect(away).not.toContain('prompt');
    expect(await journey.comeBack(browser, await identity.signIn(away, 'elsewhere'))).toBe('/auth/return');
  });

  test.each(['google', 'nobody', '', 7])(
    'the provider %j, which is not set up, is rejected',
    async (provider) => {
      journey.introduce(`asks for ${provider}`);
      const browser = server.browser();
      await journey.go(browser, `asks for ${provider}`);
      for (const path of ['/sign-in/social', '/link-social', '/unlink-account']) {
        const answer = await browser.post(`/api/auth${path}`, { provider }, { origin: server.publicUrl });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
      }
    },
  );

  test('another site can neither begin a sign-in nor remove a sign-in method', async () => {
    journey.introduce('forged');
    const browser = server.browser();
    await journey.go(browser, 'forged');

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

  test('a sign-in comes back once, and only to the browser that began it', async () => {
    journey.introduce('twice');
    const browser = server.browser();
    const back = await identity.signIn(await journey.leave(browser), 'twice');
    const thief = server.browser();

    expect(await journey.comeBack(thief, back)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    expect(await journey.comeBack(browser, back)).toBe('/auth/return');
    expect(await journey.comeBack(browser, back)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    expect(await thief.session()).toBeNull();
  });

  test('two tabs of a browser go to the provider, and both come back', async () => {
    journey.introduce('tabs');
    const browser = server.browser();
    const [first, second] = [await journey.leave(browser), await journey.leave(browser)];

    expect(await journey.comeBack(browser, await identity.signIn(first, 'tabs'))).toBe('/auth/return');
    expect(await journey.comeBack(browser, await identity.signIn(second, 'tabs'))).toBe('/auth/return');
    expect(browser.cookies().filter((name) => name.includes('state'))).toEqual([]);
  });

  test('a browser that begins sign-ins again and again keeps the newest ones', async () => {
    journey.introduce('often');
    const browser = server.browser();
    for (let i = 0; i < 9; i++) await journey.leave(browser);
    const back = await identity.signIn(await journey.leave(browser), 'often');

    expect(browser.cookies().filter((name) => name.includes('state'))).toHaveLength(8);
    expect(await journey.comeBack(browser, back)).toBe('/auth/return');
  });

  test('a code that another browser got signs nobody in', async () => {
    journey.introduce('mallory');
    const [mallory, victim] = [server.browser(), server.browser()];
    const stolen = new URL(await identity.signIn(await journey.leave(mallory), 'mallory'));
    const own = new URL(await journey.leave(victim));
    stolen.searchParams.set('state', own.searchParams.get('state') ?? '');

    // The code was given for another PKCE challenge.
    expect(await journey.comeBack(victim, stolen.href)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    expect(await victim.session()).toBeNull();
  });

  test.each(['', 'code=x', 'code=x&state=made-up', 'error=access_denied&error_description=%3Cb%3EBoo'])(
    'an answer of no provider (%j) leads to the sign-in page',
    async (query) => {
      const back = `${server.publicUrl}/api/auth/callback/oidc?${query}`;

      expect(await journey.comeBack(server.browser(), back)).toBe('/auth/login?error=PROVIDER_EXPIRED');
    },
  );

  test('a user who cancels is back at the sign-in page, without the words of the provider', async () => {
    const browser = server.browser();
    const away = await journey.leave(browser);

    expect(await journey.comeBack(browser, await identity.reject(away))).toBe(
      '/auth/login?error=PROVIDER_DENIED',
    );
  });

  test('beginning sign-ins too often is slowed down', async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => journey.setOut(server.browser())));

    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(
      await journey.comeBack(server.browser(), `${server.publicUrl}/api/auth/callback/oidc?code=x`),
    ).toBe('/auth/login?error=TOO_MANY');
  });
});
