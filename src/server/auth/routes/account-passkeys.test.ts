import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';
import { addPasskey, listPasskeys, PasskeyUser } from '#src/server/testing/sign-in/passkey-user.ts';
import { SoftwarePasskey } from '#src/server/testing/sign-in/software-passkey.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('the passkeys of an account', (engine) => {
  let where: DatabaseOptions;
  let server: TestServer;
  let users: PasskeyUser;
  beforeAll(async () => {
    where = await engine.create();
    server = await startTestServer(where);
    users = new PasskeyUser(server);
  });
  afterAll(() => server.stop());

  test("another user's passkey can neither be renamed nor removed, and looks like a missing one", async () => {
    const { browser, passkey } = await users.signUp('victim@example.com');
    const [mine] = await listPasskeys(browser);
    const { browser: attacker } = await users.signUp('attacker@example.com');

    for (const [path, body] of [
      ['update-passkey', { name: 'Mine now' }],
      ['delete-passkey', {}],
    ] as const) {
      const theirs = await attacker.post(`/api/auth/passkey/${path}`, { ...body, id: mine!.id });
      const nobodys = await attacker.post(`/api/auth/passkey/${path}`, { ...body, id: 'nobody' });
      expect([theirs.status, await theirs.json()]).toEqual([nobodys.status, await nobodys.json()]);
      expect(theirs.status).toBe(404);
    }
    expect(await listPasskeys(browser)).toEqual([mine]);
    const device = server.browser();
    await users.signIn(device, passkey);
    expect(await device.session()).not.toBeNull();
  });

  test('its owner renames it, and removes it: then it signs nobody in', async () => {
    const { browser, passkey } = await users.signUp('owner@example.com');
    const id = (await listPasskeys(browser))[0]!.id;

    const renamed = await browser.post('/api/auth/passkey/update-passkey', { id, name: ' Blue key ' });
    expect([renamed.status, (await listPasskeys(browser))[0]?.name]).toEqual([200, 'Blue key']);

    const removed = await browser.post('/api/auth/passkey/delete-passkey', { id });
    const device = server.browser();
    const answer = await users.signIn(device, passkey);
    expect([removed.status, answer.status, await listPasskeys(browser)]).toEqual([200, 401, []]);
  });

  test('a passkey cannot be added without a session, or with one that is a day old', async () => {
    const browser = server.browser();
    await browser.signUp('stale@example.com');
    const right = await users.ceremony(browser, 'register');
    await ageSessions(where, browser);

    const stale = await addPasskey(browser, new SoftwarePasskey().register(right));
    const nobody = server.browser();
    const options = await nobody.fetch('/api/auth/passkey/generate-register-options');
    const add = await addPasskey(nobody, new SoftwarePasskey().register(right));

    expect([stale.status, options.status, add.status]).toEqual([403, 401, 401]);
    expect(await stale.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' });
    expect(await listPasskeys(browser)).toEqual([]);
  });

  test("another user's challenge adds no passkey to anybody", async () => {
    const victim = server.browser();
    await victim.signUp('lured@example.com');
    const attacker = server.browser();
    await attacker.signUp('lurer@example.com');
    const response = new SoftwarePasskey().register(await users.ceremony(attacker, 'register'));
    const challenge = attacker.cookie.split('; ').find((cookie) => cookie.includes('passkey'));

    const answer = await victim.post(
      '/api/auth/passkey/verify-registration',
      { response },
      { cookie: `${victim.cookie}; ${challenge}` },
    );

    expect(answer.status).toBe(401);
    expect([await listPasskeys(victim), await listPasskeys(attacker)]).toEqual([[], []]);
  });

  test('a request from another site is rejected', async () => {
    const { browser } = await users.signUp('csrf@example.com');
    const [passkey] = await listPasskeys(browser);

    const answer = await browser.post(
      '/api/auth/passkey/delete-passkey',
      { id: passkey!.id },
      { origin: 'https://evil.example' },
    );

    expect(answer.status).toBe(403);
    expect(await listPasskeys(browser)).toHaveLength(1);
  });
});
