import { hashPassword as hashAsBefore } from 'better-auth/crypto';
import { expect, test } from 'vitest';

import { openDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, startTestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('a password that was hashed by an earlier version', (engine) => {
  test('signs in, and is then hashed anew, but not after a wrong password', async () => {
    const where = await engine.create();
    const server = await startTestServer(where);
    const database = openDatabase(where);
    const stored = async () => {
      const row = await database.db.selectFrom('account').select('password').executeTakeFirstOrThrow();
      return row.password;
    };
    await server.browser().signUp('ada@example.com');
    const before = await hashAsBefore(PASSWORD);
    await database.db.updateTable('account').set({ password: before }).execute();

    expect((await server.browser().signIn('ada@example.com', 'not the password')).status).toBe(401);
    expect(await stored()).toBe(before);
    expect((await server.browser().signIn('Ada@example.com')).status).toBe(200);
    await expect.poll(stored).toMatch(/^\$scrypt\$ln=/);
    expect((await server.browser().signIn('ada@example.com')).status).toBe(200);

    await database.close();
    await server.stop();
  });
});
