import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  addPasskey,
  enterPasskey,
  listPasskeys,
  PasskeyUser,
} from '#src/server/testing/sign-in/passkey-user.ts';
import { SoftwarePasskey, type Ceremony } from '#src/server/testing/sign-in/software-passkey.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const MADE_BY_NOBODY_KNOWN = { name: 'Passkey', madeBy: null };
const NOWHERE: Ceremony = { challenge: 'AAAA', origin: 'https://sunglow.example', rpId: 'sunglow.example' };

describeEachEngine('passkeys', (engine) => {
  let server: TestServer;
  let users: PasskeyUser;
  beforeAll(async () => {
    server = await startTestServer(await engine.create());
    users = new PasskeyUser(server);
  });
  afterAll(() => server.stop());

  test('a passkey signs in, on another device too, and no answer shows its key', async () => {
    const { browser, passkey } = await users.signUp('ada@example.com');
    const other = server.browser();

    const answer = await users.signIn(other, passkey);

    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).not.toContain('"token"');
    expect(await other.session()).toMatchObject({ user: { email: 'ada@example.com' } });
    expect(await listPasskeys(browser)).toEqual([
      { ...MADE_BY_NOBODY_KNOWN, id: expect.any(String), createdAt: expect.any(String) },
    ]);
  });

  test('a challenge works once: replaying the answer to it signs nobody in', async () => {
    const { passkey } = await users.signUp('replay@example.com');
    const device = server.browser();
    const response = passkey.authenticate(await users.ceremony(device, 'authenticate'));
    const { cookie } = device;

    const first = await enterPasskey(device, response);
    const thief = server.browser();
    const again = await thief.post('/api/auth/passkey/verify-authentication', { response }, { cookie });

    expect([first.status, again.status]).toEqual([200, 400]);
    expect(await again.json()).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await thief.session()).toBeNull();
  });

  test('of several answers to one challenge at once, one signs in', async () => {
    const { passkey } = await users.signUp('race@example.com');
    const device = server.browser();
    const response = passkey.authenticate(await users.ceremony(device, 'authenticate'));

    const answers = await Promise.all(Array.from({ length: 4 }, () => enterPasskey(device, response)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  test('an answer for another site, another challenge or another purpose is rejected', async () => {
    const { browser, passkey } = await users.signUp('phished@example.com');
    const device = server.browser();
    const wrongs: ((right: Ceremony) => object)[] = [
      (right) => passkey.authenticate({ ...right, origin: 'https://sunglow.example' }),
      (right) => passkey.authenticate({ ...right, rpId: 'sunglow.example' }),
      (right) => passkey.authenticate({ ...right, challenge: 'AAAA' }),
      (right) => ({ ...new SoftwarePasskey().authenticate(right), id: passkey.id, rawId: passkey.id }),
    ];

    const answers: unknown[] = [];
    for (const wrong of wrongs) {
      const answer = await enterPasskey(device, wrong(await users.ceremony(device, 'authenticate')));
      answers.push([answer.status, ((await answer.json()) as { code: string }).code]);
    }
    const registration = await users.ceremony(browser, 'register');
    const swapped = await enterPasskey(browser, passkey.authenticate(registration));

    expect(answers).toEqual(wrongs.map(() => [400, 'AUTHENTICATION_FAILED']));
    expect(swapped.status).toBe(400);
    expect(await device.session()).toBeNull();
  });

  test('holding the device is not enough: its owner has to unlock it', async () => {
    const { browser, passkey } = await users.signUp('unverified@example.com');
    const thief = server.browser();

    const right = await users.ceremony(thief, 'authenticate');
    const entered = await enterPasskey(thief, passkey.authenticate({ ...right, userVerified: false }));
    const registration = await users.ceremony(browser, 'register');
    const add = await addPasskey(
      browser,
      new SoftwarePasskey().register({ ...registration, userVerified: false }),
    );

    expect([entered.status, add.status]).toEqual([400, 400]);
    expect(await add.json()).toMatchObject({ code: 'PASSKEY_REFUSED' });
    expect(await thief.session()).toBeNull();
    expect(await listPasskeys(browser)).toHaveLength(1);
  });

  test('an unknown passkey reveals nothing but that it is unknown', async () => {
    const device = server.browser();
    const stranger = new SoftwarePasskey().authenticate(await users.ceremony(device, 'authenticate'));

    const answer = await enterPasskey(device, stranger);

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'PASSKEY_NOT_FOUND' });
  });

  test.each([
    {},
    { response: null },
    { response: { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response: {} } },
    { response: { ...new SoftwarePasskey().register(NOWHERE), id: 'x'.repeat(1_401) } },
    { response: { ...new SoftwarePasskey().register(NOWHERE), id: { $ne: '' } } },
  ])('an invalid passkey is rejected (%#)', async (body) => {
    const browser = server.browser();
    await browser.signUp(`${crypto.randomUUID()}@example.com`);
    for (const path of ['verify-registration', 'verify-authentication']) {
      const answer = await browser.post(`/api/auth/passkey/${path}`, body);
      expect(answer.status).toBe(400);
    }
  });
});

describeEachEngine('passkeys on an address of numbers', (engine) => {
  test('are not offered, since browsers tie them to a host name', async () => {
    const settings = { PUBLIC_URL: 'http://127.0.0.1:8080' };
    const server = await startTestServer(await engine.create(), { settings });
    const methods = await server.browser().fetch('/api/auth/ways');
    const options = await server.browser().fetch('/api/auth/passkey/generate-authenticate-options');
    await server.stop();

    expect(await methods.json()).toMatchObject({ passkeys: false });
    expect(options.status).toBe(404);
  });
});
