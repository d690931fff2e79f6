import { expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness, type MailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { openDevice, until } from '#src/sync/testing/node-device.ts';
import { ReminderSecrets } from './secrets.ts';

const SECRET = 'a secret of more than thirty-two characters';

/** The two links of the reminder that is the `count`-th mail to `browser`. */
async function linksOf(browser: TestBrowser, mail: MailServer, email: string, count: number) {
  expect((await browser.post('/api/push/test', { way: 'mail' })).status).toBe(200);
  const { headers, text = '' } = await mail.mailTo(email, count);
  const header = (key: string) => headers.find((each) => each.key === key)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const { purpose, token } = await mail.linkTo(email, count);
  expect(purpose).toBe('unsubscribe');
  // The link for people holds the token behind `#`.
  expect(text).not.toMatch(/unsubscribe[/?]/);
  return { token, oneClick: new URL(header('list-unsubscribe').slice(1, -1)).pathname };
}

describeEachEngine('the link that ends reminders by mail', (engine) => {
  const harness: MailHarness = mailHarness(engine);

  async function reminded(email: string) {
    const browser = await signUpConfirmed(harness.server.browser(), harness.mail, email);
    const userId = (await browser.session())?.user.id ?? '';
    const device = await openDevice({ url: harness.server.publicUrl, userId, cookie: browser.cookie });
    const choose = async (value: string) => {
      await device.mutate('setting.set', { id: 'reminderWays', value, at: Date.now() });
      await until(device, 'status', () => device.status().unsent === 0);
    };
    await choose('webhook mail push');
    const waysAre = (value: string) =>
      until(device, 'setting:reminderWays', () => device.get('setting', 'reminderWays')?.value === value);
    return { browser, userId, device, choose, waysAre };
  }

  /** A request as a mail program sends it: from no page, without a cookie. */
  const click = (path: string, method = 'POST') =>
    fetch(harness.server.url + path, {
      method,
      redirect: 'manual',
      ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
    });
  const confirm = (token: string, headers = {}) =>
    harness.server.browser().post('/api/push/unsubscribe', { token }, headers);

  test('[N3] a mail program ends reminders with one click, and opening the link does not', async () => {
    const { browser, device, waysAre } = await reminded('eva@example.com');
    const { token, oneClick } = await linksOf(browser, harness.mail, 'eva@example.com', 2);
    const opened = await click(oneClick, 'GET');
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/auth/link#unsubscribe=${token}`]);
    expect((await click(oneClick.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).status).toBe(400);
    expect(device.get('setting', 'reminderWays')?.value).toBe('webhook mail push');

    expect((await click(oneClick)).status).toBe(200);

    await waysAre('webhook push');
    expect((await click(oneClick)).status).toBe(200);
    device.close();
  });

  test('[N3] its page ends reminders, and only our own pages may ask', async () => {
    const { browser, device, waysAre } = await reminded('fay@example.com');
    const { token } = await linksOf(browser, harness.mail, 'fay@example.com', 2);
    expect((await confirm(token, { origin: 'https://evil.example' })).status).toBe(403);

    expect((await confirm(token)).status).toBe(200);

    await waysAre('webhook push');
    device.close();
  });

  test('[N3] ends when its user chooses the ways anew', async () => {
    const { browser, device, choose } = await reminded('gus@example.com');
    const { token, oneClick } = await linksOf(browser, harness.mail, 'gus@example.com', 2);
    await choose('push');
    await choose('mail push');

    for (const answer of [await confirm(token), await click(oneClick)])
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'UNSUBSCRIBE_LINK_OVER' }]);
    expect(device.get('setting', 'reminderWays')?.value).toBe('mail push');
    device.close();
  });

  test('[N3] ends after 30 days', async () => {
    const { browser, userId, device } = await reminded('hal@example.com');
    const { token } = await linksOf(browser, harness.mail, 'hal@example.com', 2);
    const secrets = new ReminderSecrets(SECRET);
    const link = secrets.readLink(token);
    expect(link?.userId).toBe(userId);
    expect(Math.round(((link?.endsAt ?? 0) - Date.now()) / 86_400_000)).toBe(30);

    const over = secrets.linkToken({ ...link!, endsAt: Date.now() - 1 });

    expect((await confirm(over)).status).toBe(400);
    expect(device.get('setting', 'reminderWays')?.value).toBe('webhook mail push');
    device.close();
  });

  test('[N3] is slowed down after many attempts, by either address', async () => {
    const statuses = [];
    for (let n = 0; n < 16; n++)
      statuses.push((await confirm('a.b')).status, (await click('/unsubscribe/a.b')).status);
    expect(new Set(statuses.slice(0, 16))).toEqual(new Set([400]));
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});

describeEachEngine('the log of a server whose reminders by mail are ended', (engine) => {
  test('[N3] says who ended them and from where, and no token', async () => {
    const mail = await MailServer.start();
    const { databaseUrl } = await engine.create();
    const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    const env = { ...mail.settings, ...database, AUTH_SECRET: SECRET, LOG_LEVEL: 'info' };
    const server = await ServerProcess.start({ env });
    const ada = await signUpConfirmed(new TestBrowser(server.url), mail, 'ada@example.com');
    const userId = (await ada.session())?.user.id;
    const { token, oneClick } = await linksOf(ada, mail, 'ada@example.com', 2);
    await fetch(server.url + oneClick, { method: 'POST' });
    await ada.post('/api/push/unsubscribe', { token });
    await fetch(`${server.url}/unsubscribe/a.b`, { method: 'POST' });
    await server.stop();

    const lines = server.stdout.split('\n').filter((line) => line.startsWith('{'));
    const security = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const saying = (action: string, status: number) =>
      security.find((line) => line['action'] === action && line['status'] === status);
    const known = { kind: 'security', userId, address: expect.any(String) };
    expect(saying('POST /unsubscribe/...', 200)).toMatchObject(known);
    expect(saying('POST /api/push/unsubscribe', 200)).toMatchObject(known);
    expect(saying('POST /unsubscribe/...', 400)).toMatchObject({ code: 'UNSUBSCRIBE_LINK_OVER' });
    expect(server.stdout).not.toContain(token);
    await server.dispose();
    await mail.stop();
  });
});
