import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCode } from '#src/server/testing/sign-in/authenticator-app.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { followLink, signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { askForCode, enterPhoneCode, newNumber } from '#src/server/testing/sign-in/phone-user.ts';
import {
  PASSWORD,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';
import { enterCode, turnOnTwoFactor } from '#src/server/testing/sign-in/two-factor-user.ts';

const REJECTED = [400, 'INVALID_TOKEN'];
const NEW_PASSWORD = 'a brand new password';

describeEachEngine('a pending action', (engine) => {
  let mail: MailServer;
  let texts: TextServer;
  let server: TestServer;
  beforeAll(async () => {
    [mail, texts] = await Promise.all([MailServer.start(), TextServer.start()]);
    const settings = { ...mail.settings, ...texts.settings, ...MANY_ADDRESSES };
    server = await startTestServer(await engine.create(), { settings });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([mail.stop(), texts.stop()]);
  });

  const newBrowser = () => browserElsewhere(server);
  const confirmed = (email: string) => signUpConfirmed(newBrowser(), mail, email);
  const sessionOf = async (browser: TestBrowser) => (await browser.session())?.user.email;

  async function codeOf(answer: Response): Promise<[number, unknown]> {
    return [answer.status, ((await answer.json()) as { code?: unknown }).code];
  }

  const ends: Readonly<Record<string, (browser: TestBrowser, email: string) => Promise<unknown>>> = {
    'signed out': (browser) => browser.post('/api/auth/sign-out', {}),
    'was signed out by another device': async (_browser, email) => {
      const owner = newBrowser();
      await owner.signIn(email);
      await owner.post('/api/auth/sessions/end-others', {});
    },
    'was replaced by a new sign-in': (browser, email) => browser.signIn(email),
  };

  test.each(Object.keys(ends))('to change the email stops working once the session %s', async (how) => {
    const name = how.replaceAll(' ', '');
    const email = `${name}@example.com`;
    const first = await confirmed(email);
    await first.post('/api/auth/change-email', { newEmail: `new-${email}` });
    const { token } = await mail.linkTo(email, 2);
    await ends[how]?.(first, email);
    const early = await newBrowser().post('/api/auth/link/verify', { token });

    const second = newBrowser();
    await second.signIn(email);
    await second.post('/api/auth/change-email', { newEmail: `later-${email}` });
    await newBrowser().post('/api/auth/link/verify', { token: await changeTokenTo(email) });
    const { token: last } = await mail.linkTo(`later-${email}`);
    await ends[how]?.(second, email);
    const late = await newBrowser().post('/api/auth/link/verify', { token: last });

    expect([await codeOf(early), await codeOf(late)]).toEqual([REJECTED, REJECTED]);
    expect(mail.mailsTo(`new-${email}`)).toEqual([]);
    const owner = newBrowser();
    await owner.signIn(email);
    expect(await sessionOf(owner)).toBe(email);
  });

  /** The link in the last mail about a change of the email. */
  async function changeTokenTo(email: string): Promise<string> {
    const count = () =>
      mail.mailsTo(email).findLastIndex(({ subject }) => subject === 'Change your email for Sunglow') + 1;
    await expect.poll(count).toBeGreaterThan(2);
    return (await mail.linkTo(email, count())).token;
  }

  type Renewal = (browser: TestBrowser, email: string, count?: number) => Promise<Response>;
  const renewals: Readonly<Record<string, Renewal>> = {
    change: (browser) =>
      browser.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    /** The link comes in the `count`-th mail. */
    reset: async (_browser, email, count) => {
      await newBrowser().post('/api/auth/request-password-reset', { email });
      const { token } = await mail.linkTo(email, count);
      return newBrowser().post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });
    },
  };

  test.each(Object.keys(renewals))('before the %s of a password stops working after it', async (how) => {
    const email = `${how}@example.com`;
    const owner = await confirmed(email);
    const phoneNumber = newNumber();
    await askForCode(owner, phoneNumber);
    await owner.post('/api/auth/phone/change', { phoneNumber, code: await texts.codeTo(phoneNumber) });
    await newBrowser().post('/api/auth/sign-in/magic-link', { email: email.toUpperCase() });
    const { token: signIn } = await mail.linkTo(email, 2);
    await newBrowser().post('/api/auth/request-password-reset', { email });
    const { token: reset } = await mail.linkTo(email, 3);
    const asker = newBrowser();
    await askForCode(asker, phoneNumber);
    const code = await texts.codeTo(phoneNumber, 2);

    expect((await renewals[how]?.(owner, email, 4))?.status).toBe(200);

    const answers = [
      await newBrowser().post('/api/auth/link/sign-in', { token: signIn }),
      await newBrowser().post('/api/auth/reset-password', { token: reset, newPassword: PASSWORD }),
      await enterPhoneCode(asker, phoneNumber, code),
    ];
    expect(await Promise.all(answers.map(codeOf))).toEqual([
      [400, 'INVALID_TOKEN'],
      [400, 'INVALID_TOKEN'],
      [400, 'OTP_NOT_FOUND'],
    ]);
    expect((await newBrowser().signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test.each(Object.keys(renewals))(
    'that waits for a second factor ends at the %s of a password',
    async (how) => {
      const email = `halfway-${how}@example.com`;
      const owner = await confirmed(email);
      const { secret } = await turnOnTwoFactor(owner, PASSWORD);
      const thief = newBrowser();
      await thief.signIn(email);

      expect((await renewals[how]?.(owner, email, 2))?.status).toBe(200);

      expect(await codeOf(await enterCode(thief, appCode(secret, 1)))).toEqual([
        401,
        'INVALID_TWO_FACTOR_COOKIE',
      ]);
      expect(await thief.session()).toBeNull();
    },
  );

  test('before a first password stops working after it', async () => {
    const owner = await signUpByLink(newBrowser(), mail, 'first@example.com');
    await newBrowser().post('/api/auth/sign-in/magic-link', { email: 'first@example.com' });
    const { token } = await mail.linkTo('first@example.com', 2);

    await owner.post('/api/auth/set-password', { newPassword: NEW_PASSWORD });

    const answer = await newBrowser().post('/api/auth/link/sign-in', { token });
    expect(await codeOf(answer)).toEqual([400, 'INVALID_TOKEN']);
  });

  test('before a change of the email, at the old one, stops working after it', async () => {
    const owner = await confirmed('leaving@example.com');
    await newBrowser().post('/api/auth/request-password-reset', { email: 'leaving@example.com' });
    const { token } = await mail.linkTo('leaving@example.com', 2);
    await owner.post('/api/auth/change-email', { newEmail: 'arrived@example.com' });
    await followLink(owner, mail, 'leaving@example.com', 3);
    expect((await followLink(owner, mail, 'arrived@example.com')).status).toBe(200);

    const answer = await newBrowser().post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });

    expect(await codeOf(answer)).toEqual([400, 'INVALID_TOKEN']);
    expect(await sessionOf(owner)).toBe('arrived@example.com');
  });

  test("another user's links keep working", async () => {
    const owner = await confirmed('a_b@example.com');
    await signUpByLink(newBrowser(), mail, 'axb@example.com');
    await newBrowser().post('/api/auth/sign-in/magic-link', { email: 'axb@example.com' });

    await renewals['change']?.(owner, '');

    expect((await followLink(newBrowser(), mail, 'axb@example.com', 2)).status).toBe(200);
  });
});
