import { afterAll, beforeAll, expect, test } from 'vitest';
import { Invitations } from '#src/server/auth/invitations.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine, type TestEngine } from '#src/server/testing/databases/engines.ts';
import { IdentityProvider } from '#src/server/testing/sign-in/identity-provider.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { followLink } from '#src/server/testing/sign-in/mail-user.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { askForCode, enterPhoneCode } from '#src/server/testing/sign-in/phone-user.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';

const NUMBERS = { sqlite: '+12025550123', postgres: '+12025550124' };
const METHODS = ['password', 'mail', 'phone', 'provider'] as const;
type Method = (typeof METHODS)[number];

let mail: MailServer;
let texts: TextServer;
beforeAll(async () => {
  [mail, texts] = await Promise.all([MailServer.start(), TextServer.start()]);
});
afterAll(async () => {
  await mail.stop();
  await texts.stop();
});

/** A server with this setting for sign-ups, and the actions of its users. */
function harness(engine: TestEngine, signUps: 'invite' | 'closed') {
  const number = NUMBERS[engine.name];
  /** One mail server receives for both engines, so that addresses name the engine. */
  const address = (name: string) => `${name}.${engine.name}@example.com`;
  let identity: IdentityProvider;
  let server: TestServer;
  let database: AppDatabase;
  let invitations: Invitations;
  beforeAll(async () => {
    identity = await IdentityProvider.create();
    const where = await engine.create();
    server = await startTestServer(where, {
      settings: {
        ...mail.settings,
        ...texts.settings,
        ...identity.settings,
        ...MANY_ADDRESSES,
        SIGNUPS: signUps,
      },
    });
    identity.register(server.publicUrl);
    await identity.start();
    database = openDatabase(where);
    invitations = new Invitations(database);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
    await identity.stop();
  });

  const countUsers = async () => (await database.db.selectFrom('user').select('id').execute()).length;

  /** Tries to sign up by a method, and returns true if there is one more account. */
  async function join(browser: TestBrowser, method: Method, email: string): Promise<boolean> {
    const before = await countUsers();
    await tryToJoin(browser, method, email);
    return (await countUsers()) > before;
  }

  async function tryToJoin(browser: TestBrowser, method: Method, email: string): Promise<void> {
    if (method === 'password' && (await browser.signUp(email)).ok) await followLink(browser, mail, email);
    if (method === 'mail') {
      await browser.post('/api/auth/sign-in/magic-link', { email });
      if (!(await isInvited(browser))) return;
      await followLink(browser, mail, email);
    }
    if (method === 'phone') {
      await askForCode(browser, number);
      const code = (await isInvited(browser)) ? await texts.codeTo(number) : '000000';
      await enterPhoneCode(browser, number, code);
    }
    if (method === 'provider') {
      identity.accounts.set(email, { email, email_verified: true, name: 'Ada' });
      const body = { provider: 'oidc' };
      const away = await browser.post('/api/auth/sign-in/social', body, { origin: server.publicUrl });
      const { url } = (await away.json()) as { url: string };
      const back = await identity.signIn(url, email);
      await browser.fetch(back.slice(server.publicUrl.length));
    }
  }

  const open = (browser: TestBrowser, token: string) => browser.post('/api/auth/invitation', { token });
  const isInvited = async (browser: TestBrowser) => {
    const answer = await browser.fetch('/api/auth/invitation');
    return answer.ok && (await answer.json()) !== null;
  };

  return {
    address,
    countUsers,
    join,
    tryToJoin,
    open,
    isInvited,
    newBrowser: () => browserElsewhere(server),
    invite: (email: string | null, at: number) => invitations.create(email, at),
  };
}

