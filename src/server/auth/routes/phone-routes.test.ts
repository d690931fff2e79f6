import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { signUpByLink } from '#src/server/testing/sign-in/mail-user.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import {
  askForCode,
  enterPhoneCode,
  signedInByPhone,
  signInByPhone,
  newNumber,
} from '#src/server/testing/sign-in/phone-user.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';
import { turnOnTwoFactor } from '#src/server/testing/sign-in/two-factor-user.ts';

let texts: TextServer;
let mail: MailServer;
beforeAll(async () => {
  [texts, mail] = await Promise.all([TextServer.start(), MailServer.start()]);
});
afterAll(async () => {
  await texts.stop();
  await mail.stop();
});

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describeEachEngine('codes by text message', (engine) => {
  let server: TestServer;
  let database: AppDatabase;
  beforeAll(async () => {
    const settings = { ...texts.settings, ...mail.settings, ...MANY_ADDRESSES };
    const where = await engine.create();
    server = await startTestServer(where, { settings });
    database = openDatabase(where);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const newBrowser = () => browserElsewhere(server);
  const phoneUser = (number: string, count?: number) => signedInByPhone(newBrowser(), texts, number, count);

  test('a reader of the database cannot use a code', async () => {
    const number = newNumber();
    const browser = newBrowser();
    await askForCode(browser, number);
    const code = await texts.codeTo(number);
    const rows = await database.db.selectFrom('verification').selectAll().execute();

    expect(rows.length).toBeGreaterThan(0);
    for (const { value } of rows) expect(value).toMatch(/^[\w-]{43}:\d$/);
    expect((await enterPhoneCode(browser, number, wrong(code))).status).toBe(400);
    expect((await enterPhoneCode(browser, number, code)).status).toBe(200);
  });

  test('a code makes an account for a new number, and signs in to it again', async () => {
    const browser = newBrowser();
    const number = newNumber();
    const end = number.slice(-4);

    const asked = await askForCode(browser, `(202) 555-${end}`);
    const answer = await asked.json();
    const { text } = await texts.textTo(number);
    const code = await texts.codeTo(number);
    const first = await enterPhoneCode(browser, number, code);
    const again = await phoneUser(number, 2);

    expect(answer).toEqual({ phoneNumber: number, readable: `+1 202 555 ${end}` });
    // Browsers read the last line to offer the code.
    expect(text.split('\n').at(-1)).toBe(`@localhost #${code}`);
    expect(JSON.stringify(await first.json())).not.toContain('"token"');
    const session = await browser.session();
    expect(session).toMatchObject({
      user: {
        name: `+1 202 555 ${end}`,
        phoneNumber: number,
        phoneNumberVerified: true,
        emailVerified: false,
      },
    });
    expect((await again.session())?.user.id).toBe(session?.user.id);
  });

  test('a code works once; of several at once, one gets in', async () => {
    const number = newNumber();
    const browser = newBrowser();
    await askForCode(browser, number);
    const code = await texts.codeTo(number);

    const answers = await Promise.all(Array.from({ length: 5 }, () => enterPhoneCode(browser, number, code)));
    const replay = await enterPhoneCode(browser, number, code);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replay.status).toBe(400);
    expect(await replay.json()).toMatchObject({ code: 'OTP_NOT_FOUND' });
  });

  test('after three wrong codes, the right one fails', async () => {
    const number = newNumber();
    const browser = newBrowser();
    await askForCode(browser, number);
    const code = await texts.codeTo(number);

    const codes: unknown[] = [];
    for (const guess of [wrong(code), wrong(code), wrong(code), code]) {
      const answer = await enterPhoneCode(browser, number, guess);
      codes.push(((await answer.json()) as { code: string }).code);
    }

    expect(codes).toEqual(['INVALID_OTP', 'INVALID_OTP', 'INVALID_OTP', 'TOO_MANY_ATTEMPTS']);
    expect(await browser.session()).toBeNull();
  });

  test('a code for one number fails for another', async () => {
    const [mine, yours] = [newNumber(), newNumber()];
    const browser = newBrowser();
    await askForCode(browser, mine);
    await askForCode(newBrowser(), yours);
    const code = await texts.codeTo(mine);

    const answer = await enterPhoneCode(browser, yours, code);

    expect(answer.status).toBe(400);
  });

  test('requests for a code get the same answer with an account and without', async () => {
    const known = newNumber();
    await phoneUser(known);
    const unknown = newNumber();

    const answers = await Promise.all([known, unknown].map((number) => askForCode(newBrowser(), number)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = (await Promise.all(answers.map((answer) => answer.json()))) as object[];
    expect(Object.keys(first!)).toEqual(Object.keys(second!));
  });

  test('no more than ten texts at once go out for one address', async () => {
    const spammer = newBrowser();
    const spam: number[] = [];
    for (let i = 0; i < 11; i++) spam.push((await askForCode(spammer, newNumber())).status);

    expect(spam).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test.each([
    ['/phone/code', { phoneNumber: 'nothing', country: 'US' }, 'INVALID_PHONE_NUMBER'],
    ['/phone/code', { phoneNumber: '(202) 555-0143', country: 'us' }, 'INVALID_PHONE_NUMBER'],
    ['/phone/code', { phoneNumber: { gt: '' }, country: 'US' }, 'INVALID_PHONE_NUMBER'],
    ['/phone/sign-in', { phoneNumber: '+12025550143', code: '12345' }, 'INVALID_OTP'],
    ['/phone/sign-in', { phoneNumber: '+12025550143', code: 123456 }, 'INVALID_OTP'],
    ['/phone/sign-in', { phoneNumber: '12025550143', code: '123456' }, 'INVALID_PHONE_NUMBER'],
    ['/phone/sign-in', { phoneNumber: '+12025550199', code: '123456' }, 'OTP_NOT_FOUND'],
  ])('%s rejects %o', async (path, body, code) => {
    const answer = await newBrowser().post(`/api/auth${path}`, body);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code });
  });

  test('a user with a second factor is asked for it after the code', async () => {
    const number = newNumber();
    await turnOnTwoFactor(await phoneUser(number));
    const browser = newBrowser();

    const answer = await signInByPhone(browser, texts, number, 2);

    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await browser.session()).toBeNull();
  });

  test('the placeholder email of such an account is no usable email', async () => {
    const number = newNumber();
    const browser = await phoneUser(number);
    const email = (await browser.session())?.user.email ?? '';

    const signUp = await newBrowser().signUp(email);
    const link = await newBrowser().post('/api/auth/sign-in/magic-link', { email });

    expect(email).toBe(`${number.slice(1)}@phone.invalid`);
    expect([signUp.status, link.status]).toEqual([400, 400]);
    expect(mail.mailsTo(email)).toEqual([]);
  });
});

describeEachEngine('where no new accounts are made', (engine) => {
  test('neither a text nor a mail goes to strangers, and the answers are those for users', async () => {
    const where = await engine.create();
    const settings = { ...texts.settings, ...mail.settings };
    const open = await startTestServer(where, { settings });
    const [known, unknown] = [newNumber(), newNumber()];
    // One mail server receives for both engines.
    const [old, stranger] = [`old.${engine.name}@example.com`, `new.${engine.name}@example.com`];
    await signInByPhone(open.browser(), texts, known);
    await signUpByLink(open.browser(), mail, old);
    await open.stop();

    const closed = await startTestServer(where, { settings: { ...settings, SIGNUPS: 'closed' } });
    const answers = [];
    const browser = closed.browser();
    for (const number of [unknown, known]) answers.push(await askForCode(browser, number));
    for (const email of [stranger, old])
      answers.push(await closed.browser().post('/api/auth/sign-in/magic-link', { email }));
    const signIn = await enterPhoneCode(browser, known, await texts.codeTo(known, 2));
    await mail.linkTo(old, 2);
    // Stopping waits for all pending messages.
    await closed.stop();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(signIn.status).toBe(200);
    expect(texts.textsTo(unknown)).toEqual([]);
    expect(mail.mailsTo(stranger)).toEqual([]);
  });
});
