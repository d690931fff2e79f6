import { afterAll, beforeAll, expect, test } from 'vitest';

import { authInstant } from '#src/server/db/auth-instant.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { signUpByLink, signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { PASSWORD, startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

const DAY_MS = 86_400_000;

describeEachEngine('signing in, or giving a password, again and again', (engine) => {
  let mail: MailServer;
  let server: TestServer;
  let database: AppDatabase;
  beforeAll(async () => {
    mail = await MailServer.start();
    const where = await engine.create();
    server = await startTestServer(where, { settings: { ...mail.settings, ...MANY_ADDRESSES } });
    database = openDatabase(where);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
    await mail.stop();
  });

  const elsewhere = () => browserElsewhere(server);
  const statusesOf = (answers: readonly Response[]) => {
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    return { ok: count(200), tooMany: count(429) };
  };

  test('leaves others their turn', async () => {
    const slow = await startTestServer(await engine.create(), {
      settings: MANY_ADDRESSES,
      passwordCost: { ln: 14, r: 8, p: 1 },
    });
    const eve = browserElsewhere(slow);
    await eve.signUp('eve@example.com');
    await browserElsewhere(slow).signUp('ada@example.com');

    let changed = 0;
    const passwords = { currentPassword: PASSWORD, newPassword: PASSWORD };
    const changes = Array.from({ length: 10 }, async () => {
      if ((await eve.post('/api/auth/change-password', passwords)).ok) changed += 1;
    });
    for (let i = 0; i < 3; i++) {
      expect((await browserElsewhere(slow).signIn('ada@example.com')).status).toBe(200);
    }
    const changedMeanwhile = changed;
    await Promise.all(changes);
    await slow.stop();

    // A change takes two hashes in a row; a sign-in takes one.
    expect(changedMeanwhile).toBeLessThan(10);
  });

  test('has a limit on right passwords too, from any address: no more sessions, and no more mails', async () => {
    await signUpConfirmed(elsewhere(), mail, 'often@example.com');
    const before = mail.mailsTo('often@example.com').length;

    const answers = await Promise.all(
      Array.from({ length: 25 }, () => elsewhere().signIn('often@example.com')),
    );
    const rejected = answers.find(({ status }) => status === 429);
    const user = await userOf('often@example.com');
    const sessions = await database.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', user)
      .execute();

    // Confirming the email was the first sign-in.
    expect(statusesOf(answers)).toEqual({ ok: 19, tooMany: 6 });
    expect(await rejected?.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    expect(rejected?.headers.getSetCookie()).toEqual([]);
    expect(sessions).toHaveLength(20);
    await mail.mailTo('often@example.com', before + 19);
    expect(mail.mailsTo('often@example.com')).toHaveLength(before + 19);
  });

  test.each([
    ['change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }],
    ['two-factor/enable', { password: PASSWORD }],
    ['two-factor/disable', { password: PASSWORD }],
    ['two-factor/generate-backup-codes', { password: PASSWORD }],
    ['delete-user', { password: 'not the password' }],
    ['set-password', { newPassword: PASSWORD }],
  ])('has a limit at %s', async (path, body) => {
    const email = `${path.replace('/', '-')}@example.com`;
    const signUp = path === 'set-password' ? signUpByLink : signUpConfirmed;
    const browser = await signUp(elsewhere(), mail, email);

    const answers = await Promise.all(
      Array.from({ length: 24 }, () => browser.post(`/api/auth/${path}`, body)),
    );

    expect(statusesOf(answers).tooMany).toBeGreaterThanOrEqual(4);
  });

  test('does not keep the owner out of a browser that they used before', async () => {
    const owner = await signUpConfirmed(elsewhere(), mail, 'owner@example.com');
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => elsewhere().signIn('owner@example.com', 'not the password')),
    );
    await owner.post('/api/auth/sign-out', {});

    expect(statusesOf(guesses).tooMany).toBeGreaterThan(0);
    expect((await owner.signIn('owner@example.com')).status).toBe(200);
    // A browser counts only for its own accounts.
    await signUpConfirmed(elsewhere(), mail, 'other@example.com');
    expect((await owner.signIn('other@example.com', 'not the password')).status).toBe(401);
  });

  test('has a limit on sessions: the least recently used one ends', async () => {
    const first = await signUpConfirmed(elsewhere(), mail, 'many@example.com');
    const userId = await userOf('many@example.com');
    const now = Date.now();
    for (let i = 0; i < 60; i++) {
      const at = authInstant(database.engine, now - i * 1_000);
      const expiresAt = authInstant(database.engine, now + DAY_MS);
      const row = { id: `session ${i}`, userId, token: `token ${i}`, userAgent: null };
      await database.db
        .insertInto('session')
        .values({ ...row, createdAt: at, updatedAt: at, expiresAt })
        .execute();
    }
    await database.db
      .updateTable('session')
      .set({ updatedAt: authInstant(database.engine, now - DAY_MS) })
      .where('id', '=', 'session 0')
      .execute();

    const last = elsewhere();
    await last.signIn('many@example.com');
    const rows = await database.db.selectFrom('session').select('id').where('userId', '=', userId).execute();
    const ids = rows.map(({ id }) => id);

    expect(ids).toHaveLength(50);
    expect(ids).not.toContain('session 0');
    expect(ids).toContain('session 10');
    expect(await last.session()).not.toBeNull();
    expect(await first.session()).not.toBeNull();
  });

  async function userOf(email: string): Promise<string> {
    const { id } = await database.db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return id;
  }
});
