import { expect, test } from 'vitest';

import { openDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { PASSWORD, startTestServer } from '#src/server/testing/processes/test-server.ts';
import { hashPassword } from './password-hash.ts';

describeEachEngine('a password that was hashed at another cost', (engine) => {
  test('signs in, and is then hashed anew; a wrong one changes nothing', async () => {
    const where = await engine.create();
    const server = await startTestServer(where);
    const database = openDatabase(where);
    const stored = async () => {
      const row = await database.db.selectFrom('account').select('password').executeTakeFirstOrThrow();
      return row.password;
    };
    await server.browser().signUp('ada@example.com');
    const before = await hashPassword(PASSWORD, { ln: 9, r: 8, p: 1 });
    await database.db.updateTable('account').set({ password: before }).execute();

    expect((await server.browser().signIn('ada@example.com', 'not the password')).status).toBe(401);
    expect(await stored()).toBe(before);
    expect((await server.browser().signIn('Ada@example.com')).status).toBe(200);
    await expect.poll(stored).not.toBe(before);
    expect((await server.browser().signIn('ada@example.com')).status).toBe(200);

    await database.close();
    await server.stop();
  });
});
