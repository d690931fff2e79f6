import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ListedSession } from '#src/server/auth/sessions/sessions.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { turnOnTwoFactor } from '#src/server/testing/sign-in/two-factor-user.ts';
import { CLOSE } from '#src/sync/protocol.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

describeEachEngine('sessions', (engine) => {
  const harness = mailHarness(engine);

  const confirmed = (email: string) => signUpConfirmed(harness.server.browser(), harness.mail, email);

  async function signedIn(email: string, headers = {}): Promise<TestBrowser> {
    const browser = harness.server.browser();
    await browser.signIn(email, undefined, headers);
    return browser;
  }

  async function openSocket(cookie: string): Promise<WebSocket> {
    const socket = new WebSocket(`${harness.server.url.replace('http', 'ws')}/api/sync`, {
      headers: { cookie, origin: harness.server.url },
    });
    await once(socket, 'open');
    return socket;
  }

  async function list(browser: TestBrowser): Promise<ListedSession[]> {
    return (await (await browser.fetch('/api/auth/sessions')).json()) as ListedSession[];
  }

  test('are listed with their device, the present one marked, and without secrets', async () => {
    const first = await confirmed('list@example.com');
    await signedIn('list@example.com', { 'user-agent': FIREFOX });

    const sessions = await list(first);

    expect(sessions.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Unknown browser', isCurrent: true },
      { device: 'Firefox on Linux', isCurrent: false },
    ]);
    expect(Object.keys(sessions[0]!)).toEqual(['id', 'device', 'usedAt', 'isCurrent']);
    for (const part of first.cookie.split(/[=;.%]/).filter((text) => text.length > 20)) {
      expect(JSON.stringify(sessions)).not.toContain(part);
    }
  });

  test('end one by one, and the socket of each closes at once', async () => {
    const first = await confirmed('end@example.com');
    const second = await signedIn('end@example.com');
    const socket = await openSocket(second.cookie);
    const closed = once(socket, 'close');
    const { id } = (await list(first)).find(({ isCurrent }) => !isCurrent)!;

    const answer = await first.post('/api/auth/sessions/end', { id });

    expect(answer.status).toBe(200);
    expect((await closed)[0]).toBe(CLOSE.SIGN_IN);
    expect([await first.session(), await second.session()]).toEqual([expect.anything(), null]);
  });

  test('end when a new sign-in replaces them in the same browser, and their sockets close', async () => {
    const browser = await confirmed('again@example.com');
    await confirmed('next@example.com');
    const { cookie } = browser;
    const replaced = harness.server.browser();
    const socket = await openSocket(cookie);
    const closed = once(socket, 'close');

    await browser.signIn('next@example.com');

    expect((await closed)[0]).toBe(CLOSE.SIGN_IN);
    const answer = await replaced.fetch('/api/auth/get-session', { headers: { cookie } });
    expect(await answer.json()).toBeNull();
    expect(await browser.session()).toMatchObject({ user: { email: 'next@example.com' } });
  });

  test('end when the first step of a two-factor sign-in removes them from the browser', async () => {
    const browser = await confirmed('step@example.com');
    await turnOnTwoFactor(browser, PASSWORD);
    const { cookie } = browser;

    await browser.signIn('step@example.com');

    const answer = await harness.server.browser().fetch('/api/auth/get-session', { headers: { cookie } });
    expect(await answer.json()).toBeNull();
  });

  test('stay after a wrong password in their browser', async () => {
    const browser = await confirmed('typo@example.com');

    await browser.signIn('typo@example.com', 'not the password');

    expect(await browser.session()).not.toBeNull();
  });

  test('end all at once, except the current one', async () => {
    const first = await confirmed('others@example.com');
    const others = [await signedIn('others@example.com'), await signedIn('others@example.com')];

    await first.post('/api/auth/sessions/end-others', {});

    expect(await list(first)).toHaveLength(1);
    for (const other of others) expect(await other.session()).toBeNull();
  });

  test("another user's session cannot be found", async () => {
    const victim = await confirmed('victim@example.com');
    const [{ id }] = (await list(victim)) as [ListedSession];
    const other = await confirmed('other@example.com');

    const answer = await other.post('/api/auth/sessions/end', { id });
    const unknown = await other.post('/api/auth/sessions/end', { id: 'unknown' });

    expect([answer.status, await answer.json()]).toEqual([unknown.status, await unknown.json()]);
    expect(answer.status).toBe(404);
    expect(await victim.session()).not.toBeNull();
  });

  test('stay when another site tries to end them', async () => {
    const browser = await confirmed('forged@example.com');
    const other = await signedIn('forged@example.com');

    const origin = 'https://evil.example.com';
    const answer = await browser.post('/api/auth/sessions/end-others', {}, { origin });

    expect(answer.status).toBe(403);
    expect(await other.session()).not.toBeNull();
  });

  test('are not shown without a session', async () => {
    expect((await harness.server.browser().fetch('/api/auth/sessions')).status).toBe(401);
  });

  test('a sign-in from a new device sends mail, one from the same browser does not', async () => {
    const first = await confirmed('device@example.com');
    await first.post('/api/auth/sign-out', {});
    await first.signIn('device@example.com');
    await signedIn('device@example.com', { 'user-agent': FIREFOX });

    const notice = await harness.mail.mailTo('device@example.com', 2);

    expect(notice.subject).toBe('New device signed in to Sunglow');
    for (const text of [notice.text, notice.html]) {
      expect(text).toContain('Firefox on Linux');
      expect(text).toMatch(/Address: (127\.0\.0\.1|::1)/);
      expect(text).toMatch(/When: \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    }
    // The next mail sent is the next mail received.
    await signedIn('device@example.com');
    await harness.mail.mailTo('device@example.com', 3);
    expect(harness.mail.mailsTo('device@example.com')).toHaveLength(3);
  });

  test('the cookie that identifies a browser is for HTTP alone, lasts, and signs nobody in', async () => {
    const browser = await confirmed('cookie@example.com');
    const response = await browser.signIn('cookie@example.com');

    const line = response.headers.getSetCookie().find((each) => each.startsWith('sunglow.device='))!;

    expect(line).toMatch(/^sunglow\.device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = line.split(';')[0]!;
    const alone = await harness.server.browser().fetch('/api/auth/get-session', { headers: { cookie } });
    expect(await alone.json()).toBeNull();
  });
});
