import { expect, test } from 'vitest';

import { describeEachEngine } from '#src/server/testing/engines.ts';
import { mailStand } from '#src/server/testing/mail-stand.ts';
import { signUpByLink, signUpConfirmed } from '#src/server/testing/mail-user.ts';
import { PASSWORD, startTestServer } from '#src/server/testing/test-server.ts';

const WEAK = ['password', '12345678', 'aaaaaaaa', 'Sunglow123'];

describeEachEngine('a password that is soon guessed is rejected', (engine) => {
  const stand = mailStand(engine);

  /** Answers to a password that is common, or that of everybody, or `email`. */
  async function refusals(
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
  const allRefused = [...WEAK, 'email'].map(() => 'PASSWORD_TOO_EASY');

  test('at a sign-up, behind the link in the mail, which stays of use', async () => {
    const browser = stand.server.browser();
    await browser.signUp('new@example.com');
    const { token } = await stand.mail.linkTo('new@example.com', 1);
    const choose = (password: string) => browser.post('/api/auth/link/sign-up', { token, password });

    expect(await refusals('new@example.com', choose)).toEqual(allRefused);
    expect((await choose(PASSWORD)).status).toBe(200);
  });

  test('at a sign-up on a server without mail', async () => {
    const plain = await startTestServer(await engine.create());
    const codes = await refusals('new@example.com', (password) =>
      plain.browser().signUp('new@example.com', password),
    );

    expect(codes).toEqual(allRefused);
    expect((await plain.browser().signUp('new@example.com')).status).toBe(200);
    await plain.stop();
  });

  test('at a change, with words that help', async () => {
    const ada = await signUpConfirmed(stand.server.browser(), stand.mail, 'ada@example.com');
    const change = (newPassword: string) =>
      ada.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword });

    expect(await refusals('ada@example.com', change)).toEqual(allRefused);
    expect(await (await change('password')).json()).toMatchObject({
      message: expect.stringContaining('too easy to guess') as unknown,
    });
  });

  test('as a first one', async () => {
    const bob = await signUpByLink(stand.server.browser(), stand.mail, 'bob@example.com');
    const set = (newPassword: string) => bob.post('/api/auth/set-password', { newPassword });

    expect(await refusals('bob@example.com', set)).toEqual(allRefused);
    expect((await set(PASSWORD)).status).toBe(200);
  });

  test('behind a link to a new one, which goes on working', async () => {
    await signUpConfirmed(stand.server.browser(), stand.mail, 'cy@example.com');
    const browser = stand.server.browser();
    await browser.post('/api/auth/request-password-reset', { email: 'cy@example.com' });
    const { token } = await stand.mail.linkTo('cy@example.com', 2);
    const reset = (newPassword: string) => browser.post('/api/auth/reset-password', { token, newPassword });

    expect(await refusals('cy@example.com', reset)).toEqual(allRefused);
    expect((await reset('a brand new password')).status).toBe(200);
  });

  test('but one that was chosen before still signs in', async () => {
    await stand.server.browser().signUp('dee@example.com');
    const answer = await stand.server.browser().signIn('dee@example.com', 'password');

    expect(((await answer.json()) as { code: unknown }).code).toBe('INVALID_EMAIL_OR_PASSWORD');
  });
});
