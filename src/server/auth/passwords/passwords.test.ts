import { expect, test } from 'vitest';

import { hashPassword, verifyPassword } from './password-hash.ts';
import { Passwords, type Renewal } from './passwords.ts';

const COST = { ln: 10, r: 8, p: 1 };
const FORM = '$scrypt$ln=10,r=8,p=1$';

function harness() {
  const renewals: Renewal[] = [];
  const onRenewal = (renewal: Renewal) => renewals.push(renewal);
  return { renewals, passwords: new Passwords({ onRenewal, cost: COST }) };
}

test('a password is hashed before the work that needs it, once', async () => {
  const { passwords } = harness();
  const [first, second] = await passwords.withPrepared('correct horse', async () => [
    await passwords.hash('correct horse'),
    await passwords.hash('correct horse'),
  ]);

  expect(second).toBe(first);
  expect(first?.startsWith(FORM)).toBe(true);
  expect(await passwords.verify({ hash: first ?? '', password: 'correct horse' })).toBe(true);
});

test('another password, or another request, gets a hash of its own', async () => {
  const { passwords, renewals } = harness();
  const other = await passwords.withPrepared('correct horse', () => passwords.hash('battery staple'));

  expect(await passwords.verify({ hash: other, password: 'battery staple' })).toBe(true);
  expect(await passwords.verify({ hash: other, password: 'correct horse' })).toBe(false);
  expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'));
  expect(renewals).toEqual([]);
});

test('a hash of another cost is known, and replaced once the password was right', async () => {
  const { passwords, renewals } = harness();
  const hash = await hashPassword('correct horse', { ...COST, ln: 9 });
  const verify = (password: string) =>
    passwords.inTurn({ address: '203.0.113.7', account: 'ada@example.com' }, () =>
      passwords.verify({ hash, password }),
    );

  expect(await verify('battery staple')).toBe(false);
  expect(renewals).toEqual([]);
  expect(await verify('correct horse')).toBe(true);
  expect(renewals).toEqual([
    { email: 'ada@example.com', from: hash, to: expect.stringContaining(FORM) as unknown },
  ]);
  expect(await passwords.verify({ hash: renewals[0]?.to ?? '', password: 'correct horse' })).toBe(true);
});

test('a malformed hash is an error, and no password fits it', async () => {
  await expect(harness().passwords.verify({ hash: 'secret', password: 'secret' })).rejects.toThrow('no form');
});

test('a hash has at least the cost that OWASP wants', async () => {
  const hash = await new Passwords({ onRenewal: () => {} }).hash('correct horse');

  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword('correct horse', hash)).toBe(true);
});
