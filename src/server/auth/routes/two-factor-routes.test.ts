import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authInstant } from '#src/server/db/auth-instant.ts';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { appCode, wrongCode } from '#src/server/testing/sign-in/authenticator-app.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { followLink, signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { signInByPhone } from '#src/server/testing/sign-in/phone-user.ts';
import {
  PASSWORD,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';
import {
  beginTwoFactor,
  enterCode,
  enterRecoveryCode,
  turnOnTwoFactor,
} from '#src/server/testing/sign-in/two-factor-user.ts';

const REDIRECT = { twoFactorRedirect: true, twoFactorMethods: ['totp'] };

describeEachEngine('two-factor', (engine) => {
  let where: DatabaseOptions;
  let mail: MailServer;
  let texts: TextServer;
  let server: TestServer;
  beforeAll(async () => {
    [mail, texts] = await Promise.all([MailServer.start(), TextServer.start()]);
    where = await engine.create();
    server = await startTestServer(where, { settings: { ...mail.settings, ...texts.settings } });
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
    await texts.stop();
  });

  /** A browser whose user has a password. */
  const member = (email: string) => signUpConfirmed(server.browser(), mail, email);
  /** A browser whose user has no password. */
  const guest = (email: string) => signUpByLink(server.browser(), mail, email);

  async function stateOf(browser: TestBrowser): Promise<unknown> {
    return (await browser.fetch('/api/auth/two-factor')).json();
  }

  test('it is on once a code of the app was confirmed, and not before', async () => {
    const browser = await member('ada@example.com');
    const before = await stateOf(browser);
    const { secret, recoveryCodes } = await beginTwoFactor(browser, PASSWORD);

    const wrong = await enterCode(browser, wrongCode(secret));
    const early = server.browser();
    await early.signIn('ada@example.com');

    expect(before).toEqual({ isOn: false, recoveryCodes: null, needsPassword: true });
    expect([wrong.status, await stateOf(browser)]).toEqual([401, before]);
    expect(await early.session()).not.toBeNull();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await enterCode(browser, appCode(secret))).status).toBe(200);
    expect(await stateOf(browser)).toEqual({ isOn: true, recoveryCodes: 10, needsPassword: true });
    expect(await (await server.browser().signIn('ada@example.com')).json()).toEqual(REDIRECT);
  });

  test('it is asked for after a link in a mail', async () => {
    const { secret } = await turnOnTwoFactor(await guest('link@example.com'));
    const browser = server.browser();

    await browser.post('/api/auth/sign-in/magic-link', { email: 'link@example.com' });
    const answer = await followLink(browser, mail, 'link@example.com', 2);

    expect([await answer.json(), await browser.session()]).toEqual([REDIRECT, null]);
    expect((await enterCode(browser, appCode(secret, 1))).status).toBe(200);
    expect(await browser.session()).toMatchObject({ user: { email: 'link@example.com' } });
  });

  test('it is asked for after a code on a phone', async () => {
    const number = engine.name === 'sqlite' ? '+12025550181' : '+12025550182';
    const owner = server.browser();
    await signInByPhone(owner, texts, number);
    const { secret } = await turnOnTwoFactor(owner);
    const browser = server.browser();

    const answer = await signInByPhone(browser, texts, number, 2);

    expect([await answer.json(), await browser.session()]).toEqual([REDIRECT, null]);
    expect((await enterCode(browser, appCode(secret, 1))).status).toBe(200);
    expect(await browser.session()).not.toBeNull();
  });

  test('it is asked for after confirming an email', async () => {
    const email = 'owner@example.com';
    const { secret } = await turnOnTwoFactor(await guest(email));
    const database = openDatabase(where);
    const emailVerified = engine.name === 'sqlite' ? 0 : false;
    await database.db.updateTable('user').set({ emailVerified }).where('email', '=', email).execute();
    await database.close();
    const browser = server.browser();

    await browser.post('/api/auth/send-verification-email', { email });
    const answer = await followLink(browser, mail, email, 2);

    expect([await answer.json(), await browser.session()]).toEqual([REDIRECT, null]);
    await enterCode(browser, appCode(secret, 1));
    expect(await browser.session()).toMatchObject({ user: { email, emailVerified: true } });
  });

  test('a user with a password has to enter it again, with few wrong tries', async () => {
    const browser = await member('again@example.com');
    const wrong = { password: 'not the password' };

    const none = await browser.post('/api/auth/two-factor/enable', {});
    const guesses: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      guesses.push((await browser.post('/api/auth/two-factor/enable', wrong)).status);
    }
    const late = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });

    expect(await none.json()).toMatchObject({ code: 'INVALID_PASSWORD' });
    expect(guesses).toEqual([...Array.from({ length: 9 }, () => 400), 429]);
    expect(late.status).toBe(429);
    expect(await stateOf(browser)).toMatchObject({ isOn: false });
  });

  test('turning it off needs the password; then one step is enough, and the old session has ended', async () => {
    const browser = await member('off@example.com');
    await turnOnTwoFactor(browser, PASSWORD);
    const { cookie } = browser;

    const wrong = await browser.post('/api/auth/two-factor/disable', { password: 'not the password' });
    const right = await browser.post('/api/auth/two-factor/disable', { password: PASSWORD });

    expect([wrong.status, right.status]).toEqual([400, 200]);
    expect(await stateOf(browser)).toEqual({ isOn: false, recoveryCodes: null, needsPassword: true });
    const old = await server.browser().fetch('/api/auth/get-session', { headers: { cookie } });
    expect(await old.json()).toBeNull();
    const other = server.browser();
    await other.signIn('off@example.com');
    expect(await other.session()).not.toBeNull();
  });

  test('new recovery codes end the old ones', async () => {
    const browser = await member('renew@example.com');
    const { recoveryCodes } = await turnOnTwoFactor(browser, PASSWORD);

    const wrong = await browser.post('/api/auth/two-factor/generate-backup-codes', { password: 'not it' });
    const right = await browser.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD });
    const { backupCodes } = (await right.json()) as { backupCodes: string[] };
    const other = server.browser();
    await other.signIn('renew@example.com');

    expect([wrong.status, right.status]).toEqual([400, 200]);
    expect((await enterRecoveryCode(other, recoveryCodes[0]!)).status).toBe(401);
    expect((await enterRecoveryCode(other, backupCodes[0]!)).status).toBe(200);
  });

  test('a user without a password needs a recent sign-in', async () => {
    const browser = await guest('stale@example.com');
    await turnOnTwoFactor(browser);
    const { user } = (await browser.session())!;
    const database = openDatabase(where);
    const longAgo = authInstant(database.engine, Date.now() - 86_400_000);
    await sql`update "session" set "createdAt" = ${longAgo} where "userId" = ${user.id}`.execute(database.db);
    await database.close();

    for (const path of ['enable', 'disable', 'generate-backup-codes']) {
      const answer = await browser.post(`/api/auth/two-factor/${path}`, {});
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'SESSION_NOT_FRESH' }]);
    }
    expect(await stateOf(browser)).toEqual({ isOn: true, recoveryCodes: 10, needsPassword: false });
  });

  test('a request from another site changes nothing', async () => {
    const browser = await member('csrf@example.com');
    await turnOnTwoFactor(browser, PASSWORD);
    const answer = await browser.post(
      '/api/auth/two-factor/disable',
      { password: PASSWORD },
      { origin: 'https://evil.example' },
    );
    expect(answer.status).toBe(403);
    expect(await stateOf(browser)).toMatchObject({ isOn: true });
  });
});
