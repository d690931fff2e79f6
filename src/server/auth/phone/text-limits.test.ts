import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import {
  askForCode,
  enterPhoneCode,
  signedInByPhone,
  newNumber,
} from '#src/server/testing/sign-in/phone-user.ts';
import {
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describeEachEngine('requesting codes for the number of another user, or guessing them', (engine) => {
  let texts: TextServer;
  let server: TestServer;
  beforeAll(async () => {
    texts = await TextServer.start();
    server = await startTestServer(await engine.create(), {
      settings: { ...texts.settings, ...MANY_ADDRESSES },
    });
  });
  afterAll(async () => {
    await server.stop();
    await texts.stop();
  });

  const elsewhere = () => browserElsewhere(server);

  async function askTimes(count: number, browser: TestBrowser, number: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) statuses.push((await askForCode(browser, number)).status);
    return statuses;
  }

  test('takes nothing from a code that the owner requests, from any address', async () => {
    const number = newNumber();
    const owner = elsewhere();
    await askForCode(owner, number);
    const code = await texts.codeTo(number);
    for (let i = 0; i < 5; i++) {
      const stranger = elsewhere();
      await askForCode(stranger, number);
      for (let j = 0; j < 4; j++) await enterPhoneCode(stranger, number, wrong(code));
      await enterPhoneCode(elsewhere(), number, wrong(code));
    }

    expect((await enterPhoneCode(owner, number, code)).status).toBe(200);
  });

  test('is stopped at four, while the owner elsewhere gets theirs', async () => {
    const number = newNumber();
    const strangers = await askTimes(5, elsewhere(), number);
    const owner = await signedInByPhone(elsewhere(), texts, number, 5);

    expect(strangers).toEqual([200, 200, 200, 200, 429]);
    expect(await owner.session()).not.toBeNull();
  });

  test('sends at most twelve from all sides together, and leaves the browsers of the owner their texts', async () => {
    const number = newNumber();
    const owner = await signedInByPhone(elsewhere(), texts, number);
    await owner.post('/api/auth/sign-out', {});
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(...(await askTimes(3, elsewhere(), number)));
    const late = await askForCode(elsewhere(), number);
    const sent = texts.textsTo(number).length;
    const again = await signedInByPhone(owner, texts, number, sent + 1);

    // The first text was the owner's.
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
    expect(sent).toBe(12);
    expect([late.status, await late.json()]).toMatchObject([429, { code: 'TOO_MANY_TEXTS' }]);
    expect(await again.session()).not.toBeNull();
    expect(await askTimes(4, owner, number)).toEqual([200, 200, 200, 429]);
  });

  test('cannot use a code that another browser requested', async () => {
    const number = newNumber();
    const owner = elsewhere();
    await askForCode(owner, number);
    const thief = elsewhere();
    const code = await texts.codeTo(number);

    const without = await enterPhoneCode(thief, number, code);
    await askForCode(thief, number);
    const withOther = await enterPhoneCode(thief, number, code);

    expect([without.status, await without.json()]).toMatchObject([400, { code: 'OTP_NOT_FOUND' }]);
    expect(withOther.status).toBe(code === (await texts.codeTo(number, 2)) ? 200 : 400);
    expect((await enterPhoneCode(owner, number, code)).status).toBe(200);
  });

  test('has three guesses at a code, at once and from everywhere', async () => {
    const number = newNumber();
    const thief = elsewhere();
    await askForCode(thief, number);
    const code = await texts.codeTo(number);
    const guess = (tried: string) =>
      elsewhere().post(
        '/api/auth/phone/sign-in',
        { phoneNumber: number, code: tried },
        { cookie: thief.cookie },
      );

    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(wrong(code))));
    const right = await guess(code);

    expect(answers.filter(({ ok }) => ok)).toEqual([]);
    expect(right.ok).toBe(false);
  });
});
