import { expect, test } from 'vitest';
import { parseMailLink } from './mail-link.ts';

test('a link names its purpose', () => {
  const invitation = null;
  expect(parseMailLink('#sign-in=abc')).toEqual({ purpose: 'sign-in', token: 'abc', invitation });
  expect(parseMailLink('#verify=a.b-c_d')).toEqual({ purpose: 'verify', token: 'a.b-c_d', invitation });
  expect(parseMailLink('#reset=a%2Bb')).toEqual({ purpose: 'reset', token: 'a+b', invitation });
  expect(parseMailLink('#unsubscribe=a.b')).toEqual({ purpose: 'unsubscribe', token: 'a.b', invitation });
  expect(parseMailLink('#sign-up=abc&invite=d%2Be')).toEqual({
    purpose: 'sign-up',
    token: 'abc',
    invitation: 'd+e',
  });
});

test.each(['', '#', '#reset', '#reset=', '#other=abc', '#toString=abc', 'nonsense', '#%'])(
  '%j is no link of a mail',
  (hash) => {
    expect(parseMailLink(hash)).toBeNull();
  },
);
