import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { PASSWORD, TestBrowser } from '#src/server/testing/processes/test-server.ts';
import { CLOSE } from '#src/sync/protocol.ts';

const EMAIL = 'ada@example.com';

describeEachEngine('the lines about security of a server that logs warnings', (engine) => {
  let server: ServerProcess;
  beforeAll(async () => {
    const { databaseUrl } = await engine.create();
    const settings = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    const AUTH_SECRET = 'a secret of more than thirty-two characters';
    server = await ServerProcess.start({ env: { ...settings, AUTH_SECRET, LOG_LEVEL: 'warn' } });
  });
  afterAll(() => server.dispose());

  /** The lines without their times and request ids. */
  async function lines(count: number): Promise<unknown[]> {
    const read = () => server.stdout.split('\n').filter((line) => line.startsWith('{'));
    await expect.poll(() => read().length).toBeGreaterThanOrEqual(count);
    return read().map((line) => {
      const { time: _time, requestId, connectionId: _connection, ...rest } = JSON.parse(line) as LogLine;
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      return rest;
    });
  }

  test('tell who signed in, who failed and what they changed, and nothing secret', async () => {
    const ada = new TestBrowser(server.url);
    await ada.signUp(EMAIL);
    const userId = (await ada.session())!.user.id;
    const secrets = ada.cookie
      .split('; ')
      .map((pair) => decodeURIComponent(pair.split('=')[1]!).slice(0, 20));
    await ada.signIn(EMAIL, 'a wrong password');
    await ada.signIn('nobody@example.com');
    await ada.post('/api/auth/sessions/end', { id: 'of-another' });
    await ada.post('/api/auth/update-user', { name: 'Ada Lovelace' });
    await ada.post('/api/auth/update-user', { name: 'Ada' }, { origin: 'https://evil.example.com' });
    await new TestBrowser(server.url).fetch('/api/auth/sessions');
    await ada.fetch('/api/auth/sessions');
    await ada.post('/api/auth/sign-out', {});
    const url = `${server.url.replace('http', 'ws')}/api/sync`;
    await once(new WebSocket(url, { origin: 'https://evil.example.com' }), 'unexpected-response');
    await once(new WebSocket(url, { origin: server.url }), 'close');

    const all = await lines(10);
    const about = { level: 30, kind: 'security', msg: 'account request', address: '127.0.0.1' };
    const rejected = { level: 30, kind: 'security', msg: 'a socket was rejected', address: '127.0.0.1' };
    const auth = (path: string) => `POST /api/auth${path}`;
    expect(all).toHaveLength(10);
    expect(all).toEqual(
      expect.arrayContaining([
        { ...about, action: auth('/sign-up/email'), status: 200, userId },
        { ...about, action: auth('/sign-in/email'), status: 401, code: 'INVALID_EMAIL_OR_PASSWORD', userId },
        { ...about, action: auth('/sign-in/email'), status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' },
        { ...about, action: auth('/sessions/end'), status: 404, code: 'SESSION_NOT_FOUND', userId },
        { ...about, action: auth('/update-user'), status: 200, userId },
        { ...about, action: auth('/update-user'), status: 403, code: 'INVALID_ORIGIN', userId },
        { ...about, action: 'GET /api/auth/sessions', status: 401, code: 'UNAUTHORIZED' },
        { ...about, action: auth('/sign-out'), status: 200, userId },
        { ...rejected, status: 403, code: 'INVALID_ORIGIN' },
        { ...rejected, code: CLOSE.SIGN_IN },
      ]),
    );
    expect(secrets).toHaveLength(2);
    for (const secret of [EMAIL, PASSWORD, 'a wrong password', 'Lovelace', ...secrets])
      expect(server.stdout).not.toContain(secret);
  });
});

interface LogLine {
  readonly time: number;
  readonly requestId: string;
  readonly connectionId?: string;
}
