import { afterAll, beforeAll, expect, test } from 'vitest';
import { appCode, wrongCode } from '#src/server/testing/sign-in/authenticator-app.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import {
  enterCode,
  enterRecoveryCode,
  signUpWithTwoFactor,
} from '#src/server/testing/sign-in/two-factor-user.ts';

describeEachEngine('the second step of signing in', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await engine.create(), { settings: MANY_ADDRESSES });
  });
  afterAll(() => server.stop());

  const newBrowser = () => browserElsewhere(server);

  /** A browser whose user has taken the first step. */
  async function halfway(email: string): Promise<TestBrowser> {
    const browser = newBrowser();
    const answer = await browser.signIn(email);
    expect(await answer.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    return browser;
  }

  async function codeOf(response: Response): Promise<[number, unknown]> {
    return [response.status, ((await response.json()) as { code?: unknown }).code];
  }

  test('the password alone lets nobody in; the code of the app does then', async () => {
    const { secret } = await signUpWithTwoFactor(newBrowser(), 'ada@example.com');
    const browser = await halfway('ada@example.com');

    const before = await browser.session();
    const answer = await enterCode(browser, appCode(secret, 1));

    expect([before, answer.status]).toEqual([null, 200]);
    expect(JSON.stringify(await answer.json())).not.toContain('"token"');
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  test('none of the cookies of the first step opens anything', async () => {
    await signUpWithTwoFactor(newBrowser(), 'halfway@example.com');
    const browser = newBrowser();
    const first = await browser.signIn('halfway@example.com');
    const pairs = first.headers.getSetCookie().map((line) => line.split('; ')[0] ?? '');

    for (const cookie of [browser.cookie, ...pairs, pairs.join('; '), pairs.toReversed().join('; ')]) {
      const session = await newBrowser().fetch('/api/auth/get-session', { headers: { cookie } });
      expect(await session.json()).toBeNull();
      for (const path of ['two-factor', 'passkey/list-user-passkeys', 'passkey/generate-register-options']) {
        const answer = await newBrowser().fetch(`/api/auth/${path}`, { headers: { cookie } });
        expect([path, answer.status]).toEqual([path, 401]);
      }
      for (const path of ['enable', 'disable', 'generate-backup-codes']) {
        const body = { password: 'correct horse battery' };
        const answer = await newBrowser().post(`/api/auth/two-factor/${path}`, body, { cookie });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
  });

  test('a code works once, also when several requests send it at once', async () => {
    const { secret } = await signUpWithTwoFactor(newBrowser(), 'replay@example.com');
    const code = appCode(secret, 1);
    const [one, two, three] = [
      await halfway('replay@example.com'),
      await halfway('replay@example.com'),
      await halfway('replay@example.com'),
    ];

    const answers = await Promise.all([enterCode(one, code), enterCode(two, code)]);
    const late = await enterCode(three, code);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await codeOf(late)).toEqual([401, 'CODE_USED']);
    expect(await three.session()).toBeNull();
  });

  test('the code that turned it on does not sign in as well', async () => {
    const { secret } = await signUpWithTwoFactor(newBrowser(), 'setup-code@example.com');
    const browser = await halfway('setup-code@example.com');
    // The present code, or the one of half a minute ago if that has just passed.
    const answers = [
      await enterCode(browser, appCode(secret)),
      await enterCode(browser, appCode(secret, -1)),
    ];
    expect((await Promise.all(answers.map(codeOf))).flat()).toContain('CODE_USED');
  });

  test('five wrong codes end the attempt, even for the right one', async () => {
    const { secret } = await signUpWithTwoFactor(newBrowser(), 'guessed@example.com');
    const browser = await halfway('guessed@example.com');
    const wrong = wrongCode(secret);

    const guesses: unknown[] = [];
    for (let i = 0; i < 5; i += 1)
      guesses.push(await codeOf(await enterRecoveryCode(browser, `aaaaa-aaaa${i + 2}`)));
    const right = await enterCode(browser, appCode(secret, 1));
    const after = await enterCode(browser, wrong);

    expect(guesses).toEqual(guesses.map(() => [401, 'INVALID_BACKUP_CODE']));
    expect(await codeOf(right)).toEqual([400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);
    expect(await codeOf(after)).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
    expect(await browser.session()).toBeNull();
  });

  test('ten wrong codes in a row stop all attempts on the account for a while; signed-in users stay in', async () => {
    const owner = newBrowser();
    const { secret } = await signUpWithTwoFactor(owner, 'locked@example.com');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const browser = await halfway('locked@example.com');
      for (let i = 0; i < 5; i += 1) await enterRecoveryCode(browser, `bbbbb-bbb${attempt + 2}${i + 2}`);
    }

    const browser = await halfway('locked@example.com');
    const answer = await enterCode(browser, appCode(secret, 1));

    expect(await codeOf(answer)).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED']);
    expect(await browser.session()).toBeNull();
    expect(await owner.session()).not.toBeNull();
  });

  test('one address has few tries for all accounts together', async () => {
    const browser = newBrowser();
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await enterCode(browser, '123456')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
  });

  test('a recovery code signs in once, however it is typed', async () => {
    const owner = newBrowser();
    const { recoveryCodes } = await signUpWithTwoFactor(owner, 'lost@example.com');
    const [code = ''] = recoveryCodes;
    const [one, two, three] = [
      await halfway('lost@example.com'),
      await halfway('lost@example.com'),
      await halfway('lost@example.com'),
    ];

    const typed = ` ${code.toUpperCase().replace('-', ' ')} `;
    const answers = await Promise.all([enterRecoveryCode(one, typed), enterRecoveryCode(two, code)]);
    const late = await enterRecoveryCode(three, code);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await codeOf(late)).toEqual([401, 'INVALID_BACKUP_CODE']);
    const state = await owner.fetch('/api/auth/two-factor');
    expect(await state.json()).toEqual({ isOn: true, recoveryCodes: 9, needsPassword: true });
  });

  test("another user's codes fail", async () => {
    await signUpWithTwoFactor(newBrowser(), 'one@example.com');
    const { secret, recoveryCodes } = await signUpWithTwoFactor(newBrowser(), 'other@example.com');
    const browser = await halfway('one@example.com');

    const answers = [
      await enterCode(browser, appCode(secret, 1)),
      await enterRecoveryCode(browser, recoveryCodes[0]!),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await browser.session()).toBeNull();
  });

  test.each([
    {},
    { code: 123_456 },
    { code: '12345' },
    { code: '1234567' },
    { code: ['123456'] },
    { code: '１２３４５６' },
  ])('a malformed code is rejected: %j', async (body) => {
    const answer = await newBrowser().post('/api/auth/two-factor/verify-totp', body);
    expect(await codeOf(answer)).toEqual([400, 'INVALID_CODE']);
  });
});
