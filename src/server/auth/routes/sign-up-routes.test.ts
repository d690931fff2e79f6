import { expect, test } from 'vitest';
import { openDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { mailHarness } from '#src/server/testing/sign-in/mail-harness.ts';
import { followLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { addPasskey, PasskeyUser } from '#src/server/testing/sign-in/passkey-user.ts';
import { waysInOf } from '#src/server/testing/sign-in/provider-journey.ts';
import { SoftwarePasskey } from '#src/server/testing/sign-in/software-passkey.ts';
import { PASSWORD, type TestBrowser } from '#src/server/testing/processes/test-server.ts';

const CHOSEN = 'what the owner chose';

describeEachEngine('signing up where mail is sent', (engine) => {
  const harness = mailHarness(engine, MANY_ADDRESSES);

  const newBrowser = () => browserElsewhere(harness.server);
  const countUsers = async () => {
    const database = openDatabase(harness.where);
    const users = await database.db.selectFrom('user').select('id').execute();
    await database.close();
    return users.length;
  };

  test('makes an account once its email is confirmed and its password chosen, and not before', async () => {
    const browser = newBrowser();
    const before = await countUsers();

    const signUp = await browser.signUp('Ada@example.com');
    const { purpose, token, url } = await harness.mail.linkTo('ada@example.com');
    const early = await newBrowser().signIn('ada@example.com');

    expect([signUp.status, await signUp.json(), await browser.session()]).toEqual([
      200,
      { status: true },
      null,
    ]);
    expect([early.status, await countUsers()]).toEqual([401, before]);
    expect([purpose, new URL(url).origin]).toEqual(['sign-up', harness.server.publicUrl]);
    const end = await browser.post('/api/auth/link/sign-up', { token, password: CHOSEN });
    expect(end.status).toBe(200);
    expect(JSON.stringify(await end.json())).not.toContain('"token"');
    expect(await browser.session()).toMatchObject({
      user: { name: 'Ada', email: 'ada@example.com', emailVerified: true },
    });
    expect((await newBrowser().signIn('ada@example.com', CHOSEN)).status).toBe(200);
    expect((await newBrowser().signIn('ada@example.com', PASSWORD)).status).toBe(401);
  });

  test('no answer, to it or to a later sign-in, reveals if the email is known; the owner gets mail', async () => {
    await signUpConfirmed(newBrowser(), harness.mail, 'known@example.com');
    const answers = await Promise.all(
      ['known@example.com', 'fresh@example.com'].map(async (email) => {
        const signUp = await newBrowser().signUp(email, 'another password');
        const odd = await newBrowser().post('/api/auth/sign-up/email', { name: 'A\uD800', email });
        const signIn = await newBrowser().signIn(email, 'another password');
        return Promise.all([signUp, odd, signIn].map(async (each) => [each.status, await each.json()]));
      }),
    );

    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.map(([status]) => status)).toEqual([200, 400, 401]);
    expect((await harness.mail.mailTo('known@example.com', 2)).subject).toBe(
      'You already have a Sunglow account',
    );
    const owner = newBrowser();
    expect((await followLink(owner, harness.mail, 'known@example.com', 2)).status).toBe(200);
    expect(await owner.session()).toMatchObject({ user: { email: 'known@example.com' } });
  });

  test('gives the owner of the mailbox nothing that a stranger chose', async () => {
    const stranger = newBrowser();
    await stranger.signUp('victim@example.com', 'what the stranger chose');
    const owner = newBrowser();
    const { token } = await harness.mail.linkTo('victim@example.com');

    await owner.post('/api/auth/link/sign-up', { token, password: CHOSEN });

    expect(await owner.session()).not.toBeNull();
    expect((await stranger.signIn('victim@example.com', 'what the stranger chose')).status).toBe(401);
    expect(await stranger.session()).toBeNull();
  });

  test('takes a link once, in any browser, and none of the other requested ones', async () => {
    await newBrowser().signUp('once@example.com');
    await newBrowser().signUp('once@example.com');
    const [first, second] = [
      await harness.mail.linkTo('once@example.com'),
      await harness.mail.linkTo('once@example.com', 2),
    ];
    const use = (token: string) => newBrowser().post('/api/auth/link/sign-up', { token, password: CHOSEN });

    const answers = await Promise.all([use(first.token), use(first.token), use(first.token)]);
    const again = await use(second.token);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect([again.status, await again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
  });

  test('sends at most five mails at once for one browser', async () => {
    const browser = newBrowser();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await browser.signUp('full@example.com')).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('the name adds no line to a mail', async () => {
    const body = { name: 'Ada\r\nBcc: all@example.com', email: 'header@example.com' };
    expect((await newBrowser().post('/api/auth/sign-up/email', body)).status).toBe(400);
    expect(harness.mail.mailsTo('all@example.com')).toEqual([]);
  });
});

describeEachEngine('an account whose email was not proven while the server sent no mail', (engine) => {
  const harness = mailHarness(engine, MANY_ADDRESSES);

  const newBrowser = () => browserElsewhere(harness.server);

  /** A user who is signed in with another's email, and has a password, a passkey and a webhook. */
  async function prepare(email: string) {
    const browser = await signUpConfirmed(newBrowser(), harness.mail, email);
    const passkeys = new PasskeyUser(harness.server);
    const passkey = new SoftwarePasskey();
    await addPasskey(browser, passkey.register(await passkeys.ceremony(browser, 'register')));
    const webhook = { address: 'https://ntfy.sh/topic', secret: '', kind: 'ntfy' };
    await browser.fetch('/api/push/webhook', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(webhook),
    });
    const database = openDatabase(harness.where);
    const no = database.engine === 'sqlite' ? 0 : false;
    await database.db.updateTable('user').set({ emailVerified: no }).where('email', '=', email).execute();
    await database.close();
    return { browser, signInByPasskey: (other: TestBrowser) => passkeys.signIn(other, passkey) };
  }

  const proofs: Readonly<Record<string, (owner: TestBrowser, email: string) => Promise<Response>>> = {
    'a link to sign in': (owner, email) => owner.post('/api/auth/sign-in/magic-link', { email }),
    'a sign-up': (owner, email) => owner.signUp(email),
    'the mail of a sign-in that is not confirmed': (owner, email) =>
      owner.post('/api/auth/send-verification-email', { email }),
    'a new password': (owner, email) => owner.post('/api/auth/request-password-reset', { email }),
  };

  test.each(Object.keys(proofs))(
    'opens only to the owner of the email once they prove it: by %s',
    async (how) => {
      const email = `${how.replaceAll(' ', '-')}@example.com`;
      const { browser: stranger, signInByPasskey } = await prepare(email);
      expect((await newBrowser().signIn(email)).status).toBe(403);
      const owner = newBrowser();

      await proofs[how]?.(owner, email);
      const { purpose, token } = await harness.mail.linkTo(email, 2);
      if (purpose === 'reset') {
        await owner.post('/api/auth/reset-password', { token, newPassword: CHOSEN });
        await owner.signIn(email, CHOSEN);
      } else {
        await owner.post(`/api/auth/link/${purpose}`, { token, password: CHOSEN });
      }

      expect(await owner.session()).toMatchObject({ user: { email, emailVerified: true } });
      expect(await stranger.session()).toBeNull();
      expect((await stranger.signIn(email)).status).toBe(401);
      expect((await signInByPasskey(newBrowser())).status).toBe(401);
      const accountMethods = await waysInOf(owner);
      expect(accountMethods).toMatchObject({ password: purpose !== 'sign-in', passkeys: 0 });
      expect(await (await owner.fetch('/api/push')).json()).toMatchObject({ webhook: null });
    },
  );
});
