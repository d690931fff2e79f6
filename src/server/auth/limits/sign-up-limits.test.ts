import { expect, test } from 'vitest';

import { signUpLimits } from './limits.ts';
import { Throttle } from './throttle.ts';
import { openDatabase } from '#src/server/db/database.ts';
import { describeEachEngine } from '#src/server/testing/databases/engines.ts';
import { MANY_ADDRESSES } from '#src/server/testing/sockets/many-addresses.ts';
import { startTestServer } from '#src/server/testing/processes/test-server.ts';

describeEachEngine('sign-ups', (engine) => {
  test('after a hundred, one address is slowed down, and other addresses are not', async () => {
    const where = await engine.create();
    const server = await startTestServer(where, { settings: MANY_ADDRESSES });
    const database = openDatabase(where);
    const throttle = new Throttle(database);
    const signUp = (name: string, address: string) =>
      server.browser({ 'x-forwarded-for': address }).signUp(`${name}@example.com`);
    for (let i = 0; i < 99; i++) await throttle.take(signUpLimits('203.0.113.7'));

    const answers = [
      await signUp('ada', '203.0.113.7'),
      await signUp('bob', '203.0.113.7'),
      await signUp('cy', '203.0.113.8'),
    ];
    await database.close();
    await server.stop();

    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200]);
    expect(await answers[1]!.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    expect(Number(answers[1]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
