import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { followLink, signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import {
  PASSWORD,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';

const NEW_PASSWORD = 'a brand new password';

describeEachEngine('an account', (engine) => {
  let mail: MailServer;
  let server: TestServer;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startTestServer(await engine.create(), {
      settings: { ...mail.settings, ...MANY_ADDRESSES },
    });
  });
  afterAll(async () => {
    await server.stop();
    await mail.stop();
  });

  const confirmed = (email: string) => signUpConfirmed(browserElsewhere(server), mail, email);
  const changeEmail = (browser: TestBrowser, newEmail: string) =>
    browser.post('/api/auth/change-email', { newEmail });

  test('lets its user change the name', async () => {
    const browser = await confirmed('name@example.com');

    const answer = await browser.post('/api/auth/update-user', { name: ' Ada King ' });

    expect(answer.status).toBe(200);
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada King' } });
  });

  test('rejects a name that is empty, is too long, or would end a line of a mail', async () => {
    const browser = await confirmed('badname@example.com');

    for (const name of [' ', 'Ada\r\nBcc: x', 'x'.repeat(121)]) {
      const answer = await browser.post('/api/auth/update-user', { name });
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'INVALID_NAME' }]);
    }
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } });
  });

  test('takes nothing else with a new name', async () => {
    const browser = await confirmed('smuggler@example.com');

    await browser.post('/api/auth/update-user', { name: 'Ada', image: 'https://evil.example.com/x.svg' });

    expect(await browser.session()).toMatchObject({ user: { image: null } });
  });

  test('lets its user change the email, confirmed on both addresses', async () => {
    const browser = await confirmed('old@example.com');

    const asked = await changeEmail(browser, 'New@example.com');
    const first = await followLink(browser, mail, 'old@example.com', 2);
    const between = await browser.session();
    const second = await followLink(browser, mail, 'new@example.com');

    expect([asked.status, first.status, second.status]).toEqual([200, 200, 200]);
    expect(between).toMatchObject({ user: { email: 'old@example.com' } });
    expect(await browser.session()).toMatchObject({
      user: { email: 'new@example.com', emailVerified: true },
    });
    expect((await browserElsewhere(server).signIn('old@example.com')).status).toBe(401);
    expect((await browserElsewhere(server).signIn('new@example.com')).status).toBe(200);
  });

  test('stays closed to a person who only has the mailboxes of a changed email', async () => {
    const browser = await confirmed('mailbox@example.com');
    const other = browserElsewhere(server);

    await changeEmail(browser, 'mailbox2@example.com');
    await followLink(other, mail, 'mailbox@example.com', 2);
    const second = await followLink(other, mail, 'mailbox2@example.com');

    expect(second.status).toBe(200);
    expect([await other.session(), other.cookie]).toEqual([null, '']);
    expect(await browser.session()).toMatchObject({ user: { email: 'mailbox2@example.com' } });
  });

  test("rejects the link of another account's change", async () => {
    await changeEmail(await confirmed('mine@example.com'), 'mine2@example.com');
    const other = await confirmed('other@example.com');

    const answer = await followLink(other, mail, 'mine@example.com', 2);

    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'INVALID_USER' }]);
  });

  test('reveals neither by answer nor by mail if a new email has an account', async () => {
    await confirmed('taken@example.com');
    const browser = await confirmed('curious@example.com');

    const taken = await changeEmail(browser, 'taken@example.com');
    const free = await changeEmail(browser, 'free@example.com');
    const mails = [await mail.mailTo('curious@example.com', 2), await mail.mailTo('curious@example.com', 3)];
    const first = await followLink(browser, mail, 'curious@example.com', 2);
    const second = await followLink(browser, mail, 'taken@example.com', 2);

    expect([taken.status, await taken.json()]).toEqual([free.status, await free.json()]);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Change your email for Sunglow'));
    expect([first.status, second.status]).toEqual([200, 400]);
    expect(await browser.session()).toMatchObject({ user: { email: 'curious@example.com' } });
  });

  test('gets a new email once: others that confirm it at the same time read that it is taken', async () => {
    const address = 'wanted@example.com';
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}-wants@example.com`);
    const browsers = await Promise.all(emails.map(confirmed));
    for (const [i, browser] of browsers.entries()) {
      await changeEmail(browser, address);
      await followLink(browser, mail, emails[i]!, 2);
      await mail.mailTo(address, i + 1);
    }

    const answers = await Promise.all(
      browsers.map((browser, i) => followLink(browser, mail, address, i + 1)),
    );

    const others = answers.filter(({ ok }) => !ok);
    expect(others.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const answer of others) expect(await answer.json()).toMatchObject({ code: 'INVALID_TOKEN' });
    const sessions = await Promise.all(browsers.map((browser) => browser.session()));
    expect(sessions.filter((session) => session?.user.email === address)).toHaveLength(1);
  });

  test('rejects a made-up link to change its email', async () => {
    await confirmed('named@example.com');
    const payload = { email: 'named@example.com', updateTo: 'named@example.com' };
    const token = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;

    const answer = await browserElsewhere(server).post('/api/auth/link/verify', { token });

    expect(await answer.json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('lets its user change the password, and signs out all other devices', async () => {
    const browser = await confirmed('change@example.com');
    const other = browserElsewhere(server);
    await other.signIn('change@example.com');
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

    const answer = await browser.post('/api/auth/change-password', body);

    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).not.toContain('token');
    expect([await browser.session(), await other.session()]).toMatchObject([
      { user: { email: 'change@example.com' } },
      null,
    ]);
    expect((await browserElsewhere(server).signIn('change@example.com')).status).toBe(401);
    expect((await browserElsewhere(server).signIn('change@example.com', NEW_PASSWORD)).status).toBe(200);
  });

  test('keeps its password without the current one, and limits guesses of it', async () => {
    const browser = await confirmed('guess@example.com');
    const guess = () =>
      browser.post('/api/auth/change-password', { currentPassword: 'a guess', newPassword: NEW_PASSWORD });

    const answers = [];
    for (let i = 0; i < 11; i++) answers.push(await guess());

    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(400), 429]);
    expect(await answers[0]?.json()).toMatchObject({ code: 'INVALID_PASSWORD' });
    expect(await browser.session()).not.toBeNull();
  });

  test('costs two hashes for a new password, and one with a wrong current password', async () => {
    const browser = await confirmed('cost@example.com');
    const hash = vi.spyOn(Worker.prototype, 'postMessage');
    const hashesFor = async (currentPassword: string) => {
      hash.mockClear();
      const body = { currentPassword, newPassword: NEW_PASSWORD };
      const { status } = await browser.post('/api/auth/change-password', body);
      return [status, hash.mock.calls.length];
    };

    expect(await hashesFor('a guess')).toEqual([400, 1]);
    expect(await hashesFor(PASSWORD)).toEqual([200, 2]);
    hash.mockRestore();
  });

  test('gets a first password when its user uses another sign-in method', async () => {
    const browser = await signUpByLink(browserElsewhere(server), mail, 'first@example.com');

    const before = await (await browser.fetch('/api/auth/password')).json();
    const set = await browser.post('/api/auth/set-password', { newPassword: NEW_PASSWORD });
    const again = await browser.post('/api/auth/set-password', { newPassword: PASSWORD });
    const after = await (await browser.fetch('/api/auth/password')).json();

    expect([before, set.status, again.status, after]).toEqual([{ isSet: false }, 200, 409, { isSet: true }]);
    expect((await browserElsewhere(server).signIn('first@example.com', NEW_PASSWORD)).status).toBe(200);
  });

  test('signs out all other devices with a first password', async () => {
    const browser = await signUpByLink(browserElsewhere(server), mail, 'firstends@example.com');
    const other = browserElsewhere(server);
    await other.post('/api/auth/sign-in/magic-link', { email: 'firstends@example.com' });
    await followLink(other, mail, 'firstends@example.com', 2);
    expect(await other.session()).not.toBeNull();

    const set = await browser.post('/api/auth/set-password', { newPassword: NEW_PASSWORD });

    expect(set.status).toBe(200);
    expect([await browser.session(), await other.session()]).toMatchObject([
      { user: { email: 'firstends@example.com' } },
      null,
    ]);
  });

  test.each(['/update-user', '/change-email', '/change-password', '/set-password'])(
    'lets only its signed-in user and our own pages call %s',
    async (path) => {
      const body = {
        name: 'Eve',
        newEmail: 'eve@example.com',
        currentPassword: PASSWORD,
        newPassword: NEW_PASSWORD,
      };
      const browser = await confirmed(`${path.slice(1, 9)}@example.com`);

      const anonymous = await browserElsewhere(server).post(`/api/auth${path}`, body);
      const forged = await browser.post(`/api/auth${path}`, body, { origin: 'https://evil.example.com' });

      expect([anonymous.status, forged.status]).toEqual([401, 403]);
    },
  );
});
