import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import type { AddedWebhook, ListedMessage, ListedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';

describeEachEngine('webhooks', (engine) => {
  const harness = mailHarness(engine);
  let database: AppDatabase;
  beforeAll(() => {
    database = openDatabase(harness.where);
  });
  afterAll(() => database.close());

  const confirmed = (email: string) => signUpConfirmed(harness.server.browser(), harness.mail, email);
  const add = (browser: TestBrowser, more: object = {}) =>
    browser.post('/api/webhooks', {
      name: 'Board',
      query: 'today',
      address: 'https://board.example.com/hook?key=1',
      ...more,
    });
  const added = async (browser: TestBrowser, more?: object) =>
    (await (await add(browser, more)).json()) as AddedWebhook;
  const list = async (browser: TestBrowser) =>
    ((await (await browser.fetch('/api/webhooks')).json()) as { webhooks: ListedWebhook[] }).webhooks;

  test('[A5] the secret of a new webhook is shown once, and kept encrypted; a mail tells of the webhook', async () => {
    const browser = await confirmed('ada@example.com');

    const answer = await add(browser);

    expect(answer.status).toBe(201);
    const { id, secret } = (await answer.json()) as AddedWebhook;
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    const listed = await list(browser);
    expect(listed).toEqual([
      {
        id,
        name: 'Board',
        query: 'today',
        address: 'https://board.example.com/hook?key=1',
        createdAt: listed[0]?.createdAt,
        sentAt: null,
        failure: null,
        waiting: 0,
        ended: null,
      },
    ]);
    const rows = await database.db.selectFrom('hook').selectAll().execute();
    expect(JSON.stringify([rows, listed])).not.toContain(secret.slice('whsec_'.length));
    const mail = await harness.mail.mailTo('ada@example.com', 2);
    expect(mail.subject).toBe('New webhook for Sunglow');
    expect(mail.text).toContain('Receiver: board.example.com');
    expect(mail.text).not.toContain(secret);
    expect(mail.text).not.toContain('key=1');
  });

  test('[A5] a new one needs a recent sign-in, and a page of ours', async () => {
    const browser = await confirmed('bea@example.com');
    const forged = await browser.post('/api/webhooks', {}, { origin: 'https://evil.example.com' });
    expect(forged.status).toBe(403);
    await ageSessions(harness.where, browser);

    const answer = await add(browser);

    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'SESSION_NOT_FRESH' }]);
    expect(await list(browser)).toEqual([]);
    expect((await harness.server.browser().fetch('/api/webhooks')).status).toBe(401);
  });

  test('[A5] the webhooks of others, and unknown ones, have the same answer', async () => {
    const [cleo, dora] = [await confirmed('cleo@example.com'), await confirmed('dora@example.com')];
    const { id } = await added(cleo);
    const answers = async (hookId: string) => {
      const asked = [
        await dora.fetch(`/api/webhooks/${hookId}`, { method: 'DELETE' }),
        await dora.post(`/api/webhooks/${hookId}/on`, {}),
        await dora.post(`/api/webhooks/${hookId}/messages/${newId()}/again`, {}),
        await dora.fetch(`/api/webhooks/${hookId}/messages`),
      ];
      return Promise.all(asked.map(async (answer) => [answer.status, await answer.json()]));
    };

    expect(await answers(id)).toEqual(await answers(newId()));
    expect((await answers(id)).map(([status]) => status)).toEqual([404, 404, 404, 200]);
    expect(await list(cleo)).toHaveLength(1);
    expect((await cleo.fetch(`/api/webhooks/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await list(cleo)).toEqual([]);
  });

  test('[A5] a user has 20 webhooks, also when they are added at the same time', async () => {
    const browser = await confirmed('eve@example.com');
    const answers = await Promise.all(Array.from({ length: 22 }, () => add(browser)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const rows = await database.db.selectFrom('hook').select(['space_id', 'slot']).execute();
    expect(new Set(rows.map(({ space_id, slot }) => `${space_id} ${slot}`)).size).toBe(rows.length);
  });

  test.for([
    ['no name', { name: ' ' }, 'INVALID_NAME'],
    ['a name with a line break', { name: 'a\nb' }, 'INVALID_NAME'],
    ['a filter that is empty', { query: ' ' }, 'WRONG_FILTER'],
    ['a filter that cannot be read', { query: 'today &' }, 'WRONG_FILTER'],
    ['a filter with an unknown name', { query: '#Nowhere' }, 'WRONG_FILTER'],
    ['a filter that is too long', { query: 'x'.repeat(2_001) }, 'WRONG_FILTER'],
    ['an address that is none', { address: 'board' }, 'WRONG_TARGET'],
    ['an address of a file', { address: 'file:///etc/passwd' }, 'WRONG_TARGET'],
    ['an address without https', { address: 'http://board.example.com/' }, 'HTTPS_NEEDED'],
    [
      'an address that is too long',
      { address: `https://x.example.com/${'x'.repeat(2_000)}` },
      'WRONG_TARGET',
    ],
  ] as const)('[A5] rejects %s', async ([, more, code]) => {
    const browser = await confirmed(`wrong-${newId()}@example.com`);
    const answer = await add(browser, more);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code }]);
    expect(await list(browser)).toEqual([]);
  });

  test('[A5] all webhooks end with the other sessions, and go with the account', async () => {
    const browser = await confirmed('fay@example.com');
    await added(browser);
    await browser.post('/api/auth/sessions/end-others', {});
    expect(await list(browser)).toEqual([]);

    await added(browser);
    const userId = (await browser.session())?.user.id ?? '';
    await browser.post('/api/auth/delete-user', { password: PASSWORD });
    for (const table of ['hook', 'hook_watch'] as const)
      expect(
        await database.db
          .selectFrom(table as 'hook')
          .selectAll()
          .where('space_id', '=', userId as never)
          .execute(),
      ).toEqual([]);
  });

  test('[A5] the messages of a webhook are listed', async () => {
    const browser = await confirmed('gil@example.com');
    const { id } = await added(browser);
    const answer = (await (await browser.fetch(`/api/webhooks/${id}/messages`)).json()) as {
      messages: ListedMessage[];
    };
    expect(answer).toEqual({ messages: [] });
  });
});
