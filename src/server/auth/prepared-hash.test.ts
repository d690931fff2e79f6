import { verifyPassword } from 'better-auth/crypto';
import { expect, test } from 'vitest';

import { preparedHash, withPreparedHash } from '#src/server/auth/prepared-hash.ts';

test('a password is hashed before the work that needs it, once', async () => {
  const { first, second } = await withPreparedHash('correct horse', async () => ({
    first: await preparedHash('correct horse'),
    second: await preparedHash('correct horse'),
  }));

  expect(second).toBe(first);
  expect(await verifyPassword({ hash: first, password: 'correct horse' })).toBe(true);
});

test('another password, or another request, gets a hash of its own', async () => {
  const other = await withPreparedHash('correct horse', () => preparedHash('battery staple'));

  expect(await verifyPassword({ hash: other, password: 'battery staple' })).toBe(true);
  expect(await preparedHash('correct horse')).not.toBe(await preparedHash('correct horse'));
});
