import { once } from 'node:events';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { withoutEmails } from './log.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import { openSocket, signUp } from '#src/sync/testing/node-device.ts';
import { addCollection, collection } from '#src/sync/testing/samples.ts';
import { helloOf, pushOf } from '#src/sync/testing/frames.ts';

test('an address in the message of a mail server is not logged', () => {
  expect(withoutEmails('550 5.1.1 <ada+list@mail.example.com>: unknown user')).toBe(
    '550 5.1.1 <[email]>: unknown user',
  );
  expect(withoutEmails('at file:///node_modules/@better-auth/core/index.mjs:1:2')).toContain('@better-auth');
});

describeEachEngine(
  'an error of the database',
  (engine) => {
    test('is logged without the row in it', async () => {
      const databaseUrl = (await engine.create()).databaseUrl!;
      const AUTH_SECRET = 'a secret of more than thirty-two characters';
      const server = await ServerProcess.start({
        env: { DATABASE_URL: databaseUrl, AUTH_SECRET, LOG_LEVEL: 'warn' },
      });
      onTestFinished(() => server.dispose());
      const account = await signUp(server.url);
      const admin = new Client({ connectionString: databaseUrl });
      await admin.connect();
      await admin.query('alter table collection add constraint no_more check (false)');
      await admin.end();

      const socket = openSocket(account);
      await once(socket, 'open');
      const { userId } = account;
      socket.send(JSON.stringify(helloOf(userId)));
      await once(socket, 'message');
      socket.send(JSON.stringify(pushOf([addCollection(1)])));
      await once(socket, 'close');

      await expect.poll(() => server.stdout).toContain('violates check constraint');
      expect(server.stdout).toContain('"code":"23514"');
      expect(server.stdout).not.toContain(collection(1).name);
    });
  },
  ['postgres'],
);
