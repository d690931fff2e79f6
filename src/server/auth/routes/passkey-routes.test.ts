import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseOptions } from '#src/server/db/database.ts';
import { authInstant } from '#src/server/db/auth-instant.ts';
import { describeEachEngine } from '#src/server/testing/engines.ts';
import { SoftwarePasskey, type Ceremony } from '#src/server/testing/software-passkey.ts';
import { startTestServer, type TestBrowser, type TestServer } from '#src/server/testing/test-server.ts';

const MADE_BY_NOBODY_KNOWN = { name: 'Passkey', madeBy: null };
const NOWHERE: Ceremony = { challenge: 'AAAA', origin: 'https://sunglow.example', rpId: 'sunglow.example' };

describeEachEngine('passkeys', (engine) => {
  let where: DatabaseOptions;
  let server: TestServer;
  beforeAll(async () => {
    where = await engine.create();
    server = await startTestServer(where);
  });
  afterAll(() => server.stop());

  async function ceremony(browser: TestBrowser, kind: 'register' | 'authenticate'): Promise<Ceremony> {
    const response = await browser.fetch(`/api/auth/passkey/generate-${kind}-options`);
    expect(response.status).toBe(200);
    const { challenge } = (await response.json()) as { challenge: string };
    return { challenge, origin: server.publicUrl, rpId: 'localhost' };
  }

  const addWith = (browser: TestBrowser, response: object) =>
    browser.post('/api/auth/passkey/verify-registration', { response });
  const logInWith = (browser: TestBrowser, response: object) =>
    browser.post('/api/auth/passkey/verify-authentication', { response });

  /** A browser whose user has just signed up, and added a passkey. */
  async function owner(email: string) {
    const browser = server.browser();
    await browser.signUp(email);
    const passkey = new SoftwarePasskey();
    const added = await addWith(browser, passkey.register(await ceremony(browser, 'register')));
    expect(added.status).toBe(200);
    return { browser, passkey };
  }

  async function list(browser: TestBrowser) {
    const response = await browser.fetch('/api/auth/passkey/list-user-passkeys');
    return (await response.json()) as { id: string; name: string }[];
  }

  test('a passkey logs in, on another device too, and no answer shows its key', async () => {
    const { browser, passkey } = await owner('ada@example.com');
    const other = server.browser();

    const answer = await logInWith(other, passkey.authenticate(await ceremony(other, 'authenticate')));

    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).not.toContain('"token"');
    expect(await other.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect(await list(browser)).toEqual([
      { ...MADE_BY_NOBODY_KNOWN, id: expect.any(String), createdAt: expect.any(String) },
    ]);
  });

  test('a challenge is met once: what was sent to log in is worth nothing to who sends it again', async () => {
    const { passkey } = await owner('replay@example.com');
    const device = server.browser();
    const response = passkey.authenticate(await ceremony(device, 'authenticate'));
    const { cookie } = device;

    const first = await logInWith(device, response);
    const thief = server.browser();
    const again = await thief.post('/api/auth/passkey/verify-authentication', { response }, { cookie });

    expect([first.status, again.status]).toEqual([200, 400]);
    expect(await again.json()).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await thief.session()).toBeNull();
  });

  test('of several that meet one challenge at once, one gets in', async () => {
    const { passkey } = await owner('race@example.com');
    const device = server.browser();
    const response = passkey.authenticate(await ceremony(device, 'authenticate'));

    const answers = await Promise.all(Array.from({ length: 4 }, () => logInWith(device, response)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test('what was made for another site, another challenge or another purpose is refused', async () => {
    const { browser, passkey } = await owner('phished@example.com');
    const device = server.browser();
    const wrongs: ((right: Ceremony) => object)[] = [
      (right) => passkey.authenticate({ ...right, origin: 'https://sunglow.example' }),
      (right) => passkey.authenticate({ ...right, rpId: 'sunglow.example' }),
      (right) => passkey.authenticate({ ...right, challenge: 'AAAA' }),
      (right) => ({ ...new SoftwarePasskey().authenticate(right), id: passkey.id, rawId: passkey.id }),
    ];

    const answers: unknown[] = [];
    for (const wrong of wrongs) {
      const answer = await logInWith(device, wrong(await ceremony(device, 'authenticate')));
      answers.push([answer.status, ((await answer.json()) as { code: string }).code]);
    }
    const registration = await ceremony(browser, 'register');
    const swapped = await logInWith(browser, passkey.authenticate(registration));

    expect(answers).toEqual(wrongs.map(() => [400, 'AUTHENTICATION_FAILED']));
    expect(swapped.status).toBe(400);
    expect(await device.session()).toBeNull();
  });

  test('who only holds the device is not let in: it has to be opened by its owner', async () => {
    const { browser, passkey } = await owner('unverified@example.com');
    const thief = server.browser();

    const right = await ceremony(thief, 'authenticate');
    const logIn = await logInWith(thief, passkey.authenticate({ ...right, userVerified: false }));
    const registration = await ceremony(browser, 'register');
    const add = await addWith(
      browser,
      new SoftwarePasskey().register({ ...registration, userVerified: false }),
    );

    expect([logIn.status, add.status]).toEqual([400, 400]);
    expect(await add.json()).toMatchObject({ code: 'PASSKEY_REFUSED' });
    expect(await thief.session()).toBeNull();
    expect(await list(browser)).toHaveLength(1);
  });

  test('a passkey that is not known says nothing but that', async () => {
    const device = server.browser();
    const stranger = new SoftwarePasskey().authenticate(await ceremony(device, 'authenticate'));

    const answer = await logInWith(device, stranger);

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'PASSKEY_NOT_FOUND' });
  });

  test("another user's passkey can neither be renamed nor removed, and looks like one that is not there", async () => {
    const { browser, passkey } = await owner('victim@example.com');
    const [mine] = await list(browser);
    const { browser: attacker } = await owner('attacker@example.com');

    for (const [path, body] of [
      ['update-passkey', { name: 'Mine now' }],
      ['delete-passkey', {}],
    ] as const) {
      const theirs = await attacker.post(`/api/auth/passkey/${path}`, { ...body, id: mine!.id });
      const nobodys = await attacker.post(`/api/auth/passkey/${path}`, { ...body, id: 'nobody' });
      expect([theirs.status, await theirs.json()]).toEqual([nobodys.status, await nobodys.json()]);
      expect(theirs.status).toBe(404);
    }
    expect(await list(browser)).toEqual([mine]);
    const device = server.browser();
    await logInWith(device, passkey.authenticate(await ceremony(device, 'authenticate')));
    expect(await device.session()).not.toBeNull();
  });

  test('its owner renames it, and removes it: then it logs nobody in', async () => {
    const { browser, passkey } = await owner('owner@example.com');
    const id = (await list(browser))[0]!.id;

    const renamed = await browser.post('/api/auth/passkey/update-passkey', { id, name: ' Blue key ' });
    expect([renamed.status, (await list(browser))[0]?.name]).toEqual([200, 'Blue key']);

    const removed = await browser.post('/api/auth/passkey/delete-passkey', { id });
    const device = server.browser();
    const answer = await logInWith(device, passkey.authenticate(await ceremony(device, 'authenticate')));
    expect([removed.status, answer.status, await list(browser)]).toEqual([200, 401, []]);
  });

  test('nobody adds one without a session, nor with one that is a day old', async () => {
    const browser = server.browser();
    await browser.signUp('stale@example.com');
    const right = await ceremony(browser, 'register');
    const database = openDatabase(where);
    const yesterday = authInstant(database.engine, Date.now() - 86_400_000);
    const { user } = (await browser.session())!;
    await sql`update "session" set "createdAt" = ${yesterday} where "userId" = ${user.id}`.execute(
      database.db,
    );
    await database.close();

    const stale = await addWith(browser, new SoftwarePasskey().register(right));
    const nobody = server.browser();
    const options = await nobody.fetch('/api/auth/passkey/generate-register-options');
    const add = await addWith(nobody, new SoftwarePasskey().register(right));

    expect([stale.status, options.status, add.status]).toEqual([403, 401, 401]);
    expect(await stale.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' });
    expect(await list(browser)).toEqual([]);
  });

  test("another user's challenge adds no passkey to anybody", async () => {
    const victim = server.browser();
    await victim.signUp('lured@example.com');
    const attacker = server.browser();
    await attacker.signUp('lurer@example.com');
    const response = new SoftwarePasskey().register(await ceremony(attacker, 'register'));
    const challenge = attacker.cookie.split('; ').find((cookie) => cookie.includes('passkey'));

    const answer = await victim.post(
      '/api/auth/passkey/verify-registration',
      { response },
      { cookie: `${victim.cookie}; ${challenge}` },
    );

    expect(answer.status).toBe(401);
    expect([await list(victim), await list(attacker)]).toEqual([[], []]);
  });

  test('a request from another site is refused', async () => {
    const { browser } = await owner('csrf@example.com');
    const [passkey] = await list(browser);

    const answer = await browser.post(
      '/api/auth/passkey/delete-passkey',
      { id: passkey!.id },
      { origin: 'https://evil.example' },
    );

    expect(answer.status).toBe(403);
    expect(await list(browser)).toHaveLength(1);
  });

  test.each([
    {},
    { response: null },
    { response: { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response: {} } },
    { response: { ...new SoftwarePasskey().register(NOWHERE), id: 'x'.repeat(1_401) } },
    { response: { ...new SoftwarePasskey().register(NOWHERE), id: { $ne: '' } } },
  ])('a passkey that is none is refused: %j', async (body) => {
    const browser = server.browser();
    await browser.signUp(`${crypto.randomUUID()}@example.com`);
    for (const path of ['verify-registration', 'verify-authentication']) {
      const answer = await browser.post(`/api/auth/passkey/${path}`, body);
      expect(answer.status).toBe(400);
    }
  });
});

describeEachEngine(
  'passkeys on an address of numbers',
  (engine) => {
    test('are not offered, as browsers know them by the name of a host', async () => {
      const settings = { PUBLIC_URL: 'http://127.0.0.1:8080' };
      const server = await startTestServer(await engine.create(), { settings });
      const ways = await server.browser().fetch('/api/auth/ways');
      const options = await server.browser().fetch('/api/auth/passkey/generate-authenticate-options');
      await server.stop();

      expect(await ways.json()).toMatchObject({ passkeys: false });
      expect(options.status).toBe(404);
    });
  },
  ['sqlite'],
);
