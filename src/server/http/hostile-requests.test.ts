import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import {
  hostileRequests,
  sendHostile,
  type HostileRequest,
} from '#src/server/testing/sockets/hostile-requests.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';
import { signUpConfirmed } from '#src/server/testing/sign-in/mail-user.ts';
import { MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';
import { webFolder } from '#src/server/testing/processes/web-folder.ts';

/** The server offers every sign-in method, so that it has every route. */
const SETTINGS = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', ...MANY_ADDRESSES };

describeEachEngine('any request over HTTP', (engine) => {
  const web = webFolder({ 'index.html': '<!doctype html>', 'landing.html': '<!doctype html>' });
  let mail: MailServer;
  let texts: TextServer;
  let server: TestServer;
  beforeAll(async () => {
    [mail, texts] = await Promise.all([MailServer.start(), TextServer.start()]);
    const settings = { ...SETTINGS, ...mail.settings, ...texts.settings };
    server = await startTestServer(await engine.create(), { settings, web });
  });
  afterAll(async () => {
    await server?.stop();
    await Promise.all([mail?.stop(), texts?.stop()]);
  });

  test.each([
    ['signed out', async () => ''],
    ['signed in', async () => (await signUpConfirmed(server.browser(), mail, 'ada@example.com')).cookie],
  ])(
    'never makes the server fail, and prints nothing: %s',
    async (_who, signIn) => {
      const cookie = await signIn();
      const printed = (['error', 'warn', 'log'] as const).map((name) => vi.spyOn(console, name));
      onTestFinished(() => printed.forEach((spy) => spy.mockRestore()));
      const failures = new Set<string>();
      let count = 0;
      const ask = async (one: HostileRequest) => {
        count += 1;
        // Other tests cover the limits.
        const headers = { cookie, 'x-forwarded-for': `10.0.${(count >> 8) & 255}.${count & 255}` };
        const [status, body] = await sendHostile(server.url, one, headers);
        if (status >= 500 || body.includes('    at '))
          failures.add(
            `${one.method} ${one.path} ${String(one.body).slice(0, 60)}: ${status} ${body.slice(0, 80)}`,
          );
      };
      // Requests that end the session of the others are left out.
      const all = [...hostileRequests()].filter(({ path }) => !/sign-out|delete-user/.test(path));
      while (all.length > 0) await Promise.all(all.splice(0, 16).map(ask));

      expect([...failures].slice(0, 40)).toEqual([]);
      expect(count).toBeGreaterThan(2_000);
      for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    },
    120_000,
  );
});
