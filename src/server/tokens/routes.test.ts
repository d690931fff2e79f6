import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddedToken, ListedToken } from '#src/domain/identity/access-token.ts';
import { newId } from '#src/domain/id.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';
import { AccessTokens } from './access-tokens.ts';

describeEachEngine('access tokens', (engine) => {
  const harness = mailHarness(engine);
  let database: AppDatabase;
  beforeAll(() => {
    database = openDatabase(harness.where);
  });
  afterAll(() => database.close());

  const confirmed = (email: string) => signUpConfirmed(harness.server.browser(), harness.mail, email);
  const add = (browser: TestBrowser, more: object = {}) =>
    browser.post('/api/tokens', { name: 'Backup script', scope: 'write', ...more });
  const added = async (browser: TestBrowser, more?: object) =>
    (await (await add(browser, more)).json()) as AddedToken;
  const list = async (browser: TestBrowser) =>
    ((await (await browser.fetch('/api/tokens')).json()) as { tokens: ListedToken[] }).tokens;
  const find = (text: string) => new AccessTokens(database).find(text, Date.now());

  test('[A4] a new token is shown once, kept hashed, listed without its text, and told by mail', async () => {
    const browser = await confirmed('ada@example.com');
    const collections = [newId()];
    const expiresAt = Date.now() + 86_400_000;

    const answer = await add(browser, { scope: 'read', collections, expiresAt });

    const { text, ...listed } = (await answer.json()) as AddedToken;
    expect(answer.status).toBe(201);
    expect(text).toMatch(/^sgt_[\w-]{43}$/);
    expect(listed).toMatchObject({
      name: 'Backup script',
      scope: 'read',
      collections,
      expiresAt,
      usedAt: null,
    });
    expect(await list(browser)).toEqual([listed]);
    const rows = await database.db.selectFrom('access_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(text.slice(4));
    const mail = await harness.mail.mailTo('ada@example.com', 2);
    expect(mail.subject).toBe('New access token for Sunglow');
    expect(mail.text).toContain('can read the tasks of 1 collection.');
    expect(mail.text).toContain('Name: Backup script');
    expect(mail.text).not.toContain(text);
  });

  test('[A4] a token is found until it is revoked or over, and its last use is kept', async () => {
    const browser = await confirmed('bea@example.com');
    const { id, text } = await added(browser);
    const found = await find(text);
    expect(found).toMatchObject({ id, userId: (await browser.session())?.user.id, scope: 'write' });
    if (!found) throw new Error('There is no token.');
    await new AccessTokens(database).noteUse(found, '203.0.113.5', 1_000_000);
    expect(await list(browser)).toMatchObject([{ usedAt: 1_000_000, usedFrom: '203.0.113.5' }]);

    for (const wrong of ['', 'sgt_', `${text}x`, text.slice(4), `sgt_${'x'.repeat(43)}`])
      expect([wrong, await find(wrong)]).toEqual([wrong, null]);
    const over = await added(browser, { expiresAt: Date.now() + 60_000 });
    expect(await new AccessTokens(database).find(over.text, Date.now() + 60_001)).toBeNull();

    expect((await browser.fetch(`/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await find(text)).toBeNull();
  });

  test('[A4] a new one needs a recent sign-in, and a page of ours', async () => {
    const browser = await confirmed('cleo@example.com');
    const forged = await browser.post(
      '/api/tokens',
      { name: 'x', scope: 'read' },
      { origin: 'https://evil.example.com' },
    );
    expect(forged.status).toBe(403);
    await ageSessions(harness.where, browser);

    const answer = await add(browser);

    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'SESSION_NOT_FRESH' }]);
    expect(await list(browser)).toEqual([]);
    expect((await harness.server.browser().fetch('/api/tokens')).status).toBe(401);
    expect((await add(harness.server.browser())).status).toBe(401);
  });

  test('[A4] no token opens the account, and nobody revokes the token of another', async () => {
    const [dora, eve] = [await confirmed('dora@example.com'), await confirmed('eve@example.com')];
    const { id, text } = await added(dora);

    const headers = { authorization: `Bearer ${text}`, cookie: '' };
    expect((await dora.fetch('/api/tokens', { headers })).status).toBe(401);
    const foreign = await eve.fetch(`/api/tokens/${id}`, { method: 'DELETE' });
    const unknown = await eve.fetch('/api/tokens/unknown', { method: 'DELETE' });
    const wrong = await eve.fetch('/api/tokens/a%00b', { method: 'DELETE' });

    const answer = [unknown.status, await unknown.json()];
    for (const each of [foreign, wrong]) expect([each.status, await each.json()]).toEqual(answer);
    expect(foreign.status).toBe(404);
    expect(await find(text)).not.toBeNull();
  });

  test.for([
    ['no name', { name: ' ' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name that is too long', { name: 'x'.repeat(121) }],
    ['the name of another door', { name: 'Import' }],
    ['an unknown scope', { scope: 'admin' }],
    ['no collection at all', { collections: [] }],
    ['ids that are none', { collections: ['Home'] }],
    ['an end in the past', { expiresAt: 1 }],
    ['an end that is no time', { expiresAt: 1.5e300 }],
  ] as const)('[A4] rejects %s', async ([, more]) => {
    const browser = await confirmed(`wrong-${newId()}@example.com`);
    const answer = await add(browser, more);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'WRONG_TOKEN' }]);
    expect(await list(browser)).toEqual([]);
  });

  test('[A4] all tokens end with the other sessions, and with a new password', async () => {
    const browser = await confirmed('fay@example.com');
    const first = await added(browser);
    await browser.post('/api/auth/sessions/end-others', {});
    expect(await find(first.text)).toBeNull();

    const second = await added(browser);
    const passwords = { currentPassword: PASSWORD, newPassword: 'another good password' };
    expect((await browser.post('/api/auth/change-password', passwords)).status).toBe(200);
    expect(await find(second.text)).toBeNull();

    const third = await added(browser);
    await browser.post('/api/auth/request-password-reset', { email: 'fay@example.com' });
    expect(await find(third.text)).not.toBeNull();
    // The second and the fourth mail told of new tokens.
    const { token } = await harness.mail.linkTo('fay@example.com', 5);
    await browser.post('/api/auth/reset-password', { token, newPassword: 'a third good password' });
    expect(await find(third.text)).toBeNull();
  });

  test('[A4] tokens go with the account', async () => {
    const browser = await confirmed('gil@example.com');
    const { text } = await added(browser);
    await browser.post('/api/auth/delete-user', { password: PASSWORD });
    expect(await find(text)).toBeNull();
  });
});
