import { expect, test } from 'vitest';

import { isWeakPassword } from './weak-passwords.ts';

const OWNER = { email: 'ada.l@example.com', name: 'Ada Lovelace' };

test.each([
  ['common', 'password'],
  ['common', '12345678'],
  ['common', 'PassWord1'],
  ['common', 'iloveyou'],
  ['one character', 'aaaaaaaa'],
  ['few characters again and again', 'xyzxyzxyz'],
  ['a run of letters', 'cdefghijk'],
  ['a run of digits, backwards', '98765432109'],
  ['a row of keys', 'lkjhgfdsa'],
  ['the email', 'Ada.L@example.com'],
  ['the first part of the email', 'ada.l2026!'],
  ['the name', 'ada lovelace'],
  ['the name in one word', 'AdaLovelace1'],
  ['a part of the name', 'lovelace'],
  ['a part of the name, twice', 'adaADAada'],
  ['the product', 'Sunglow123'],
])('%s is soon guessed: %s', async (_what, password) => {
  expect(await isWeakPassword(password, OWNER)).toBe(true);
});

test.each([
  'correct horse battery',
  'su73628193',
  'ada and the engine',
  'k7x2m9pq',
  'päßwörtlich',
  '日本語の合言葉です',
])('any other password is accepted: %s', async (password) => {
  expect(await isWeakPassword(password, OWNER)).toBe(false);
});

test('the name of one user may be the password of another', async () => {
  expect(await isWeakPassword('ada lovelace', { email: 'bob@example.com', name: 'Bob' })).toBe(false);
});
