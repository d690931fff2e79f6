import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { IdentityProvider } from '#src/server/testing/sign-in/identity-provider.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';
import { addPasskey, listPasskeys, PasskeyUser } from '#src/server/testing/sign-in/passkey-user.ts';
import { askForCode, newNumber } from '#src/server/testing/sign-in/phone-user.ts';
import { ProviderJourney, waysInOf } from '#src/server/testing/sign-in/provider-journey.ts';
import { SoftwarePasskey } from '#src/server/testing/sign-in/software-passkey.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';

describeEachEngine('a user with a long session', (engine) => {
  let identity: IdentityProvider;
  let mail: MailServer;
  let texts: TextServer;
  let where: DatabaseOptions;
  let server: TestServer;
  let passkeys: PasskeyUser;
  let journey: ProviderJourney;
  beforeAll(async () => {
    [identity, mail, texts, where] = await Promise.all([
      IdentityProvider.create(),
      MailServer.start(),
      TextServer.start(),
      engine.create(),
    ]);
    const settings = { ...identity.settings, ...mail.settings, ...texts.settings };
    server = await startTestServer(where, { settings });
    identity.register(server.publicUrl);
    await identity.start();
    passkeys = new PasskeyUser(server);
    journey = new ProviderJourney(server, identity);
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([identity.stop(), mail.stop(), texts.stop()]);
  });

  /** A user with every sign-in method. */
  async function rich(login: string) {
    const email = journey.introduce(login);
    const browser = await signUpConfirmed(server.browser(), mail, email);
    const phoneNumber = newNumber();
    await askForCode(browser, phoneNumber);
    const code = await texts.codeTo(phoneNumber);
    await browser.post('/api/auth/phone/change', { phoneNumber, code });
    await addPasskey(browser, new SoftwarePasskey().register(await passkeys.ceremony(browser, 'register')));
    await journey.go(browser, login, '/link-social');
    const [passkey] = await listPasskeys(browser);
    return { email, browser, passkeyId: passkey!.id };
  }

  /** The requests of the pages that change a sign-in method. */
  function changes(
    browser: TestBrowser,
    passkeyId: string,
  ): Readonly<Record<string, () => Promise<Response>>> {
    const post = (path: string, body: object) => () => browser.post(`/api/auth${path}`, body);
    return {
      'a new email': post('/change-email', { newEmail: 'new@example.com' }),
      'the code for a new number': post('/phone/change-code', { phoneNumber: newNumber(), country: 'US' }),
      'a new number': post('/phone/change', { phoneNumber: newNumber(), code: '123456' }),
      'no number': post('/phone/remove', {}),
      'a passkey to come': () => browser.fetch('/api/auth/passkey/generate-register-options'),
      'no passkey': post('/passkey/delete-passkey', { id: passkeyId }),
      'a provider': () => journey.setOut(browser, '/link-social'),
      'no provider': post('/unlink-account', { provider: 'oidc' }),
      'a first password': post('/set-password', { newPassword: 'a brand new password' }),
    };
  }

  test('changes no sign-in method of the account, and does so after a new sign-in', async () => {
    const { email, browser, passkeyId } = await rich('lasting');
    const before = await waysInOf(browser);
    await ageSessions(where, browser);

    for (const [what, ask] of Object.entries(changes(browser, passkeyId))) {
      const answer = await ask();
      expect([what, answer.status, await answer.json()]).toMatchObject([
        what,
        403,
        { code: 'SESSION_NOT_FRESH' },
      ]);
    }
    expect(await waysInOf(browser)).toEqual(before);

    await browser.signIn(email);
    for (const [what, ask] of Object.entries(changes(browser, passkeyId))) {
      expect([what, (await ask()).status]).not.toEqual([what, 403]);
    }
    expect(await waysInOf(browser)).toEqual({ ...before, phone: null, passkeys: 0, providers: [] });
  });

  test('on the way back from a provider links nothing once that session has ended', async () => {
    const email = journey.introduce('leaving');
    const browser = await signUpConfirmed(server.browser(), mail, email);
    const back = await identity.signIn(await journey.leave(browser, '/link-social'), 'leaving');

    await browser.signIn(email);

    expect(await journey.comeBack(browser, back)).toBe('/app/account?error=PROVIDER_EXPIRED');
    expect(await waysInOf(browser)).toMatchObject({ providers: [] });
  });
});
