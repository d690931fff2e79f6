import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Throttle } from '#src/server/auth/limits/throttle.ts';
import { openDatabase, type AppDatabase } from '#src/server/db/database.ts';
import { appCode } from '#src/server/testing/sign-in/authenticator-app.ts';
import { conflictAtEach } from '#src/server/testing/databases/conflicts.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { Inbox } from '#src/server/testing/sign-in/inbox.ts';
import { browserElsewhere, MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { readAll } from '#src/server/testing/databases/rich-installation.ts';
import { PASSWORD, startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { beginTwoFactor, enterCode } from '#src/server/testing/sign-in/two-factor-user.ts';

/** Each work runs about twenty times. */
const TIMEOUT_MS = 60_000;

describeEachEngine(
  'a conflict (40001) at any one statement',
  (engine) => {
    const outbox = mkdtempSync(join(tmpdir(), 'sunglow-outbox-'));
    const printed = new Inbox<string>();
    let database: AppDatabase;
    let server: TestServer;
    beforeAll(async () => {
      const where = await engine.create();
      server = await startTestServer(where, {
        settings: { ...MANY_ADDRESSES, DATA_DIR: outbox },
        print: (message) => printed.add(message),
      });
      database = openDatabase(where);
    });
    afterAll(async () => {
      await database.close();
      await server.stop();
      rmSync(outbox, { recursive: true, force: true });
    });

    /** The token of the link in the `count`-th message to `email`. */
    async function tokenTo(email: string, count = 1): Promise<string> {
      const message = await printed.next((text) => text.includes(`To: ${email}\n`), count);
      return /\/auth\/link#[\w-]+=(\S+)/.exec(message)?.[1] ?? '';
    }

    let last = 0;
    /** Signs up by a link, without a password, since hashing one is slow. */
    async function newUser() {
      const email = `${(last += 1)}@example.com`;
      const browser = browserElsewhere(server);
      await browser.post('/api/auth/sign-in/magic-link', { email });
      await browser.post('/api/auth/link/sign-in', { token: await tokenTo(email) });
      return { email, browser, id: (await browser.session())!.user.id };
    }

    test(
      'of a new password by mail sets it, uses up the link, and ends the sessions',
      async () => {
        const statements = await conflictAtEach(async (meet) => {
          const { email, browser, id } = await newUser();
          const other = browserElsewhere(server);
          const asked = await meet(() => other.post('/api/auth/request-password-reset', { email }));
          const body = { token: await tokenTo(email, 2), newPassword: PASSWORD };
          const reset = await meet(() => other.post('/api/auth/reset-password', body));
          const again = await other.post('/api/auth/reset-password', body);
          expect([asked.status, reset.status, again.status]).toEqual([200, 200, 400]);
          expect(await browser.session()).toBeNull();
          const methods = await database.db
            .selectFrom('account')
            .select('providerId')
            .where('userId', '=', id)
            .execute();
          expect(methods).toEqual([{ providerId: 'credential' }]);
        });

        expect(statements).toBeGreaterThan(12);
      },
      TIMEOUT_MS,
    );

    test(
      'of a change of the email changes it once, and leaves the session',
      async () => {
        const statements = await conflictAtEach(async (meet) => {
          const { email, browser, id } = await newUser();
          const newEmail = `new-${email}`;
          const asked = await meet(() => browser.post('/api/auth/change-email', { newEmail }));
          const follow = (token: string) => meet(() => browser.post('/api/auth/link/verify', { token }));
          const first = await follow(await tokenTo(email, 2));
          const second = await follow(await tokenTo(newEmail));
          expect([asked.status, first.status, second.status]).toEqual([200, 200, 200]);
          expect(await browser.session()).toMatchObject({
            user: { id, email: newEmail, emailVerified: true },
          });
        });

        expect(statements).toBeGreaterThan(12);
      },
      TIMEOUT_MS,
    );

    test(
      'of setting up two-factor turns it on, by one secret',
      async () => {
        const statements = await conflictAtEach(async (meet) => {
          const { browser, id } = await newUser();
          const { secret, recoveryCodes } = await meet(() => beginTwoFactor(browser));
          expect((await meet(() => enterCode(browser, appCode(secret)))).status).toBe(200);
          const state = await browser.fetch('/api/auth/two-factor');
          expect(await state.json()).toMatchObject({ isOn: true, recoveryCodes: recoveryCodes.length });
          const { rows } = await sql`select from "twoFactor" where "userId" = ${id}`.execute(database.db);
          expect(rows).toHaveLength(1);
        });

        expect(statements).toBeGreaterThan(12);
      },
      TIMEOUT_MS,
    );

    test('of using a session, or looking at the sessions, is not a sign-out', async () => {
      const { email, browser, id } = await newUser();
      const account = { url: server.url, userId: id, cookie: browser.cookie, email, password: PASSWORD };

      const statements = await conflictAtEach(async (meet) => {
        expect(await meet(() => readAll(account))).toMatchObject({ from: 0, to: 0, rest: null });
        expect((await meet(() => browser.fetch('/api/auth/sessions'))).status).toBe(200);
      });

      expect(statements).toBeGreaterThan(3);
    });

    test('of a throttled request takes one try from each limit, and gives one back', async () => {
      const throttle = new Throttle(database);
      let key = 0;
      const statements = await conflictAtEach(async (meet) => {
        key += 1;
        const limits = ['door', 'gate'].map((name) => ({
          key: `${name} ${key}`,
          burst: 2,
          everyMs: 3_600_000,
        }));
        const passed = [await meet(() => throttle.take(limits)), await throttle.take(limits)];
        expect(passed).toEqual([0, 0]);
        expect(await meet(() => throttle.take(limits))).toBeGreaterThan(0);
        await meet(() => throttle.giveBack(limits));
        expect(await throttle.take(limits)).toBe(0);
        expect(await throttle.take(limits)).toBeGreaterThan(0);
      });

      expect(statements).toBeGreaterThan(6);
    });
  },
  // SQLite has no conflicts of this kind.
  ['postgres'],
);
