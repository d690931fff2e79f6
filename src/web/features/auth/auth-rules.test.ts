import { expect, test } from 'vitest';
import { checkCredentials, checkRegistration } from './auth-rules.ts';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

test('valid input is accepted', () => {
  expect(checkCredentials(ada)).toEqual({ email: null, password: null });
  expect(checkRegistration(ada, false)).toEqual({ name: null, email: null, password: null });
});

test('an empty form says what each field needs', () => {
  expect(checkCredentials({ email: ' ', password: '' })).toEqual({
    email: 'Please enter your Email',
    password: 'Please enter your Password',
  });
  expect(checkRegistration({ name: ' ', email: '', password: '' }, false)).toEqual({
    name: 'Please enter your Name',
    email: 'Please enter your Email',
    password: 'Please enter a Password of 8 to 128 characters',
  });
});

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 'a@b@c.d'])(
  '%j is no email address',
  (email) => {
    expect(checkCredentials({ ...ada, email }).email).toBe('Please enter a valid Email');
  },
);

test('a new password has 8 to 128 characters; an existing one is left to the server', () => {
  const passwords = { 7: true, 8: false, 128: false, 129: true };
  for (const [length, rejected] of Object.entries(passwords)) {
    const password = 'x'.repeat(Number(length));
    expect(checkRegistration({ ...ada, password }, false).password !== null).toBe(rejected);
    expect(checkCredentials({ ...ada, password }).password).toBeNull();
  }
});

test('a user who confirms the email first chooses the password then', () => {
  expect(checkRegistration({ ...ada, password: '' }, true).password).toBeNull();
});
