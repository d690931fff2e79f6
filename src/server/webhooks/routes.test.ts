import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#src/domain/id.ts';
import { spaceOf } from '#src/domain/space.ts';
import type { AddedWebhook, ListedMessage, ListedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import type { HookMessageTable } from '#src/server/db/tables.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';

const DAY_MS = 86_400_000;
const WEBHOOK = { name: 'Board', query: 'today', address: 'https://board.example.com/hook?key=1' };

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
      ...WEBHOOK,
      ...more,
    });
  const added = async (browser: TestBrowser, more?: object) =>
    (await (await add(browser, more)).json()) as AddedWebhook;
  const list = async (browser: TestBrowser) =>
    ((await (await browser.fetch('/api/webhooks')).json()) as { webhooks: ListedWebhook[] }).webhooks;

  const messagesOf = async (browser: TestBrowser, id: string) =>
    (
      (await (await browser.fetch(`/api/webhooks/${id}/messages`)).json()) as {
        messages: ListedMessage[];
      }
    ).messages;
  const end = (id: string) =>
    database.db.updateTable('hook').set({ ended: 'GONE' }).where('id', '=', id).execute();
  /** Stores a message that was sent, and returns its id. */
  const addMessage = async (hookId: string, more: Partial<HookMessageTable> = {}) => {
    const { space_id } = await database.db
      .selectFrom('hook')
      .select('space_id')
      .where('id', '=', hookId)
      .executeTakeFirstOrThrow();
    const message = {
      space_id,
      hook_id: hookId,
      id: newId(),
      events: JSON.stringify([
        ['entered', newId()],
        ['left', newId()],
      ]),
      created_at: Date.now(),
      until: Date.now() + DAY_MS,
      wake_at: null,
      state: 'sent' as const,
      tries: '[]',
      ...more,
    };
    await database.db.insertInto('hook_message').values(message).execute();
    return message.id;
  };

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
        ...WEBHOOK,
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
    const forged = await browser.post('/api/webhooks', WEBHOOK, { origin: 'https://evil.example.com' });
    expect(forged.status).toBe(403);
    const { id } = await added(browser);
    await end(id);
    await ageSessions(harness.where, browser);

    for (const answer of [await add(browser), await browser.post(`/api/webhooks/${id}/on`, {})])
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'SESSION_NOT_FRESH' }]);

    expect(await list(browser)).toMatchObject([{ id, ended: 'GONE' }]);
    expect((await harness.server.browser().fetch('/api/webhooks')).status).toBe(401);
  });

  test('[A5] a webhook that has ended is turned on', async () => {
    const browser = await confirmed('hal@example.com');
    const { id } = await added(browser);
    const turnOn = async () => (await browser.post(`/api/webhooks/${id}/on`, {})).status;
    expect(await turnOn()).toBe(404);
    await end(id);
    expect(await turnOn()).toBe(200);
    expect(await list(browser)).toMatchObject([{ id, ended: null }]);
  });

  test('[A5] foreign, revoked, unknown and wrong ids have the same answer, and change nothing', async () => {
    const [cleo, dora] = [await confirmed('cleo@example.com'), await confirmed('dora@example.com')];
    const { id } = await added(cleo);
    await end(id);
    const message = await addMessage(id);
    const answers = async (browser: TestBrowser, hookId: string) => {
      const asked = [
        await browser.fetch(`/api/webhooks/${hookId}`, { method: 'DELETE' }),
        await browser.post(`/api/webhooks/${hookId}/on`, {}),
        await browser.post(`/api/webhooks/${hookId}/messages/${message}/again`, {}),
        await browser.fetch(`/api/webhooks/${hookId}/messages`),
      ];
      return Promise.all(asked.map(async (answer) => [answer.status, await answer.json()]));
    };
    const unknown = await answers(dora, newId());
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 200]);
    expect(unknown.at(-1)?.[1]).toEqual({ messages: [] });

    expect(await answers(dora, id)).toEqual(unknown);
    for (const wrong of ['no-id', '%00', "'%20or%201=1", 'x'.repeat(2_000)])
      expect(await answers(dora, wrong)).toEqual(unknown);
    expect(await list(cleo)).toMatchObject([{ id, ended: 'GONE' }]);
    expect(await messagesOf(cleo, id)).toMatchObject([{ id: message, state: 'sent' }]);

    expect((await cleo.fetch(`/api/webhooks/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await list(cleo)).toEqual([]);
    expect(await answers(cleo, id)).toEqual(unknown);
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
    ['an address that is none', { address: 'board' }, 'WRONG_ADDRESS'],
    ['an address without a scheme', { address: 'board.example.com/hook' }, 'WRONG_ADDRESS'],
    ['an address of a script', { address: 'javascript:alert(1)' }, 'WRONG_ADDRESS'],
    ['an address of a file', { address: 'file:///etc/passwd' }, 'WRONG_ADDRESS'],
    ['an address without https', { address: 'http://board.example.com/' }, 'HTTPS_NEEDED'],
    [
      'an address that is too long',
      { address: `https://x.example.com/${'x'.repeat(2_000)}` },
      'WRONG_ADDRESS',
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

    const { id } = await added(browser);
    await addMessage(id);
    const userId = (await browser.session())?.user.id ?? '';
    const rows = async () => {
      const counts = [];
      for (const table of ['hook', 'hook_watch', 'hook_message'] as const) {
        const query = database.db.selectFrom(table as 'hook').selectAll();
        counts.push((await query.where('space_id', '=', spaceOf(userId)).execute()).length);
      }
      return counts;
    };
    expect(await rows()).toEqual([1, 1, 1]);
    await browser.post('/api/auth/delete-user', { password: PASSWORD });
    expect(await rows()).toEqual([0, 0, 0]);
  });

  test('[A5] the messages of the last 30 days are listed, the newest first, and one is sent again', async () => {
    const browser = await confirmed('gil@example.com');
    const { id } = await added(browser, { address: 'https://127.0.0.1:1/' });
    const now = Date.now();
    await addMessage(id, { created_at: now - 31 * DAY_MS });
    const older = await addMessage(id, { created_at: now - 29 * DAY_MS });
    const tries = [{ at: now, failure: 'REJECTED' }];
    const newer = await addMessage(id, { created_at: now, state: 'failed', tries: JSON.stringify(tries) });
    expect(await messagesOf(browser, id)).toEqual([
      { id: newer, createdAt: now, events: 2, state: 'failed', tries },
      { id: older, createdAt: now - 29 * DAY_MS, events: 2, state: 'sent', tries: [] },
    ]);

    const again = (message: string) => browser.post(`/api/webhooks/${id}/messages/${message}/again`, {});
    expect((await again(newId())).status).toBe(404);
    expect((await again(newer)).status).toBe(200);

    // The server tries it, and posts to no private address.
    const lastTry = async () => (await messagesOf(browser, id))[0]?.tries.at(-1)?.failure;
    await expect.poll(lastTry).toBe('PRIVATE_ADDRESS');
    expect(await list(browser)).toMatchObject([{ id, failure: 'PRIVATE_ADDRESS', waiting: 1 }]);
  });
});
