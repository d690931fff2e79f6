import { once } from 'node:events';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { requestContext } from './log-context.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openSocket, signUp } from '#src/sync/testing/node-device.ts';
import { addCollection } from '#src/sync/testing/samples.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';

interface Line {
  readonly msg: string;
  readonly requestId?: string;
  readonly connectionId?: string;
}

describe('the id of a request', () => {
  const ID = 'Root=1-67891233-abcdef012345678912345678';

  test('comes from the trusted header', () => {
    expect(requestContext({ 'x-amzn-trace-id': ID }, 'x-amzn-trace-id').requestId).toBe(ID);
  });

  test.each([
    [{ 'x-request-id': 'of-a-client' }, null],
    [{}, 'x-request-id'],
    [{ 'x-request-id': '' }, 'x-request-id'],
    [{ 'x-request-id': 'a","level":60,"msg":"forged' }, 'x-request-id'],
    [{ 'x-request-id': 'x'.repeat(129) }, 'x-request-id'],
  ])('is a new one for %o, trusting %s', (headers, trusted) => {
    const { requestId } = requestContext(headers, trusted);

    expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(requestContext(headers, trusted).requestId).not.toBe(requestId);
  });
});

describeEachEngine(
  'the log of a server',
  (engine) => {
    test('is in each line about a request or a socket, and in the answer', async () => {
      const databaseUrl = (await engine.create()).databaseUrl!;
      const server = await ServerProcess.start({
        env: {
          DATABASE_URL: databaseUrl,
          AUTH_SECRET: 'a secret of more than thirty-two characters',
          LOG_LEVEL: 'info',
          REQUEST_ID_HEADER: 'X-Request-Id',
        },
      });
      onTestFinished(() => server.dispose());
      const lines = () =>
        server.stdout
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Line);
      const account = await signUp(server.url);
      const admin = new Client({ connectionString: databaseUrl });
      await admin.connect();
      await admin.query(
        'alter table mutation rename to gone; alter table kysely_migration rename to gone_too',
      );
      await admin.end();

      const ready = await fetch(`${server.url}/readyz`, { headers: { 'x-request-id': 'probe-1' } });
      const page = await fetch(server.url);
      const socket = openSocket(account);
      const [[upgrade]] = (await Promise.all([once(socket, 'upgrade'), once(socket, 'open')])) as [
        [{ headers: Record<string, string> }],
        unknown,
      ];
      const { userId } = account;
      socket.send(JSON.stringify(helloOf(userId)));
      await once(socket, 'message');
      socket.send(JSON.stringify(pushOf([addCollection(1)])));
      await once(socket, 'close');
      const stranger = new WebSocket(`${server.url}/api/sync`, { origin: 'https://evil.example.com' });
      const [, rejection] = (await once(stranger, 'unexpected-response')) as [
        unknown,
        { headers: Record<string, string> },
      ];
      await expect.poll(() => lines().some(({ msg }) => msg === 'a device is gone')).toBe(true);

      const of = (requestId: string | null | undefined) =>
        lines()
          .filter((line) => line.requestId === requestId)
          .map(({ msg }) => msg);
      expect(ready.headers.get('x-request-id')).toBe('probe-1');
      expect(of('probe-1')).toEqual(['the database does not answer', 'request']);
      expect(of(page.headers.get('x-request-id'))).toEqual(['request']);
      expect(of(upgrade.headers['x-request-id'])).toEqual([
        'a device is connected',
        'sync failed',
        'a device is gone',
      ]);
      const connections = lines().flatMap(({ connectionId = [] }) => connectionId);
      expect(connections).toHaveLength(3);
      expect(new Set(connections).size).toBe(1);
      expect(rejection.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    });
  },
  ['postgres'],
);
