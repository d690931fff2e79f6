import { expect, test } from 'vitest';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { PASSWORD, startTestServer } from '#src/server/testing/processes/test-server.ts';

const WEAK = ['password', '12345678', 'aaaaaaaa', 'Sunglow123'];

describeEachEngine('a password that is soon guessed is rejected', (engine) => {
  const harness = mailHarness(engine);

  /** The answers to three weak passwords: a common one, the product's name, and `email`. */
  async function rejections(
    email: string,
    choose: (password: string) => Promise<Response>,
  ): Promise<unknown[]> {
    const codes = [];
    for (const password of [...WEAK, email]) {
      const answer = await choose(password);
      codes.push(((await answer.json()) as { code: unknown }).code);
    }
    return codes;
  }
  const allRejected = [...WEAK, 'email'].map(() => 'PASSWORD_TOO_EASY');

  test('at a sign-up, after the link in the mail, which keeps working', async () => {
    const browser = harness.server.browser();
    await browser.signUp('new@example.com');
    const { token } = await harness.mail.linkTo('new@example.com', 1);
    const choose = (password: string) => browser.post('/api/auth/link/sign-up', { token, password });

    expect(await rejections('new@example.com', choose)).toEqual(allRejected);
    expect((await choose(PASSWORD)).status).toBe(200);
  });

  test('at a sign-up on a server without mail', async () => {
    const plain = await startTestServer(await engine.create());
    const codes = await rejections('new@example.com', (password) =>
      plain.browser().signUp('new@example.com', password),
    );

    expect(codes).toEqual(allRejected);
    expect((await plain.browser().signUp('new@example.com')).status).toBe(200);
    await plain.stop();
  });

  test('at a change, with words that help', async () => {
    const ada = await signUpConfirmed(harness.server.browser(), harness.mail, 'ada@example.com');
    const change = (newPassword: string) =>
      ada.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword });

    expect(await rejections('ada@example.com', change)).toEqual(allRejected);
    expect(await (await change('password')).json()).toMatchObject({
      message: expect.stringContaining('too easy to guess') as unknown,
    });
  });

  test('as a first one', async () => {
    const bob = await signUpByLink(harness.server.browser(), harness.mail, 'bob@example.com');
    const set = (newPassword: string) => bob.post('/api/auth/set-password', { newPassword });

    expect(await rejections('bob@example.com', set)).toEqual(allRejected);
    expect((await set(PASSWORD)).status).toBe(200);
  });

  test('after a link for a new password, which keeps working', async () => {
    await signUpConfirmed(harness.server.browser(), harness.mail, 'cy@example.com');
    const browser = harness.server.browser();
    await browser.post('/api/auth/request-password-reset', { email: 'cy@example.com' });
    const { token } = await harness.mail.linkTo('cy@example.com', 2);
    const reset = (newPassword: string) => browser.post('/api/auth/reset-password', { token, newPassword });

    expect(await rejections('cy@example.com', reset)).toEqual(allRejected);
    expect((await reset('a brand new password')).status).toBe(200);
  });

  test('but one chosen before still signs in', async () => {
    await harness.server.browser().signUp('dee@example.com');
    const answer = await harness.server.browser().signIn('dee@example.com', 'password');

    expect(((await answer.json()) as { code: unknown }).code).toBe('INVALID_EMAIL_OR_PASSWORD');
  });
});
