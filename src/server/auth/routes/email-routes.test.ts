import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { PASSWORD, startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('actions by mail', (engine) => {
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

  const confirmed = (email: string) => signUpConfirmed(server.browser(), mail, email);

  test('a link signs in, once', async () => {
    await confirmed('link@example.com');
    const browser = server.browser();

    await browser.post('/api/auth/sign-in/magic-link', { email: 'link@example.com' });
    const { purpose, token } = await mail.linkTo('link@example.com', 2);
    const first = await browser.post('/api/auth/link/sign-in', { token });
    const again = await server.browser().post('/api/auth/link/sign-in', { token });

    expect([purpose, first.status, again.status]).toEqual(['sign-in', 200, 400]);
    expect(await again.json()).toMatchObject({ code: 'INVALID_TOKEN' });
    expect(await browser.session()).toMatchObject({ user: { email: 'link@example.com' } });
    // The token is only in the cookie.
    expect(JSON.stringify(await first.json())).not.toContain('"token"');
  });

  test('of two requests that use a link at once, one signs in', async () => {
    await server.browser().post('/api/auth/sign-in/magic-link', { email: 'race@example.com' });
    const { token } = await mail.linkTo('race@example.com');

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.browser().post('/api/auth/link/sign-in', { token })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  });

  test('a link makes an account for a new email, named after it', async () => {
    const browser = await signUpByLink(server.browser(), mail, 'grace.hopper@example.com');

    expect(await browser.session()).toMatchObject({
      user: { email: 'grace.hopper@example.com', name: 'grace.hopper', emailVerified: true },
    });
  });

  test('a new password ends all sessions; the link for it works once', async () => {
    const old = await confirmed('forgetful@example.com');

    await server.browser().post('/api/auth/request-password-reset', { email: 'forgetful@example.com' });
    const { purpose, token } = await mail.linkTo('forgetful@example.com', 2);
    const body = { token, newPassword: 'a brand new password' };
    const reset = await server.browser().post('/api/auth/reset-password', body);
    const again = await server.browser().post('/api/auth/reset-password', { ...body, newPassword: PASSWORD });

    expect([purpose, reset.status, again.status]).toEqual(['reset', 200, 400]);
    expect(await old.session()).toBeNull();
    expect((await server.browser().signIn('forgetful@example.com')).status).toBe(401);
    expect((await server.browser().signIn('forgetful@example.com', 'a brand new password')).status).toBe(200);
  });

  test.each(['/sign-in/magic-link', '/request-password-reset', '/send-verification-email'])(
    '%s does not reveal if there is an account',
    async (path) => {
      await confirmed(`${path.slice(1, 8)}@example.com`);

      const known = await server
        .browser()
        .post(`/api/auth${path}`, { email: `${path.slice(1, 8)}@example.com` });
      const unknown = await server.browser().post(`/api/auth${path}`, { email: 'nobody@example.com' });

      expect(known.status).toBe(200);
      expect(unknown.status).toBe(200);
      expect(await known.json()).toEqual(await unknown.json());
    },
  );

  test.each(['/sign-in/magic-link', '/request-password-reset', '/sign-up/email'])(
    '%s: requests for mails to another user stop at five, and the owner still gets theirs',
    async (path) => {
      const email = `full-${path.slice(1, 8)}@example.com`;
      await confirmed(email);
      const body = { email, name: 'Ada' };
      const before = mail.mailsTo(email).length;
      const attacker = browserElsewhere(server);
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) statuses.push((await attacker.post(`/api/auth${path}`, body)).status);
      const answer = await browserElsewhere(server).post(`/api/auth${path}`, body);

      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect(answer.status).toBe(200);
      expect((await mail.linkTo(email, before + 6)).token).not.toBe('');
    },
  );

  test('requests from many addresses do not fill an inbox, and the last link there works for its owner', async () => {
    await confirmed('wanted@example.com');
    const before = mail.mailsTo('wanted@example.com').length;
    const statuses = new Set<number>();
    for (let i = 0; i < 25; i++) {
      const body = { email: 'wanted@example.com' };
      statuses.add((await browserElsewhere(server).post('/api/auth/sign-in/magic-link', body)).status);
    }

    const { token } = await mail.linkTo('wanted@example.com', before + 20);
    const owner = browserElsewhere(server);
    expect((await owner.post('/api/auth/link/sign-in', { token })).status).toBe(200);
    expect([...statuses]).toEqual([200]);
    expect(mail.mailsTo('wanted@example.com')).toHaveLength(before + 20);
  });

  test.each([
    ['/link/sign-in', { token: 'x'.repeat(32) }],
    ['/link/verify', { token: 'not-a-token' }],
    ['/link/verify', {}],
    ['/link/sign-up', { token: 'x'.repeat(32), password: PASSWORD }],
    ['/reset-password', { token: 'x'.repeat(24), newPassword: PASSWORD }],
    ['/link/sign-in', { token: '../../etc' }],
  ])('%s with a made-up token %o is rejected', async (path, body) => {
    const answer = await server.browser().post(`/api/auth${path}`, body);

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('a mailed link leads to this server alone, for any request', async () => {
    await server.browser().post('/api/auth/sign-in/magic-link', {
      email: 'redirect@example.com',
      callbackURL: 'https://evil.example.com',
    });

    const { text = '', html } = await mail.mailTo('redirect@example.com');

    expect(`${text}${String(html)}`).not.toContain('evil');
  });
});

describeEachEngine(
  'a server that can send no mail',
  (engine) => {
    test('on this machine: prints mail, and keeps it in its folder', async () => {
      const where = await engine.create();
      const printed: string[] = [];
      const server = await startTestServer(where, { print: (line) => printed.push(line) });

      const signUp = await server.browser().signUp('ada@example.com');
      await server.browser().post('/api/auth/sign-in/magic-link', { email: 'ada@example.com' });
      await server.stop();

      const folder = join(where.dataDir, 'outbox');
      const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(signUp.status).toBe(200);
      expect(kept).toEqual([expect.stringMatching(/To: ada@example.com[^]+\/auth\/link#sign-in=/)]);
      expect(printed.join('\n')).toContain(kept[0]);
    });

    test('on this machine: a link to sign in leaves the password as it is', async () => {
      const where = await engine.create();
      const server = await startTestServer(where);
      await server.browser().signUp('ada@example.com');
      await server.browser().post('/api/auth/sign-in/magic-link', { email: 'ada@example.com' });
      const folder = join(where.dataDir, 'outbox');
      await expect.poll(() => existsSync(folder) && readdirSync(folder).length).toBe(1);
      const text = readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8');
      const token = /#sign-in=(\S+)/.exec(text)?.[1];

      const link = await server.browser().post('/api/auth/link/sign-in', { token });
      const password = await server.browser().signIn('ada@example.com');
      await server.stop();

      expect([link.status, password.status]).toEqual([200, 200]);
    });

    test('at a public address: offers nothing that needs mail', async () => {
      const server = await startTestServer(await engine.create(), {
        settings: { PUBLIC_URL: 'https://sunglow.example.com' },
      });

      const methods = await (await server.browser().fetch('/api/auth/ways')).json();
      const answer = await server
        .browser()
        .post(
          '/api/auth/request-password-reset',
          { email: 'a@example.com' },
          { origin: 'https://sunglow.example.com' },
        );
      await server.stop();

      expect(methods).toMatchObject({ email: false, phone: false });
      expect(answer.status).toBe(404);
    });
  },
  // The tests look for the outbox beside the database file.
  ['sqlite'],
);

describeEachEngine(
  'the answer to a request for a mail',
  (engine) => {
    test('does not wait for work that an existing account causes', async () => {
      const mail = await MailServer.start();
      const where = await engine.create();
      const server = await startTestServer(where, { settings: mail.settings });
      await signUpConfirmed(server.browser(), mail, 'ada@example.com');
      const other = new Client({ connectionString: where.databaseUrl! });
      await other.connect();

      await other.query('begin; lock table verification, "user"');
      const answers = [];
      const body = { email: 'ada@example.com', name: 'Ada' };
      for (const path of [
        '/sign-in/magic-link',
        '/request-password-reset',
        '/send-verification-email',
        '/sign-up/email',
      ])
        answers.push(await server.browser().post(`/api/auth${path}`, body));
      await other.query('rollback');

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await other.end();
      await server.stop();
      await mail.stop();
    });
  },
  ['postgres'],
);
