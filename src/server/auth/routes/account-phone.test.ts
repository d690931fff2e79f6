import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { ageSessions } from '#src/server/testing/sign-in/old-session.ts';
import { askForCode, signedInByPhone, newNumber } from '#src/server/testing/sign-in/phone-user.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';

describeEachEngine('the phone number of an account', (engine) => {
  let texts: TextServer;
  let mail: MailServer;
  let where: DatabaseOptions;
  let server: TestServer;
  beforeAll(async () => {
    [texts, mail] = await Promise.all([TextServer.start(), MailServer.start()]);
    where = await engine.create();
    const settings = { ...texts.settings, ...mail.settings, ...MANY_ADDRESSES };
    server = await startTestServer(where, { settings });
  });
  afterAll(async () => {
    await server.stop();
    await texts.stop();
    await mail.stop();
  });

  const newBrowser = () => browserElsewhere(server);
  const phoneUser = (number: string, count?: number) => signedInByPhone(newBrowser(), texts, number, count);

  /** A browser whose user signed up by `email` and added `number`. */
  async function userWithPhone(email: string, number: string): Promise<TestBrowser> {
    const browser = await signUpConfirmed(newBrowser(), mail, email);
    await askForCode(browser, number);
    const code = await texts.codeTo(number);
    const change = await browser.post('/api/auth/phone/change', { phoneNumber: number, code });
    expect(change.status).toBe(200);
    return browser;
  }

  test('a user adds a number, and signs in with it; no other account can take it', async () => {
    const number = newNumber();
    const email = `user${number}@example.com`;
    await userWithPhone(email, number);

    const phone = await phoneUser(number, 2);
    const thief = await phoneUser(newNumber());
    await askForCode(thief, number);
    const theft = await thief.post('/api/auth/phone/change', {
      phoneNumber: number,
      code: await texts.codeTo(number, 3),
    });

    expect(await phone.session()).toMatchObject({ user: { email, phoneNumber: number } });
    expect(theft.status).toBe(400);
    expect(await theft.json()).toMatchObject({ code: 'PHONE_NUMBER_EXIST' });
  });

  test('a number is removed, unless it is the only sign-in method', async () => {
    const number = newNumber();
    const ada = await userWithPhone(`user${number}@example.com`, number);
    const only = await phoneUser(newNumber());

    const removal = await ada.post('/api/auth/phone/remove', {});
    const rejection = await only.post('/api/auth/phone/remove', {});
    const forged = await only.post('/api/auth/phone/remove', {}, { origin: 'https://evil.example.com' });
    const stranger = await newBrowser().post('/api/auth/phone/remove', {});

    expect([removal.status, rejection.status, forged.status, stranger.status]).toEqual([200, 409, 403, 401]);
    expect(await rejection.json()).toMatchObject({ code: 'LAST_WAY_IN' });
    expect(await ada.session()).toMatchObject({ user: { phoneNumber: null } });
    expect(await only.session()).toMatchObject({ user: { phoneNumberVerified: true } });
  });

  test('a number cannot be added without a session, or with one that is a day old', async () => {
    const number = newNumber();
    const stranger = newBrowser();
    await askForCode(stranger, number);
    const body = { phoneNumber: number, code: await texts.codeTo(number) };
    const stale = await userWithPhone(`user${number}@example.com`, newNumber());
    await ageSessions(where, stale);

    const answers = [
      await stranger.post('/api/auth/phone/change', body),
      await stale.post('/api/auth/phone/change', body),
      await stale.post('/api/auth/phone/change-code', { phoneNumber: newNumber(), country: 'US' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403]);
    expect(await answers[2]!.json()).toMatchObject({ code: 'SESSION_NOT_FRESH' });
  });
});
