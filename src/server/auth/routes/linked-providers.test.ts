import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { IdentityProvider } from '#src/server/testing/sign-in/identity-provider.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { followLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { ProviderJourney, waysInOf } from '#src/server/testing/sign-in/provider-journey.ts';
import { PASSWORD, startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { turnOnTwoFactor } from '#src/server/testing/sign-in/two-factor-user.ts';

describeEachEngine('accounts and provider accounts', (engine) => {
  let identity: IdentityProvider;
  let mail: MailServer;
  let server: TestServer;
  let journey: ProviderJourney;
  beforeAll(async () => {
    identity = await IdentityProvider.create();
    mail = await MailServer.start();
    server = await startTestServer(await engine.create(), {
      settings: { ...mail.settings, ...identity.settings },
    });
    journey = new ProviderJourney(server, identity);
    identity.register(server.publicUrl);
    // The provider starts after the server, which must start without it.
    await identity.start();
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
    await identity.stop();
  });

  const confirmed = (email: string) => signUpConfirmed(server.browser(), mail, email);

  test('a confirmed email signs in to the account with that email', async () => {
    const email = journey.introduce('owner');
    const owner = await confirmed(email);
    const browser = server.browser();

    expect(await journey.go(browser, 'owner')).toBe('/auth/return');

    expect((await browser.session())?.user.id).toBe((await owner.session())?.user.id);
    expect(await waysInOf(owner)).toMatchObject({ password: true, providers: ['oidc'] });
  });

  test('an account with two-factor is linked only by its user; then the provider is enough', async () => {
    const owner = await confirmed(journey.introduce('careful'));
    await turnOnTwoFactor(owner, PASSWORD);
    const thief = server.browser();

    expect(await journey.go(thief, 'careful')).toBe('/auth/login?error=ACCOUNT_EXISTS');

    expect([await thief.session(), await waysInOf(owner)]).toMatchObject([null, { providers: [] }]);
    expect(await journey.go(owner, 'careful', '/link-social')).toBe('/app/account');
    const other = server.browser();
    expect(await journey.go(other, 'careful')).toBe('/auth/return');
    expect(await other.session()).not.toBeNull();
  });

  test('a provider may confirm an email by the text "true"', async () => {
    const owner = await confirmed(journey.introduce('text', 'true'));

    expect(await journey.go(server.browser(), 'text')).toBe('/auth/return');
    expect(await waysInOf(owner)).toMatchObject({ providers: ['oidc'] });
  });

  test('a user who is signed in at both links them, even if the provider does not confirm the email', async () => {
    const owner = await confirmed(journey.introduce('unconfirmed', false));
    expect(await journey.go(server.browser(), 'unconfirmed')).toBe('/auth/login?error=EMAIL_UNPROVEN');

    expect(await journey.go(owner, 'unconfirmed', '/link-social')).toBe('/app/account');

    expect(await waysInOf(owner)).toMatchObject({ password: true, providers: ['oidc'] });
    const other = server.browser();
    expect(await journey.go(other, 'unconfirmed')).toBe('/auth/return');
    expect((await other.session())?.user.id).toBe((await owner.session())?.user.id);
  });

  test.each([false, 'false', 'yes'])(
    'an email that the provider has not confirmed (%j) takes over no account',
    async (isVerified) => {
      const login = `thief-${String(isVerified)}-${typeof isVerified}`;
      const owner = await confirmed(journey.introduce(login, isVerified));
      const browser = server.browser();

      expect(await journey.go(browser, login)).toBe('/auth/login?error=EMAIL_UNPROVEN');

      expect(await browser.session()).toBeNull();
      expect(await waysInOf(owner)).toMatchObject({ providers: [] });
    },
  );

  test('an email unconfirmed at the provider has to be confirmed by mail, and looks the same with an account or without', async () => {
    const email = journey.introduce('doubtful', false);
    const browser = server.browser();

    expect(await journey.go(browser, 'doubtful')).toBe('/auth/login?error=EMAIL_UNPROVEN');
    expect(await browser.session()).toBeNull();
    expect((await followLink(browser, mail, email)).status).toBe(200);

    expect(await browser.session()).toMatchObject({ user: { email, emailVerified: true } });
    expect(await journey.go(server.browser(), 'doubtful')).toBe('/auth/return');
  });

  test('an account that an attacker prepared at a provider with the email of another opens only to its owner', async () => {
    const email = journey.introduce('stranger', false);
    const [stranger, owner] = [server.browser(), server.browser()];
    expect(await journey.go(stranger, 'stranger')).toBe('/auth/login?error=EMAIL_UNPROVEN');

    // The owner finds the mail, and follows it.
    const followed = await followLink(owner, mail, email);
    expect([followed.status, await followed.json()]).toMatchObject([400, { code: 'OTHER_BROWSER' }]);
    expect(await journey.go(stranger, 'stranger')).toBe('/auth/login?error=EMAIL_UNPROVEN');

    await owner.signUp(email);
    expect((await followLink(owner, mail, email, 2)).status).toBe(200);
    expect(await waysInOf(owner)).toMatchObject({ password: true, providers: [] });
    expect(await journey.go(stranger, 'stranger')).toBe('/auth/login?error=EMAIL_UNPROVEN');
    expect(await stranger.session()).toBeNull();
  });

  test('a signed-in user links a provider, and unlinks it', async () => {
    const browser = await confirmed(journey.introduce('linker'));

    expect(await journey.go(browser, 'linker', '/link-social')).toBe('/app/account');
    expect(await waysInOf(browser)).toMatchObject({ password: true, providers: ['oidc'] });

    const answer = await browser.post('/api/auth/unlink-account', { provider: 'oidc' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ password: true, providers: [] });
  });

  test('a provider account that is linked elsewhere, or has another email, is not linked', async () => {
    journey.introduce('taken');
    await journey.go(server.browser(), 'taken');
    const browser = await confirmed(journey.introduce('other'));

    expect(await journey.go(browser, 'taken', '/link-social')).toBe('/app/account?error=EMAIL_DIFFERS');
    identity.accounts.set('taken', { email: 'other@example.com', email_verified: true });
    expect(await journey.go(browser, 'taken', '/link-social')).toBe('/app/account?error=LINKED_ELSEWHERE');

    expect(await waysInOf(browser)).toMatchObject({ providers: [] });
  });

  test('nothing is linked, unlinked or shown without a session', async () => {
    const stranger = server.browser();

    expect((await journey.setOut(stranger, '/link-social')).status).toBe(401);
    expect((await stranger.post('/api/auth/unlink-account', { provider: 'oidc' })).status).toBe(401);
    expect((await stranger.fetch('/api/auth/list-accounts')).status).toBe(401);
  });
});
