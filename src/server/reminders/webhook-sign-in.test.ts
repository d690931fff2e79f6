import { expect, test } from 'vitest';
import type { PushState } from '#src/reading/remind/push-api.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { runAdmin } from '#src/server/testing/processes/run-admin.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';

const WEBHOOK = { address: 'https://ntfy.sh/topic', secret: '', kind: 'ntfy' };

describeEachEngine('a webhook and the sessions of its user', (engine) => {
  const harness = mailHarness(engine);
  const signedUp = (email: string) => signUpConfirmed(harness.server.browser(), harness.mail, email);
  const save = (browser: TestBrowser) =>
    browser.fetch('/api/push/webhook', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(WEBHOOK),
    });
  const webhookOf = async (browser: TestBrowser) =>
    ((await (await browser.fetch('/api/push')).json()) as PushState).webhook;

  test('[N3] a long session cannot save a webhook, and can remove the existing one', async () => {
    const ada = await signedUp('ada@example.com');
    expect((await save(ada)).status).toBe(200);
    await ageSessions(harness.where, ada);

    const rejected = await save(ada);
    expect([rejected.status, await rejected.json()]).toMatchObject([403, { code: 'SESSION_NOT_FRESH' }]);
    expect((await ada.fetch('/api/push/webhook', { method: 'DELETE' })).status).toBe(200);
    expect(await webhookOf(ada)).toBeNull();

    await ada.signIn('ada@example.com');
    expect((await save(ada)).status).toBe(200);
  });

  const ends: Record<string, (browser: TestBrowser, email: string) => Promise<unknown>> = {
    'signing out all others': (browser) => browser.post('/api/auth/sessions/end-others', {}),
    'a new password': (browser) =>
      browser.post('/api/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'a brand new one',
      }),
    'a password chosen behind a link': async (browser, email) => {
      await browser.post('/api/auth/request-password-reset', { email });
      const { token } = await harness.mail.linkTo(email, 2);
      await browser.post('/api/auth/reset-password', { token, newPassword: 'a brand new one' });
      await browser.signIn(email, 'a brand new one');
    },
    'the command sign-out': async (browser, email) => {
      const { dataDir, databaseUrl } = harness.where;
      const settings = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
      const env = {
        DATA_DIR: dataDir,
        AUTH_SECRET: 'a secret of more than thirty-two characters',
        ...settings,
      };
      expect(await runAdmin(['sign-out', email], env)).toMatchObject({ code: 0 });
      await browser.signIn(email);
    },
  };

  test.each(Object.keys(ends))('[N3] the webhook goes with the other sessions: %s', async (what) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`;
    const [bob, other] = [await signedUp(email), await signedUp(`of-another-${email}`)];
    await save(bob);
    await save(other);

    await ends[what]?.(bob, email);

    expect(await webhookOf(bob)).toBeNull();
    expect(await webhookOf(other)).not.toBeNull();
  });

  test('[N3] the webhook goes with a first password', async () => {
    const cleo = await signUpByLink(harness.server.browser(), harness.mail, 'cleo@example.com');
    await save(cleo);

    await cleo.post('/api/auth/set-password', { newPassword: 'a brand new one' });

    expect(await webhookOf(cleo)).toBeNull();
  });
});