describeEachEngine('a server where sign-ups are by invitation', (engine) => {
  const { address, countUsers, join, tryToJoin, open, isInvited, newBrowser, invite } = harness(
    engine,
    'invite',
  );

  test.each(METHODS)('nobody signs up without an invitation: %s', async (method) => {
    const browser = newBrowser();
    expect(await join(browser, method, address(`uninvited-${method}`))).toBe(false);
    expect(await browser.session()).toBeNull();
  });

  test.each(METHODS)('an invitation admits one user, once: %s', async (method) => {
    const token = await invite(null, Date.now());
    const [ada, eve] = [newBrowser(), newBrowser()];
    expect(await (await open(ada, token)).json()).toEqual({ email: null });
    await open(eve, token);

    expect(await join(ada, method, address(`ada-${method}`))).toBe(true);
    expect(await isInvited(ada)).toBe(false);
    expect(await join(eve, 'password', address(`eve-${method}`))).toBe(false);
    expect((await open(newBrowser(), token)).status).toBe(404);
  });

  test('of many who use it at once, one signs up', async () => {
    const token = await invite(null, Date.now());
    const before = await countUsers();
    const browsers = Array.from({ length: 5 }, () => newBrowser());
    for (const browser of browsers) await open(browser, token);
    await Promise.all(browsers.map((browser, n) => tryToJoin(browser, 'password', address(`crowd-${n}`))));
    expect(await countUsers()).toBe(before + 1);
  });

  test('it is for its email alone, for a week, and stays when the sign-up fails', async () => {
    const browser = newBrowser();
    await open(browser, await invite(address('Bob'), Date.now()));
    const rejected = await browser.signUp(address('mallory'));
    expect([rejected.status, await rejected.json()]).toMatchObject([403, { code: 'INVITATION_NEEDED' }]);
    expect(await join(browser, 'provider', address('mallory'))).toBe(false);
    expect(await join(browser, 'password', address('bob'))).toBe(true);

    const old = await invite(null, Date.now() - 7 * 86_400_000);
    expect((await open(newBrowser(), old)).status).toBe(404);
  });

  test('it goes with the link in the mail, which may be opened in another browser', async () => {
    const browser = newBrowser();
    await open(browser, await invite(null, Date.now()));
    await browser.signUp(address('elsewhere'));
    const { text = '' } = await mail.mailTo(address('elsewhere'));
    const invitation = /#sign-up=[^&\s]+&invite=(\S+)/.exec(text)?.[1] ?? '';
    const other = newBrowser();

    const uninvited = await followLink(newBrowser(), mail, address('elsewhere'));
    await browser.signUp(address('elsewhere'));
    expect((await open(other, invitation)).status).toBe(200);
    const invited = await followLink(other, mail, address('elsewhere'), 2);

    expect([uninvited.status, await uninvited.json()]).toMatchObject([403, { code: 'INVITATION_NEEDED' }]);
    expect(invited.status).toBe(200);
    expect(await isInvited(browser)).toBe(false);
  });

  test('a user with an account signs in to it, and the invitation stays', async () => {
    const first = newBrowser();
    await open(first, await invite(null, Date.now()));
    await tryToJoin(first, 'mail', address('cara'));
    const again = newBrowser();
    await open(again, await invite(null, Date.now()));
    await tryToJoin(again, 'provider', address('cara'));
    expect(await again.session()).toMatchObject({ user: { email: address('cara') } });
    expect(await isInvited(again)).toBe(true);
  });

  test('no answer reveals if an address has an account', async () => {
    const answers = await Promise.all(
      [address('ada-password'), address('nobody')].map(async (email) => {
        const answer = await newBrowser().signUp(email);
        return [answer.status, await answer.json()];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});

describeEachEngine('a server where sign-ups are closed', (engine) => {
  const { address, join, open, newBrowser, invite } = harness(engine, 'closed');

  test.each(METHODS)('nobody signs up without an invitation: %s', async (method) => {
    const browser = newBrowser();
    expect(await join(browser, method, address(`uninvited-${method}`))).toBe(false);
    expect(await browser.session()).toBeNull();
  });

  test.each(METHODS)('nor with an invitation: %s', async (method) => {
    const browser = newBrowser();
    expect((await open(browser, await invite(null, Date.now()))).status).toBe(404);
    expect(await join(browser, method, address(method))).toBe(false);
  });
});
